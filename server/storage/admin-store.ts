/** What the leads administration asks of a store. Times are given by whoever asks, ISO 8601 in UTC. */
import type { DeliveryLine, DeliveryState } from "../../contract/delivery.ts";
import type {
  LeadDetail,
  LeadFilter,
  LeadNote,
  LeadsOverview,
  LeadSummary,
} from "../../contract/leads-admin.ts";
import type { Unavailable } from "./availability.ts";

export interface ListQuery {
  filter: LeadFilter;
  /** Matched anywhere in name, business, email and texts, whatever the case; empty: everything. */
  search: string;
  /** From 1. */
  page: number;
  /** Leads a page. */
  size: number;
}

export interface DeliveryQuery {
  /** Undefined: every state. */
  state: DeliveryState | undefined;
  /** From 1. */
  page: number;
  /** Deliveries a page. */
  size: number;
}

/** A delivery among those of all leads. */
export interface LeadDelivery extends DeliveryLine {
  leadId: string;
  leadName: string;
}

export interface Health {
  /** Seconds since the oldest delivery that should have been sent was due; 0 when there is none. */
  oldestUndeliveredSeconds: number;
  undelivered: number;
  dead: number;
  /** Mails to the agency that have failed and wait for another try, or about an open lead that are dead. */
  mailToAgencyFailing: number;
  /** Mails about open leads that were written to files, since no mail server was set. */
  written: number;
  /** Leads past their due time without an answer. */
  overdue: number;
  open: number;
  /** Deliveries that wait for another try or are dead, by the channel's reason. */
  failuresByReason: Record<string, number>;
}

export type Found<Value> = { kind: "ok"; value: Value } | { kind: "missing" } | Unavailable;

/** One page of a list, and how long all of it is. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

export interface OverviewQuery {
  /** Where each day begins, oldest first, and last where the latest ends. */
  dayStarts: string[];
  now: string;
}

/** Without the days' names. Leads that the operator sent as a test are not counted. */
export interface OverviewFigures extends Omit<LeadsOverview, "days"> {
  leadsADay: number[];
}

export interface LeadAt {
  id: string;
  now: string;
}

/**
 * All that was given up, waits for another try, or was written to a file about an open lead; or one, if it was given up,
 * or if it was tried at all.
 */
export type SendAgain = { all: "dead" | "waiting" | "written" } | { id: string; only: "dead" | "tried" };

export type SendAgainNow = SendAgain & { now: string };

export interface AdminStore {
  list(query: ListQuery): Promise<Found<Page<LeadSummary>>>;
  overview(query: OverviewQuery): Promise<Found<OverviewFigures>>;
  lead(id: string): Promise<Found<LeadDetail>>;
  leadsAfter(after: { id: string | undefined; size: number }): Promise<Found<LeadDetail[]>>;
  deliveries(query: DeliveryQuery): Promise<Found<Page<LeadDelivery>>>;
  answer(lead: LeadAt): Promise<Found<LeadDetail>>;
  reopen(lead: LeadAt): Promise<Found<LeadDetail>>;
  note(note: LeadNote & { leadId: string }): Promise<Found<LeadNote>>;
  /** @returns the ids of those that are due now */
  sendAgain(asked: SendAgainNow): Promise<Found<string[]>>;
  health(now: string): Promise<Found<Health>>;
}
