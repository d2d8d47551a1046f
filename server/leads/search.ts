import type { LeadFilter } from "../../contract/inbox/leads-admin.ts";
import {
  addressOf,
  columnNames,
  leadField,
  nationalNumber,
  phoneOf,
  type LeadFields,
} from "../../contract/lead/lead.ts";
import { cleanEmail } from "../../contract/lead/mailbox.ts";
import { isEmailAddress } from "../../contract/lead/validation.ts";
import { either, joined, raw, sql, type Sql } from "../store/sql.ts";
import { isInList, type ListMoment } from "./lead-lists.ts";
import { hasResult, isResult } from "./results.ts";

const SEARCHED = columnNames.filter(
  (column) => leadField(column).kind !== "service",
);

/**
 * No accepted text contains this separator,
 * so nothing is found across two fields.
 */
const SEPARATOR = "\u001f";

/** A search looks only at this many texts of leads, the newest first. */
const LOOKED_THROUGH = 10_000;

const INDEXED_LETTERS = 3;

/** Letters that NFKD does not decompose, and as people type them. */
const TYPED = "ß>ss æ>ae œ>oe ø>o ł>l đ>d ð>d þ>th ħ>h ŧ>t ı>i";

const SIGNS: readonly [RegExp | string, string][] = [
  [/\p{Default_Ignorable_Code_Point}/gu, ""],
  [/[\p{Pd}\u2212]/gu, "-"],
  [/[\u2018-\u201b\u02bc\u2032]/g, "'"],
  [/[\u201c-\u201f\u00ab\u00bb\u2033]/g, '"'],
  [/\s+/g, " "],
];

/**
 * Simplifies a text for the search: "Łódź" becomes "lodz",
 * "Straße" becomes "strasse". Only Latin, Greek and Cyrillic
 * lose accents: in other alphabets, marks are letters.
 */
