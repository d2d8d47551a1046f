/** The search text of a lead, in folded case, is stored beside it. The cost of a search is bounded. */
import { leadColumns, leadField, type LeadFields } from "../../contract/lead.ts";
import type { LeadFilter } from "../../contract/leads-admin.ts";
import type { AnyOutcome } from "../../contract/outcome.ts";
import { COUNTS } from "./conditions.ts";

const SEARCHED = leadColumns.filter((column) => leadField(column).kind !== "service");

/** No accepted text contains this separator, so nothing is found across two fields. */
const BETWEEN = "\u001f";

/** Fewer leads than this are read one by one; of an index's matches, only this many of the newest are read. */
export const LOOKED_THROUGH = 10_000;

export const INDEXED_LETTERS = 3;

/** Databases fold fewer alphabets. Both small forms of the Greek sigma become one. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

export function searchedText(lead: LeadFields): string {
  return foldCase(SEARCHED.map((column) => lead[column]).join(BETWEEN));
}

export interface ListPart {
  where: string;
  order: string;
  /** Bound to `$1`, `$2`, … of `where`. */
  values: readonly unknown[];
}

/** Finds the `lead_id` of leads with a text, in the part's order. @param isLarge too many to read one by one */
export type TextSearch = (
  part: ListPart,
  wanted: string,
  isLarge: boolean,
) => { text: string; values: unknown[] };

/** The parts of a list: each has an index in its order. */
export const LIST_PARTS: Record<LeadFilter, readonly ListPart[]> = (() => {
  const open = { where: "context.answered_at IS NULL", order: "context.due_at, context.lead_id", values: [] };
  const closed = {
    where: "context.answered_at IS NOT NULL",
    order: "context.answered_at DESC, context.lead_id",
    values: [],
  };
  const answered = { ...closed, where: `${closed.where} AND ${COUNTS}` };
  const became = (outcome: AnyOutcome) => [
    {
      where: `context.outcome = '${outcome}'`,
      order: "context.outcome_at DESC, context.lead_id",
      values: [],
    },
  ];
  return {
    open: [open],
    answered: [answered],
    booked: became("booked"),
    won: became("won"),
    lost: became("lost"),
    spam: became("spam"),
    suspected: became("suspected"),
    all: [open, closed],
  };
})();
