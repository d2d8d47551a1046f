/** How PostgreSQL stores leads with their deliveries: in one statement, so that one answer is waited for. */
import { PROMISED_HOURS } from "../../../contract/response-promise.ts";
import type { Dialect } from "../query.ts";
import { rowColumns } from "../store.ts";

const COLUMNS = rowColumns.join(", ");

// In the order of their ids, so that two batches with ids in common wait for each other and do not lock up.
const INSERT_LEADS = `WITH lead AS (
    INSERT INTO public.lead_submissions (${COLUMNS})
    SELECT ${COLUMNS} FROM json_populate_recordset(NULL::public.lead_submissions, $1) ORDER BY id
    RETURNING id, created_at
  ), context AS (
    INSERT INTO nightshift.lead_contexts (lead_id, source, due_at, visit)
    SELECT id, $2, created_at + make_interval(hours => $3), $6 FROM lead
  ), said AS (
    INSERT INTO nightshift.lead_texts (lead_id, text)
    SELECT id, text FROM lead JOIN json_to_recordset($5) AS said (id uuid, text text) USING (id)
  )
  INSERT INTO nightshift.deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at)
  SELECT id, "leadId", kind, target, 'due', 0, "notBefore", "notBefore"
  FROM json_to_recordset($4) AS planned (id uuid, "leadId" uuid, kind text, target text, "notBefore" timestamptz)
  WHERE target = '' OR NOT EXISTS (
    SELECT 1 FROM nightshift.disabled_targets AS disabled WHERE disabled.target = planned.target COLLATE "C")`;

/** @throws {DatabaseError} when the schema refuses a row. */
export const insert: Dialect["insert"] = async (query, { rows, source, visit, deliveries = [] }, texts) => {
  await query(INSERT_LEADS, [
    JSON.stringify(rows),
    source ?? "wire",
    PROMISED_HOURS,
    JSON.stringify(deliveries),
    texts,
    visit && JSON.stringify(visit),
  ]);
};
