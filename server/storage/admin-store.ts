/** What the desk asks of a store. Times are given by whoever asks, ISO 8601 in UTC. */
import type { InboxOverview, LeadDetail, LeadNote, LeadSummary } from "../../contract/inbox.ts";
import type { DeliveryQuery, Health, LeadDelivery, ListQuery } from "../admin/leads-admin.ts";
import type { Unavailable } from "./store.ts";

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
export interface OverviewFigures extends Omit<InboxOverview, "days"> {
  leadsADay: number[];
}

export interface LeadAt {
  id: string;
  now: string;
}

export interface AdminStore {
  list(query: ListQuery): Promise<Found<Page<LeadSummary>>>;
  overview(query: OverviewQuery): Promise<Found<OverviewFigures>>;
  lead(id: string): Promise<Found<LeadDetail>>;
  leadsAfter(after: { id: string | undefined; size: number }): Promise<Found<LeadDetail[]>>;
  deliveries(query: DeliveryQuery): Promise<Found<Page<LeadDelivery>>>;
  answer(lead: LeadAt): Promise<Found<LeadDetail>>;
  reopen(lead: LeadAt): Promise<Found<LeadDetail>>;
  note(note: LeadNote & { leadId: string }): Promise<Found<LeadNote>>;
  /** @param delivery by the delivery's id */
  revive(delivery: LeadAt): Promise<Found<LeadDetail>>;
  health(now: string): Promise<Found<Health>>;
}
