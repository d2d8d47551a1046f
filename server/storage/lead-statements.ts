/** What both stores do with leads in the same statements: reading them, adding what is missing beside them, a trial. */
import { randomUUID } from "node:crypto";
import { PROMISED_HOURS } from "../../contract/response-promise.ts";
import { FILLED_AT_ONCE, type Filled } from "./backfill.ts";
import { textsOf } from "./insert-leads.ts";
import { conditions } from "./conditions.ts";
import type { Dialect, Query } from "./query.ts";
import { toLeadRow } from "./records.ts";
import { LEAD_COLUMNS } from "./shown.ts";
import { rowColumns, type LeadQuery, type ReadResult } from "./store.ts";

/** Before every other one. */
const NO_UUID = "00000000-0000-0000-0000-000000000000";

const ADOPT = `INSERT INTO lead_contexts (lead_id, source, due_at)
  SELECT id, 'wire', created_at + make_interval(hours => $1) FROM lead_submissions AS lead
  WHERE NOT EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = lead.id)
  ON CONFLICT DO NOTHING`;

const WITHOUT_TEXT = `SELECT ${LEAD_COLUMNS} FROM lead_submissions AS lead WHERE lead.id > $1
    AND NOT EXISTS (SELECT 1 FROM lead_texts WHERE lead_id = lead.id) ORDER BY lead.id LIMIT $2`;

const INSERT_TEXTS = `INSERT INTO lead_texts (lead_id, text)
  SELECT id, text FROM json_to_recordset($1) AS said (id uuid, text text) WHERE TRUE ON CONFLICT DO NOTHING`;

/** A lead like the latest, with all that is stored beside it. */
const TRY_A_LEAD = [
  `INSERT INTO lead_submissions (${rowColumns.join(", ")})
    SELECT $1, ${rowColumns.slice(1).join(", ")} FROM lead_submissions ORDER BY id DESC LIMIT 1`,
  `INSERT INTO lead_contexts (lead_id, source, due_at)
    SELECT id, 'test', created_at FROM lead_submissions WHERE id = $1`,
  "INSERT INTO lead_texts (lead_id, text) SELECT id, '' FROM lead_submissions WHERE id = $1",
  `INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at)
    SELECT id, id, 'notification', '', 'due', 0, created_at, created_at FROM lead_submissions WHERE id = $1`,
];

export async function readLeads(query: Query, asked: LeadQuery, { patterns }: Dialect): Promise<ReadResult> {
  const { condition, values } = conditions(asked.filters, patterns);
  const order = [...asked.order, { column: "id", descending: false }]
    .map(({ column, descending }) => `lead.${column} ${descending ? "DESC" : "ASC"}`)
    .join(", ");
  const from = `FROM lead_submissions AS lead WHERE ${condition}`;
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await query(
    `SELECT ${LEAD_COLUMNS} ${from} ORDER BY ${order} LIMIT $${limit} OFFSET $${offset}`,
    [...values, asked.limit, asked.offset],
  );
  const [counted] = asked.count ? await query(`SELECT count(*) AS n ${from}`, values) : [];
  return { kind: "rows", rows: rows.map(toLeadRow), total: counted && Number(counted["n"]) };
}

/** Every lead has a context, and a text to search in: from then on the site answers for it. */
export async function fillLeads(query: Query, after = NO_UUID): Promise<Filled> {
  if (after === NO_UUID) await query(ADOPT, [PROMISED_HOURS]);
  const leads = (await query(WITHOUT_TEXT, [after, FILLED_AT_ONCE])).map(toLeadRow);
  if (leads.length > 0) await query(INSERT_TEXTS, [textsOf(leads)]);
  return { kind: "filled", upTo: leads.at(-1)?.id };
}

/** Writes one row that means nothing, and a lead that is taken back. */
export async function probe(query: Query): Promise<{ kind: "written" }> {
  await query("SAVEPOINT trial");
  // It is taken back, so that its place among the ids does not matter.
  const id = randomUUID();
  for (const statement of TRY_A_LEAD) await query(statement, [id]);
  await query("ROLLBACK TO SAVEPOINT trial");
  await query("UPDATE write_probe SET writes = writes + 1");
  return { kind: "written" };
}
