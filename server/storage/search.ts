/** The search text of a lead, in folded case, is stored beside it. The cost of a search is bounded. */
import { leadColumns, leadField, type LeadFields } from "../../contract/lead.ts";
import type { Input } from "../../contract/admin-operations.ts";
import { sourceOf } from "../../contract/funnel.ts";
import type { LeadFilter } from "../../contract/leads-admin.ts";
import type { AnyOutcome } from "../../contract/outcome.ts";
import { COUNTS } from "./conditions.ts";
import { type Query, text } from "./query.ts";

const SEARCHED = leadColumns.filter((column) => leadField(column).kind !== "service");

/** Is in no text that is accepted, so that nothing is found across two fields. */
const BETWEEN = "\u001f";

/** Only fewer leads are looked through one by one; of all that an index finds, so many of the newest are looked at. */
export const LOOKED_THROUGH = 10_000;

export const INDEXED_LETTERS = 3;

/** Databases fold fewer alphabets, or by a language. Both small forms of the Greek sigma become one. */
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

/** Finds the `lead_id` of leads with a text, in the part's order. @param isLarge too many to look through one by one */
export type TextSearch = (
  part: ListPart,
  wanted: string,
  isLarge: boolean,
) => { text: string; values: unknown[] };

/** How a list is put together: each part has an index in its order. */
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

const NEWEST = `context.lead_id IN (SELECT lead_id FROM lead_texts ORDER BY number DESC LIMIT ${LOOKED_THROUGH})`;

const SOURCES = `SELECT context.visit::json ->> 'from' AS source, count(*) AS leads FROM lead_contexts AS context
  WHERE context.visit IS NOT NULL AND ${NEWEST} GROUP BY 1 ORDER BY leads DESC, source`;

/** The names under which leads have their sources, those of the most leads first. */
export async function storedSources(query: Query): Promise<string[]> {
  const records = await query(SOURCES);
  return records.flatMap((record) => (record["source"] === null ? [] : text(record, "source")));
}

type Narrow = Pick<Input<"list">, "service" | "source" | "since">;

/** The condition of leads that ask for this service, came from this source, and since this time; without all three, any. */
export async function narrowed(
  query: Query,
  { service, source, since }: Narrow,
): Promise<Pick<ListPart, "where" | "values">> {
  if (service === undefined && source === undefined && since === undefined)
    return { where: "TRUE", values: [] };
  const values: unknown[] = [];
  const lead = [
    "id = context.lead_id",
    ...(service === undefined ? [] : [`selected_service = $${values.push(service)}`]),
    ...(since === undefined ? [] : [`created_at >= $${values.push(since)}`]),
  ];
  const where = [NEWEST, `EXISTS (SELECT 1 FROM lead_submissions WHERE ${lead.join(" AND ")})`];
  if (source !== undefined) {
    const names = (await storedSources(query)).filter((name) => sourceOf(name) === source);
    where.push(`context.visit::json ->> 'from' = ANY ($${values.push(names)})`);
  }
  return { where: where.join(" AND "), values };
}
