/** What the leads administration asks of a store. Times are given by whoever asks, ISO 8601 in UTC. */
import type { SourceFigures } from "../../contract/funnel.ts";
import type { DeliveryState } from "../../contract/delivery.ts";
import type {
  Health,
  LeadDelivery,
  LeadDetail,
  LeadFilter,
  LeadNote,
  LeadsOverview,
  LeadSummary,
} from "../../contract/leads-admin.ts";
import type { Outcome } from "../../contract/outcome.ts";
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

/** Without the days' names. */
export interface OverviewFigures extends Omit<LeadsOverview, "days"> {
  leadsADay: number[];
}

export interface LeadsAfter {
  id?: string | undefined;
  size: number;
  /** Only those of this address. */
  email?: string | undefined;
  /** Only those whose ids end like this. */
  ending?: string | undefined;
}

/** What was counted and is not in the store yet; `day` as YYYY-MM-DD. */
export interface NewSteps {
  day: string;
  sources: readonly SourceFigures[];
}

export interface LeadAt {
  id: string;
  now: string;
}

/** A change that the lead's webhooks are told of. */
export interface Change extends LeadAt {
  /** Whose sign-in to the inbox it is. */
  by?: string | undefined;
  /** As they are set now, each with the id of what it is told. */
  webhooks: readonly { id: string; target: string }[];
}

/**
 * All that was given up, waits for another try, or was written to a file about an open lead; or one, if it was given up,
 * or if it was tried at all.
 */
export type SendAgain = { all: "dead" | "waiting" | "written" } | { id: string; only: "dead" | "tried" };

export type SendAgainNow = SendAgain & { now: string };

/** Which leads: these, all that came from one address, or all that came before a time. */
export type Removal = { ids: readonly string[] } | { email: string } | { before: string };

/** What a removal took, with the ids of the deliveries, which name files of mails. */
export interface RemovedRows {
  leads: number;
  notes: number;
  deliveries: string[];
}

/** So many leads are deleted in one transaction, so that nobody waits long. */
export const REMOVED_AT_ONCE = 50;

export interface AdminStore {
  list(query: ListQuery): Promise<Found<Page<LeadSummary>>>;
  overview(query: OverviewQuery): Promise<Found<OverviewFigures>>;
  lead(id: string): Promise<Found<LeadDetail>>;
  leadsAfter(after: LeadsAfter): Promise<Found<LeadDetail[]>>;
  deliveries(query: DeliveryQuery): Promise<Found<Page<LeadDelivery>>>;
  answer(lead: Change): Promise<Found<LeadDetail>>;
  reopen(lead: LeadAt): Promise<Found<LeadDetail>>;
  outcome(lead: Change & { outcome: Outcome }): Promise<Found<LeadDetail>>;
  note(note: LeadNote & { leadId: string }): Promise<Found<LeadNote>>;
  /** @returns the ids of those that are due now */
  sendAgain(asked: SendAgainNow): Promise<Found<string[]>>;
  /** Deletes leads with all that belongs to them, {@link REMOVED_AT_ONCE} at most; to be asked again until there are fewer. */
  remove(which: Removal): Promise<Found<RemovedRows>>;
  /** Of the days from `firstDay` on, which began at `since`. */
  funnel(latest: { firstDay: string; since: string }): Promise<Found<SourceFigures[]>>;
  addSteps(steps: NewSteps): Promise<Found<undefined>>;
  health(now: string): Promise<Found<Health>>;
}
