/**
 * The search text of a lead: all that the visitor typed, in one text with its case folded, stored beside the lead. The
 * cost of a search is bounded, however many leads there are.
 */
import { leadColumns, leadField, type LeadFields } from "../../contract/lead.ts";
import type { LeadFilter } from "../../contract/leads-admin.ts";
import type { AnyOutcome } from "../../contract/outcome.ts";
import { COUNTS } from "./conditions.ts";

const SEARCHED = leadColumns.filter((column) => leadField(column).kind !== "service");

/** Is in no text that is accepted, so that nothing is found across two fields. */
const BETWEEN = "\u001f";

/**
 * A part of the list with more leads than this is not looked through lead by lead, and of all that an index finds, or
 * where the text is too short for one, this many of the newest are looked at.
 */
export const LOOKED_THROUGH = 10_000;

export const INDEXED_LETTERS = 3;

/**
 * The text that `ilike` and a search compare, since the functions of databases know fewer alphabets or depend on a language.
 * Both small forms of the Greek sigma become one.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

export function searchedText(lead: LeadFields): string {
  return foldCase(SEARCHED.map((column) => lead[column]).join(BETWEEN));
}

export interface ListPart {
  where: string;
  order: string;
}

/**
 * The statement that finds the `lead_id` of all leads of a part in which a text stands, in the part's order.
 *
 * @param isLarge whether the part has more leads than are looked through one by one.
 */
export type TextSearch = (
  part: ListPart,
  wanted: string,
  isLarge: boolean,
) => { text: string; values: string[] };

/** How a list is put together: each part has an index in its order. */
export const LIST_PARTS: Record<LeadFilter, readonly ListPart[]> = (() => {
  const open = { where: "context.answered_at IS NULL", order: "context.due_at, context.lead_id" };
  const closed = {
    where: "context.answered_at IS NOT NULL",
    order: "context.answered_at DESC, context.lead_id",
  };
  const answered = { ...closed, where: `${closed.where} AND ${COUNTS}` };
  const became = (outcome: AnyOutcome) => [
    { where: `context.outcome = '${outcome}'`, order: "context.outcome_at DESC, context.lead_id" },
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
