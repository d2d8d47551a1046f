/** Reads rows of leads for the REST API. */
import { conditions } from "./conditions.ts";
import type { Dialect, Query } from "./query.ts";
import { toLeadRow } from "./records.ts";
import { LEAD_COLUMNS } from "./shown.ts";
import type { LeadQuery, ReadResult } from "./store.ts";

export async function readLeads(query: Query, input: LeadQuery, { patterns }: Dialect): Promise<ReadResult> {
  const { condition, values } = conditions(input.filters, patterns);
  const order = [...input.order, { column: "id", descending: false }]
    .map(({ column, descending }) => `lead.${column} ${descending ? "DESC" : "ASC"}`)
    .join(", ");
  const from = `FROM lead_submissions AS lead WHERE ${condition}`;
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await query(
    `SELECT ${LEAD_COLUMNS} ${from} ORDER BY ${order} LIMIT $${limit} OFFSET $${offset}`,
    [...values, input.limit, input.offset],
  );
  const [counted] = input.count ? await query(`SELECT count(*) AS n ${from}`, values) : [];
  return { kind: "rows", rows: rows.map(toLeadRow), total: counted && Number(counted["n"]) };
}
