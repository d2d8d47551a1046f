/** How leads are stored and read: the inputs and outputs of `insert` and `read`. */
import type { Unavailable } from "./availability.ts";
import { leadColumns, type LeadRow } from "../../contract/lead.ts";
import type { Visit } from "../../contract/lead-visit.ts";
import type { SpamSignal } from "../../contract/outcome.ts";
import type { NewDelivery } from "./outbox-store.ts";

export type RowColumn = keyof LeadRow;

export const rowColumns: readonly RowColumn[] = ["id", "created_at", ...leadColumns];

export function isRowColumn(name: string): name is RowColumn {
  return rowColumns.some((column) => column === name);
}

/** How a lead came: by the REST API (`wire`), by a form without script (or the inbox's), or as the operator's test. */
export type LeadSource = "wire" | "form" | "test";

export interface Insert {
  rows: LeadRow[];
  /** Default: `wire`. */
  source?: LeadSource;
  visit?: Visit | undefined;
  /** Signals of the leads; unless empty, the leads are suspected, and nothing is sent for them. */
  suspicion?: readonly SpamSignal[];
  /** The deliveries of these leads. Nothing is planned for a target that was disabled. */
  deliveries?: NewDelivery[];
  idempotency?: Idempotency | undefined;
}

/** Makes a repeated request store no further leads. */
export interface Idempotency {
  key: string;
  /** A second key under which the rows are found from now on, when the same lead comes another way. */
  alias?: string | undefined;
  /** Digest of the request. Only a repeated request gets the stored rows back. */
  fingerprint: string;
  /** When the key is used, ISO 8601 in UTC. */
  usedAt: string;
  /** Keys used before this time, ISO 8601 in UTC, are forgotten. */
  forgetBefore: string;
}

/** A rule of the schema that a row breaks. */
export type Refusal =
  | { kind: "duplicate-id" }
  /** `reason` names the rule and nothing of the lead. */
  | { kind: "refused"; reason: string }
  | { kind: "taken" };

export type InsertResult =
  /** Durable when this is answered. `repeated`: the rows are those of the first time. */
  | { kind: "stored"; rows: LeadRow[]; repeated: boolean }
  | { kind: "key-reused" }
  | Exclude<Refusal, { kind: "taken" }>
  | Unavailable;

/**
 * Comparisons of a column with a value, as in PostgreSQL. Texts are ordered by code points, whatever the language.
 * `like` and `ilike` match the whole text against a pattern: `%` is any text, `_` is one character, and a backslash
 * escapes the character after it (there always is one). `ilike` ignores case in any alphabet. Both are only used with
 * text columns.
 */
export type Comparison = "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "like" | "ilike";

/** Selects rows. No column is ever null, so a filter is always true or false. */
export type Filter =
  /** Times as stored: ISO 8601 in UTC with milliseconds and `Z`. */
  | { kind: "compare"; column: RowColumn; comparison: Comparison; value: string }
  /** The column equals one of the values; no row when there are none. */
  | { kind: "in"; column: RowColumn; values: string[] }
  /** Every row when there are none. */
  | { kind: "and"; filters: Filter[] }
  /** No row when there are none. */
  | { kind: "or"; filters: Filter[] }
  | { kind: "not"; filter: Filter };

export interface LeadQuery {
  filters: Filter[];
  /** Rows that are equal in all of these are sorted by id. */
  order: { column: RowColumn; descending: boolean }[];
  offset: number;
  limit: number;
  count: boolean;
}

export type ReadResult = { kind: "rows"; rows: LeadRow[]; total: number | undefined } | Unavailable;
