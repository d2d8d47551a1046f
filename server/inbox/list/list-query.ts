/** What narrows a list, as an address names it. */

import * as v from "valibot";
import { INBOX } from "../../../contract/http/routes.ts";
import {
  LEAD_FILTERS,
  type LeadDetail,
  type LeadFilter,
} from "../../../contract/inbox/leads-admin.ts";
import { lineOf } from "../../../contract/lead/typed-text.ts";
import { LIST_SIZE } from "../../../contract/limits.ts";

function line(mostCodePoints: number) {
  const cut = v.transform((text: string) => lineOf(text, mostCodePoints));
  return v.fallback(v.pipe(v.string(), cut), "");
}

/**
 * As long as the longest address of a mailbox
 * (RFC 5321, 4.5.3.1.3, without angle brackets).
 */
const key = line(254);

/** An instant as the store writes it, so that texts can be compared. */
const instant = v.fallback(
  v.pipe(v.string(), v.isoTimestamp(), v.length(24)),
  "",
);

/** A missing or unreadable parameter gets its default value. */
export const ListQuerySchema = v.object({
  filter: v.fallback(v.picklist(LEAD_FILTERS), "open"),
  search: line(100),
  /**
   * A key of contract/lead/source.ts. If empty, the list shows every source.
   */
  source: key,
  campaign: key,
  /** The address of a member. If empty, the list shows everybody's leads. */
  owner: key,
  /**
   * The leads of a storm came at `after` or later,
   * and before `before`; if empty, at any time.
   */
  after: instant,
  before: instant,
  /**
   * When the leads came: the agency's month, like
   * `2027-03`, or year. If empty, at any time.
   */
  month: v.fallback(
    v.pipe(v.string(), v.regex(/^20\d\d(?:-(?:0[1-9]|1[0-2]))?$/)),
    "",
  ),
  page: v.fallback(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.toNumber()),
    1,
  ),
});
export type ListQuery = v.InferOutput<typeof ListQuerySchema>;

export const DEFAULT_LIST: ListQuery = v.parse(ListQuerySchema, {});

/**
 * How many leads are in a list. Of {@link
 * RESULTS}, only the shown list is counted.
 */
export type FilterCounts = Partial<Record<LeadFilter, number>>;

export interface LeadList {
  leads: LeadDetail[];
  total: number;
}

export function pageCount({ total }: Pick<LeadList, "total">): number {
  return Math.max(1, Math.ceil(total / LIST_SIZE));
}

/** Writes the parameters that differ from the defaults. */
export function listQuery(query: Partial<ListQuery>): string {
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_LIST));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== defaults.get(name)) parameters.set(name, String(value));
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

export const listPath = (query: Partial<ListQuery>) =>
  INBOX.path + listQuery(query);
