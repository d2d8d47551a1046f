/** The statements on leads and on the keys of requests that may be sent again. */
import { PROMISED_HOURS } from "../../../contract/response-promise.ts";
import { textsOf } from "../lead-statements.ts";
import { toLeadRow } from "../records.ts";
import { rowColumns, type Idempotency, type Insert, type InsertResult } from "../store.ts";
import { LEAD_COLUMNS } from "../shown.ts";
import type { Query } from "../query.ts";

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

// Until the end of the transaction. Two keys with the same hash wait for each other, and nothing else.
const LOCK_KEY = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";

const FIND_KEY = `SELECT used.fingerprint, used.used_at < $2 AS forgotten, ${LEAD_COLUMNS}
  FROM nightshift.idempotency_keys AS used JOIN public.lead_submissions AS lead ON lead.id = used.lead_id
  WHERE used.key = $1 ORDER BY used.position`;

const FORGET_KEY = "DELETE FROM nightshift.idempotency_keys WHERE key = $1";

const INSERT_KEY = `INSERT INTO nightshift.idempotency_keys (key, position, fingerprint, lead_id, used_at)
  SELECT $1, (place - 1)::integer, $2, lead_id, $3::timestamptz
  FROM unnest($4::uuid[]) WITH ORDINALITY AS made (lead_id, place)`;

// An alias that still leads somewhere stays; a forgotten one is taken over.
const INSERT_ALIAS = `${INSERT_KEY} ON CONFLICT (key, position) DO UPDATE
  SET fingerprint = excluded.fingerprint, lead_id = excluded.lead_id, used_at = excluded.used_at
  WHERE idempotency_keys.used_at < $5`;

// Leaves alone what another process is forgetting, so that nobody waits.
const FORGET_OLD_KEYS = `DELETE FROM nightshift.idempotency_keys WHERE (key, position) IN (
  SELECT key, position FROM nightshift.idempotency_keys WHERE used_at < $1
  LIMIT 1000 FOR UPDATE SKIP LOCKED)`;

const SUSPECT = `WITH held AS (
    UPDATE nightshift.lead_contexts AS context SET outcome = 'suspected', outcome_at = created_at,
      answered_at = created_at, suspicion = $2
    FROM public.lead_submissions AS lead WHERE lead.id = context.lead_id AND lead.id = ANY ($1)
  )
  UPDATE nightshift.deliveries SET state = 'cancelled' WHERE lead_id = ANY ($1)`;

/** @throws {DatabaseError} when the schema refuses a row. */
export async function insertLeads(query: Query, insert: Insert): Promise<InsertResult> {
  const { rows, source = "wire", visit, suspicion = [], deliveries = [], idempotency } = insert;
  const repeated = idempotency && (await findRepeated(query, idempotency));
  if (repeated) return repeated;
  const owed = JSON.stringify(deliveries);
  await query(INSERT_LEADS, [
    JSON.stringify(rows),
    source,
    PROMISED_HOURS,
    owed,
    textsOf(rows),
    visit && JSON.stringify(visit),
  ]);
  if (suspicion.length > 0) await query(SUSPECT, [rows.map(({ id }) => id), JSON.stringify(suspicion)]);
  if (idempotency) {
    const { key, alias, fingerprint, usedAt, forgetBefore } = idempotency;
    const ids = rows.map(({ id }) => id);
    await query(INSERT_KEY, [key, fingerprint, usedAt, ids]);
    if (alias !== undefined) await query(INSERT_ALIAS, [alias, fingerprint, usedAt, ids, forgetBefore]);
  }
  return { kind: "stored", rows, repeated: false };
}

/** A twin waits here until the first is committed, and then finds it: each statement sees what is committed by then. */
async function findRepeated(
  query: Query,
  { key, fingerprint, forgetBefore }: Idempotency,
): Promise<InsertResult | undefined> {
  await query(LOCK_KEY, [key]);
  const found = await query(FIND_KEY, [key, forgetBefore]);
  if (found.length === 0) return undefined;
  if (found.some((row) => row["forgotten"] === true)) {
    await query(FORGET_KEY, [key]);
    return undefined;
  }
  if (found.some((row) => row["fingerprint"] !== fingerprint)) return { kind: "key-reused" };
  return { kind: "stored", rows: found.map(toLeadRow), repeated: true };
}

/** Forgets keys that nobody may use again. @param before ISO 8601 in UTC. */
export async function forgetKeys(query: Query, before: string): Promise<void> {
  await query(FORGET_OLD_KEYS, [before]);
}
