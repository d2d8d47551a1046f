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

/** Letters without a decomposition in Unicode, as a person types them on a keyboard that has none of them. */
const TYPED = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  "’": "'",
};
const UNTYPED = new RegExp(`[${Object.keys(TYPED).join("")}]`, "g");
const TYPED_AS: ReadonlyMap<string, string> = new Map(Object.entries(TYPED));

/**
 * A text as it is searched: "Łódź" is "lodz" and "Straße" is "strasse", however they were typed. Accents are removed from
 * Latin, Greek and Cyrillic letters only: in other alphabets marks are letters.
 */
export function foldSearch(text: string): string {
  return foldCase(text)
    .normalize("NFD")
    .replaceAll(/([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\u0300-\u036f]+/gu, "$1")
    .normalize("NFC")
    .replaceAll(UNTYPED, (letter) => TYPED_AS.get(letter) ?? letter);
}

/** @param numbers to call, which are found as they were typed and as callers' numbers are stored */
export function searchedText(
  lead: LeadFields,
  { notes, numbers }: { notes: readonly string[]; numbers: readonly string[] },
): string {
  const said = [...SEARCHED.map((column) => lead[column]), ...notes];
  return foldSearch([...said, ...numbers.flatMap((number) => [number, addressOf(number)])].join(BETWEEN));
}

/**
 * The text that is searched for. A number is also searched without separators and its country's code, which finds all of
 * the caller.
 */
export function spellings(wanted: string): string[] {
  const folded = foldSearch(wanted);
  const digits = nationalNumber(phoneOf(addressOf(wanted)) ?? "");
  return digits.length < INDEXED_LETTERS ? [folded] : [folded, digits];
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
