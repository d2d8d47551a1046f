/** What the leads administration asks of a store. Times are given by whoever asks, ISO 8601 in UTC. */
import type { Input } from "../../contract/admin-operations.ts";
import type { SourceFigures } from "../../contract/funnel.ts";
import type { LeadsOverview } from "../../contract/leads-admin.ts";
import type { Unavailable } from "./availability.ts";

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

/** Which leads: these, all that came from one address, or all that came before a time. */
export type Removal = Input<"remove"> | { before: string };

/** What a removal took, with the ids of the deliveries, which name files of mails. */
export interface RemovedRows {
  leads: number;
  notes: number;
  deliveries: string[];
}

/** So many leads are deleted in one transaction, so that nobody waits long. */
export const REMOVED_AT_ONCE = 50;