export function foldSearch(text: string): string {
  // NFKD comes first, since it can make capitals: "№" becomes "No".
  const letters = text
    .normalize("NFKD")
    .toLowerCase()
    // The two small Greek sigmas become one.
    .replaceAll("ς", "σ")
    .replaceAll(/([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\u0300-\u036f]+/gu, "$1")
    .normalize("NFC");
  const typed = TYPED.split(" ").map((pair) => pair.split(">"));
  return [...typed, ...SIGNS].reduce(
    (folded, [signs = "", sign = ""]) => folded.replaceAll(signs, sign),
    letters,
  );
}

/**
 * @param numbers telephone numbers, found as
 * typed and as {@link addressOf} writes them
 */
export function searchedText(
  lead: LeadFields,
  { texts, numbers }: { texts: readonly string[]; numbers: readonly string[] },
): string {
  const typed = SEARCHED.map((column) => lead[column]);
  const spelled = numbers.flatMap((number) => [number, addressOf(number)]);
  const folded = foldSearch([...typed, ...texts, ...spelled].join(SEPARATOR));
  const words = folded.split(" ").filter((word) => word.includes("'"));
  // "Joe's" is found as "joes", too.
  return `${folded}${SEPARATOR}${words.join(" ").replaceAll("'", "")}`;
}

/**
 * A part of a telephone number. Fewer than
 * five digits would be in too many numbers.
 */
const PART = /^(?=(?:\D*\d){5})[+\d\s()./-]+$/;

/**
 * A search finds the leads that have all parts of one of these spellings: the
 * words of the text, or the text as a whole if it is an email address, a number
 * or between quotes. All spellings of an address or a number share a part.
 */
export function spellings(folded: string): string[][] {
  const email = cleanEmail(folded);
  if (isEmailAddress(email)) return [[folded], [email]];
  const typed =
    phoneOf(addressOf(folded)) ??
    PART.exec(folded)?.[0].replace(/[^+\d]/g, "") ??
    "";
  // Eleven digits begin with a country's code, even without a plus.
  const digits = nationalNumber(typed.replace(/^(?=[1-9]\d{10})/, "+"));
  if (digits.length >= INDEXED_LETTERS) return [[folded], [digits]];
  const [, quoted] = /^"(.+)"$/.exec(folded) ?? [];
  if (quoted) return [[quoted]];
  // "joe's" finds "Joes", too.
  const plain = folded.replaceAll(/(?<=\p{L})'(?=\p{L})/gu, "");
  return [...new Set([folded, plain])].map((text) => text.split(/,? /));
}

export interface ListedLeads extends ListMoment {
  filter: LeadFilter;
}

/**
 * Matches the leads of a list. *All* has test
 * leads, since a member who sent one looks for it.
 */
export function isListed({ filter, ...at }: ListedLeads): Sql {
  if (filter === "all") return sql`TRUE`;
  return isResult(filter) ? hasResult(filter, at.now) : isInList(filter, at);
}

/** Not by the id: a program that sends a lead may choose it. */
const NEWEST_FIRST = raw("context.came_at DESC, context.lead_id DESC");

const ORDERS: Partial<Record<LeadFilter, Sql>> = {
  open: raw("context.due_at, context.lead_id"),
  /**
   * Calls whose end nobody has told, then follow-ups,
   * then who fell silent, the latest first.
   */
  next: raw(
    `context.call_ends_at IS NULL, context.call_ends_at,
      coalesce(context.follow_up_on, '') = '', context.follow_up_on,
      context.next_at DESC, context.lead_id`,
  ),
  booked: raw("context.call_ends_at, context.lead_id"),
};

/**
 * Each list has one order, any other than these begins with the newest lead.
 */
export const orderOf = (filter: LeadFilter): Sql =>
  ORDERS[filter] ?? NEWEST_FIRST;

type Spellings = readonly (readonly string[])[];

/** The `lead_id` of each lead that a search finds. */
export const leadsWith = (where: Sql, texts: Spellings, order: Sql): Sql =>
  either(
    searchInPostgres(where, texts, order),
    searchInSqlite(where, texts, order),
  );

/** Without pg_trgm, PostgreSQL may read all stored texts. */
function searchInPostgres(where: Sql, texts: Spellings, order: Sql) {
  const newest = sql`(SELECT * FROM lead_texts ORDER BY number DESC
      LIMIT ${LOOKED_THROUGH}) AS newest`;
  const searched = isIndexed(texts) ? sql`lead_texts` : newest;
  return sql`WITH stored AS MATERIALIZED (SELECT * FROM ${searched}
      WHERE ${hasOne(texts, isLike)}
      ORDER BY number DESC LIMIT ${LOOKED_THROUGH})
    SELECT context.lead_id FROM stored
    JOIN lead_contexts AS context USING (lead_id)
    WHERE ${where} ORDER BY ${order}`;
}

const hasOne = (texts: Spellings, hasPart: (part: string) => Sql): Sql =>
  joined(
    texts.map((parts) => sql`(${joined(parts.map(hasPart), " AND ")})`),
    " OR ",
  );

const isLike = (part: string): Sql =>
  sql`text LIKE ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;

const isLong = (part: string): boolean =>
  Array.from(part).length >= INDEXED_LETTERS;

const isIndexed = (texts: Spellings): boolean =>
  texts.every((parts) => parts.some(isLong));

/** Searches by trigrams, unless a text is too short. */
function searchInSqlite(where: Sql, texts: Spellings, order: Sql) {
  const isIn = (part: string) => sql`instr(stored.text, ${part})`;
  const parts = texts.map(trigrams).join(" OR ");
  const newest = isIndexed(texts)
    ? sql`SELECT rowid FROM lead_search WHERE lead_search MATCH ${parts}
      ORDER BY rowid DESC`
    : sql`SELECT number FROM lead_texts ORDER BY number DESC`;
  // CROSS JOIN forces SQLite to read the first table first.
  return sql`SELECT context.lead_id
    FROM lead_texts AS stored
    CROSS JOIN lead_contexts AS context USING (lead_id)
    WHERE stored.number IN (${newest} LIMIT ${LOOKED_THROUGH}) AND ${where}
      AND (${hasOne(texts, isIn)}) ORDER BY ${order}`;
}

/**
 * Matches texts that have all trigrams of the
 * wanted parts. Source: SQLite, "FTS5", section 3.1.
 */
function trigrams(parts: readonly string[]): string {
  const runs = parts.flatMap((part) => {
    const letters = Array.from(part);
    return letters
      .slice(INDEXED_LETTERS - 1)
      .map((_, at) => letters.slice(at, at + INDEXED_LETTERS).join(""));
  });
  return `(${[...new Set(runs)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" ")})`;
}
