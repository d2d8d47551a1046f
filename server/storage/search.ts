/** The search text of a lead, in folded case, is stored beside it. The cost of a search is bounded. */
import { addressOf, leadColumns, leadField, nationalNumber, phoneOf } from "../../contract/lead.ts";
import type { LeadFields } from "../../contract/lead.ts";
import type { LeadFilter } from "../../contract/leads-admin.ts";
import { COUNTS } from "./conditions.ts";
import { Sql, sql } from "./sql.ts";

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

/** @param numbers to call, which are found as they were typed and as callers' numbers are stored */
export function searchedText(lead: LeadFields, numbers: readonly string[]): string {
  const said = SEARCHED.map((column) => lead[column]);
  return foldCase([...said, ...numbers.flatMap((number) => [number, addressOf(number)])].join(BETWEEN));
}

/**
 * A phone types ’ where a keyboard types ': either finds both, as does é in one letter or, copied from elsewhere, in two.
 * A number is also searched without separators and its country's code, which finds all of the caller.
 * @param wanted in Unicode's form NFC, which is never longer
 */
export function spellings(wanted: string): string[] {
  const forms = [wanted, wanted.normalize("NFD")];
  const marks = forms.flatMap((form) => ["'", "’"].map((mark) => form.replaceAll(/['’]/g, mark)));
  const digits = nationalNumber(phoneOf(addressOf(wanted)) ?? "");
  return [...new Set(digits.length < INDEXED_LETTERS ? marks : [...marks, digits])];
}

export interface ListPart {
  where: Sql;
  order: Sql;
}

/** Finds the `lead_id` of leads with a text, in the part's order. @param isLarge too many to read one by one */
export type TextSearch = (part: ListPart, wanted: string, isLarge: boolean) => Sql;

/** The parts of a list: each has an index in its order. */
export const LIST_PARTS: Record<LeadFilter, readonly ListPart[]> = {
  open: [part(sql`answered_at IS NULL`, "due_at")],
  answered: [part(sql`answered_at IS NOT NULL AND ${COUNTS}`, "answered_at DESC")],
  booked: [part(sql`outcome = 'booked'`, "outcome_at DESC")],
  won: [part(sql`outcome = 'won'`, "outcome_at DESC")],
  lost: [part(sql`outcome = 'lost'`, "outcome_at DESC")],
  spam: [part(sql`outcome = 'spam'`, "outcome_at DESC")],
  suspected: [part(sql`outcome = 'suspected'`, "outcome_at DESC")],
  all: [part(sql`answered_at IS NULL`, "due_at"), part(sql`answered_at IS NOT NULL`, "answered_at DESC")],
};

function part(where: Sql, order: string): ListPart {
  return { where: sql`context.${where}`, order: new Sql(`context.${order}, context.lead_id`) };
}
