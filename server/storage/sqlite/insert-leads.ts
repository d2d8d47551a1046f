/** How SQLite stores leads with their deliveries: a statement for each table, which reads its rows from JSON. */
import { PROMISED_HOURS } from "../../../contract/response-promise.ts";
import type { Dialect } from "../query.ts";
import { rowColumns } from "../store.ts";

const INSERT_LEADS = `INSERT INTO lead_submissions (${rowColumns.join(", ")})
  SELECT ${rowColumns.map((column) => `value ->> '${column}'`).join(", ")} FROM json_each($1)`;

const INSERT_CONTEXTS = `INSERT INTO lead_contexts (lead_id, source, due_at, visit)
  SELECT id, $2, created_at + make_interval(hours => $3), $4
  FROM json_to_recordset($1) AS lead (id uuid, created_at timestamptz)`;

const INSERT_TEXTS =
  "INSERT INTO lead_texts (lead_id, text) SELECT value ->> 'id', value ->> 'text' FROM json_each($1)";

const INSERT_DELIVERIES = `INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at)
  SELECT value ->> 'id', value ->> 'leadId', value ->> 'kind', value ->> 'target', 'due', 0,
    value ->> 'notBefore', value ->> 'notBefore'
  FROM json_each($1) WHERE value ->> 'target' NOT IN (SELECT target FROM disabled_targets)`;

export const insert: Dialect["insert"] = async (query, { rows, source, visit, deliveries = [] }, texts) => {
  const given = JSON.stringify(rows);
  await query(INSERT_LEADS, [given]);
  await query(INSERT_CONTEXTS, [given, source ?? "wire", PROMISED_HOURS, visit]);
  await query(INSERT_TEXTS, [texts]);
  await query(INSERT_DELIVERIES, [deliveries]);
};
