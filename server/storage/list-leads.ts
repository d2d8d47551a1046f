/** The list of leads, and the search in it. Whatever it is asked, it reads about as much. */
import type { LeadSummary } from "../../contract/leads-admin.ts";
import type { Input } from "../../contract/admin-operations.ts";
import type { Found, Page } from "./admin-store.ts";
import { FAILED_DELIVERY } from "./conditions.ts";
import { toSummary } from "./outbox-rows.ts";
import type { Dialect, Query } from "./query.ts";
import { ifReadable, number, text } from "./records.ts";
import { foldCase, LIST_PARTS, LOOKED_THROUGH, type ListPart, type TextSearch } from "./search.ts";
import { CONTEXT_COLUMNS, LEAD_COLUMNS, LEADS } from "./columns.ts";

const SUMMARIES = `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS}, (
    SELECT count(*) FROM deliveries AS delivery WHERE delivery.lead_id = lead.id AND ${FAILED_DELIVERY}
  ) AS failed_deliveries FROM ${LEADS} WHERE lead.id = ANY ($1)`;

export async function listLeads(
  query: Query,
  { filter, search, page, size }: Input<"list">,
  { searchText }: Dialect,
): Promise<Found<Page<LeadSummary>>> {
  const wanted = foldCase(search);
  const ids: string[] = [];
  let [skip, total] = [(page - 1) * size, 0];
  for (const part of LIST_PARTS[filter]) {
    const found = await find(query, searchText, part, wanted, { skip, size: size - ids.length });
    ids.push(...found.ids);
    skip = Math.max(0, skip - found.total);
    total += found.total;
  }
  const summaries = (await query(SUMMARIES, [ids])).flatMap((row) => ifReadable(() => toSummary(row)) ?? []);
  const rows = ids.flatMap((id) => summaries.find((summary) => summary.id === id) ?? []);
  return { kind: "ok", value: { rows, total } };
}

/** A page of the leads of a part, in its order, in which the text stands; all of them for an empty one. */
async function find(
  query: Query,
  search: TextSearch,
  part: ListPart,
  wanted: string,
  { skip, size }: { skip: number; size: number },
): Promise<{ ids: string[]; total: number }> {
  const context = `FROM lead_contexts AS context WHERE ${part.where}`;
  const [counted] = await query(`SELECT count(*) AS total ${context}`);
  const total = number(counted, "total");
  if (wanted === "") {
    const page = `SELECT lead_id ${context} ORDER BY ${part.order} LIMIT $1 OFFSET $2`;
    return { ids: (await query(page, [size, skip])).map((record) => text(record, "lead_id")), total };
  }
  const statement = search(part, wanted, total > LOOKED_THROUGH);
  const found = await query(statement.text, statement.values);
  return {
    ids: found.slice(skip, skip + size).map((record) => text(record, "lead_id")),
    total: found.length,
  };
}
