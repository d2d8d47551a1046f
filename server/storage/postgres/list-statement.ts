/** The list of leads, and the search in it. Whatever it is asked, it reads about as much. */
import type { LeadSummary } from "../../../contract/leads-admin.ts";
import type { Found, ListQuery, Page } from "../admin-store.ts";
import { TROUBLED } from "../conditions.ts";
import { foldCase } from "../fold-case.ts";
import { toSummary } from "../outbox-rows.ts";
import { number } from "../records.ts";
import { INDEXED_LETTERS, LIST_PARTS, LOOKED_THROUGH, type ListPart } from "../search.ts";
import { SHOWN_CONTEXT, SHOWN_LEAD } from "./shown.ts";
import type { Query } from "../query.ts";

export const LEADS =
  "public.lead_submissions AS lead JOIN nightshift.lead_contexts AS context ON context.lead_id = lead.id";

const SUMMARIES = `SELECT ${SHOWN_LEAD}, ${SHOWN_CONTEXT}, (
    SELECT count(*) FROM nightshift.deliveries AS delivery WHERE delivery.lead_id = lead.id AND ${TROUBLED}
  ) AS troubled
  FROM ${LEADS} JOIN unnest($1::uuid[]) WITH ORDINALITY AS shown (id, place) ON shown.id = lead.id ORDER BY place`;

export async function listLeads(
  query: Query,
  { filter, search, page, size }: ListQuery,
): Promise<Found<Page<LeadSummary>>> {
  const wanted = foldCase(search);
  const shown: unknown[] = [];
  let [skip, total] = [(page - 1) * size, 0];
  for (const part of LIST_PARTS[filter]) {
    const found = await find(query, part, wanted, { skip, size: size - shown.length });
    shown.push(...found.ids);
    skip = Math.max(0, skip - found.total);
    total += found.total;
  }
  const rows = await query(SUMMARIES, [shown]);
  return { kind: "ok", value: { rows: rows.map(toSummary), total } };
}

/** A page of the leads of a part, in its order, in which the text stands; all of them for an empty one. */
async function find(
  query: Query,
  { where, order }: ListPart,
  wanted: string,
  { skip, size }: { skip: number; size: number },
): Promise<{ ids: unknown[]; total: number }> {
  const context = `FROM nightshift.lead_contexts AS context WHERE ${where}`;
  const [counted] = await query(`SELECT count(*) AS total ${context}`);
  const total = number(counted, "total");
  if (wanted === "") {
    const page = await query(`SELECT lead_id ${context} ORDER BY ${order} LIMIT $1 OFFSET $2`, [size, skip]);
    return { ids: page.map(({ lead_id: id }) => id), total };
  }
  const newest = `(SELECT * FROM nightshift.lead_texts ORDER BY number DESC LIMIT ${LOOKED_THROUGH}) AS newest`;
  const among = Array.from(wanted).length < INDEXED_LETTERS ? newest : "nightshift.lead_texts";
  const said =
    total <= LOOKED_THROUGH
      ? `SELECT said.* FROM nightshift.lead_texts AS said JOIN nightshift.lead_contexts AS context USING (lead_id)
           WHERE ${where} AND text LIKE $1`
      : `SELECT * FROM ${among} WHERE text LIKE $1 ORDER BY number DESC LIMIT ${LOOKED_THROUGH}`;
  const found = await query(
    `WITH said AS MATERIALIZED (${said}) SELECT context.lead_id FROM said
       JOIN nightshift.lead_contexts AS context USING (lead_id) WHERE ${where} ORDER BY ${order}`,
    [`%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`],
  );
  return { ids: found.slice(skip, skip + size).map(({ lead_id: id }) => id), total: found.length };
}
