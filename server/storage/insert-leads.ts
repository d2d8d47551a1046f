/** Stores leads with all their rows. The INSERT is in `sqlite/dialect.ts` and `postgres/dialect.ts`. */
import type { LeadRow } from "../../contract/lead.ts";
import { type Dialect, type Query, toLeadRow, LEAD_COLUMNS } from "./query.ts";
import { searchedText } from "./search.ts";
import type { Idempotency, Insert, InsertResult } from "./store.ts";

const SUSPECT = `UPDATE lead_contexts SET outcome = 'suspected', outcome_at = $2, answered_at = $2, suspicion = $3
  WHERE lead_id = $1`;

const CANCEL = "UPDATE deliveries SET state = 'cancelled' WHERE lead_id = ANY ($1)";

const FIND_KEY = `SELECT used.fingerprint, used.used_at < $2 AS forgotten, ${LEAD_COLUMNS}
  FROM idempotency_keys AS used JOIN lead_submissions AS lead ON lead.id = used.lead_id
  WHERE used.key = $1 ORDER BY used.position`;

const FORGET_KEY = "DELETE FROM idempotency_keys WHERE key = ANY ($1)";

const INSERT_KEY = `INSERT INTO idempotency_keys (key, position, fingerprint, lead_id, used_at)
  SELECT key, position, fingerprint, lead_id, used_at 
    FROM json_to_recordset($1) AS made (key text, position integer, fingerprint text, lead_id uuid, used_at timestamptz)
    WHERE TRUE`;

// An alias in use stays; a forgotten one is replaced.
const INSERT_ALIAS = `${INSERT_KEY} ON CONFLICT (key, position) DO UPDATE
  SET fingerprint = excluded.fingerprint, lead_id = excluded.lead_id, used_at = excluded.used_at
  WHERE idempotency_keys.used_at < $2`;

// Skips keys that another process is forgetting, so that nobody waits.
const OLD_KEYS = "SELECT key FROM idempotency_keys WHERE used_at < $1 LIMIT 1000 FOR UPDATE SKIP LOCKED";

const FORGET_INTERVAL_MS = 60_000;

/** When this thread forgot old keys last, in milliseconds since 1970. */
let forgottenAt = 0;

/** @throws what the database throws when the schema refuses a row. */
export async function insertLeads(query: Query, insert: Insert, dialect: Dialect): Promise<InsertResult> {
  const { idempotency } = insert;
  const repeated = idempotency && (await findRepeated(query, idempotency, dialect));
  return repeated ?? storeLeads(query, insert, dialect);
}

export async function storeLeads(query: Query, insert: Insert, dialect: Dialect): Promise<InsertResult> {
  const { rows, suspicion = [], idempotency } = insert;
  await dialect.insert(query, insert, textsOf(rows));
  for (const { id, created_at: at } of suspicion.length > 0 ? rows : []) {
    await query(SUSPECT, [id, at, JSON.stringify(suspicion)]);
    await query(CANCEL, [[id]]);
  }
  if (!idempotency) return { kind: "stored", rows, repeated: false };
  const { alias, fingerprint, usedAt, forgetBefore } = idempotency;
  const keys = (key: string) =>
    JSON.stringify(
      rows.map(({ id }, position) => ({ key, position, fingerprint, lead_id: id, used_at: usedAt })),
    );
  await query(INSERT_KEY, [keys(idempotency.key)]);
  if (alias !== undefined) await query(INSERT_ALIAS, [keys(alias), forgetBefore]);
  await forgetKeys(query, idempotency);
  return { kind: "stored", rows, repeated: false };
}

/** An equal request waits here until the first is committed, and then finds it: each statement sees earlier commits. */
export async function findRepeated(
  query: Query,
  { key, fingerprint, forgetBefore }: Idempotency,
  { lockKey }: Dialect,
): Promise<InsertResult | undefined> {
  if (lockKey) await query(lockKey, [key]);
  const found = await query(FIND_KEY, [key, forgetBefore]);
  if (found.length === 0) return undefined;
  if (found.some(({ forgotten }) => Boolean(forgotten))) {
    await query(FORGET_KEY, [[key]]);
    return undefined;
  }
  if (found.some((row) => row["fingerprint"] !== fingerprint)) return { kind: "key-reused" };
  return { kind: "stored", rows: found.map(toLeadRow), repeated: true };
}

/** Occasionally is enough: a requested key is checked anyway. */
async function forgetKeys(query: Query, { usedAt, forgetBefore }: Idempotency): Promise<void> {
  const now = Date.parse(usedAt);
  if (Math.abs(now - forgottenAt) < FORGET_INTERVAL_MS) return;
  forgottenAt = now;
  const old = await query(OLD_KEYS, [forgetBefore]);
  if (old.length > 0) await query(FORGET_KEY, [old.map(({ key }) => key)]);
}

export function textsOf(leads: readonly LeadRow[]): string {
  return JSON.stringify(leads.map((lead) => ({ id: lead.id, text: searchedText(lead) })));
}
