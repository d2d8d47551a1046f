/** Stores leads with all their rows, and adds missing rows. */
import { WISH, type StoredWish } from "../../contract/booking.ts";
import type { LeadRow } from "../../contract/lead.ts";
import { toLeadRow, CONTEXT_COLUMNS, LEAD_COLUMNS, LEADS, lock, read, text } from "./query.ts";
import type { DatabaseRecord, Dialect, Query } from "./query.ts";
import { searchedText } from "./search.ts";
import { messageOf } from "../../contract/error-code.ts";
import {
  rowColumns,
  type Idempotency,
  type Insert,
  type InsertResult,
  type NewDelivery,
  type Unavailable,
} from "./store.ts";
import { isDeepStrictEqual } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { PROMISED_HOURS } from "../../contract/delivery.ts";
import { Sql, sql } from "./sql.ts";

const COLUMNS = new Sql(rowColumns.join(", "));

/** @param about the lead of deliveries that name none, and the event that they report */
export function plan(
  deliveries: readonly Omit<NewDelivery, "leadId">[],
  state: "due" | "cancelled",
  { leadId, event }: { leadId?: string; event?: object } = {},
): Sql {
  const [said, planned] = [event && JSON.stringify(event), JSON.stringify(deliveries)];
  return sql`INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at, event)
    SELECT id, coalesce("leadId", ${leadId}), kind, target, ${state}, 0, "notBefore", "notBefore", ${said}
    FROM json_to_recordset(${planned}) AS planned (id uuid, "leadId" uuid, kind text, target text, "notBefore" timestamptz)
    WHERE target = ''
      OR NOT EXISTS (SELECT 1 FROM disabled_targets AS disabled WHERE disabled.target = planned.target)`;
}

const NO_WISH: StoredWish = { wishedAt: undefined, wishedZone: undefined, wishedPhone: undefined };

const FORGET_INTERVAL_MS = 60_000;

/** When this thread forgot old keys last, in milliseconds since 1970. */
let forgottenAt = 0;

/** @throws what the database throws when the schema refuses a row. */
export async function insertLeads(query: Query, insert: Insert, dialect: Dialect): Promise<InsertResult> {
  const { idempotency } = insert;
  const repeated = idempotency && (await findRepeated(query, idempotency));
  if (repeated?.kind === "stored" && insert.wish)
    for (const { id } of repeated.rows) await keepWish(query, { id, ...insert.wish });
  return repeated ?? storeLeads(query, insert, dialect);
}

/** Replaces the wish of a lead without a call. @returns undefined for a lead that is not stored */
export async function keepWish(query: Query, { id, ...wish }: StoredWish & { id: string }) {
  const { wishedAt, wishedZone, wishedPhone } = wish;
  const [known] = await query`SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS} FROM ${LEADS} WHERE lead.id = ${id}`;
  if (!known) return undefined;
  const row = toLeadRow(known);
  // A form that is sent again and again writes nothing.
  if (isDeepStrictEqual({ ...NO_WISH, ...read(v.object(WISH), known) }, { ...NO_WISH, ...wish })) return row;
  await query`SELECT 1 FROM lead_submissions AS lead WHERE lead.id = ${id} FOR NO KEY UPDATE`;
  await query`UPDATE lead_contexts
    SET wished_at = ${wishedAt}, wished_zone = ${wishedZone}, wished_phone = ${wishedPhone}
    WHERE lead_id = ${id} AND NOT EXISTS (SELECT 1 FROM bookings WHERE lead_id = ${id} AND state = 'booked')`;
  await describeLeads(query, [row]);
  return row;
}

export async function storeLeads(query: Query, insert: Insert, dialect: Dialect): Promise<InsertResult> {
  const { rows, source = "wire", visit, suspicion = [], deliveries = [], wish = {}, idempotency } = insert;
  const numbers = rows.flatMap(({ id }) =>
    wish.wishedPhone ? [{ lead_id: id, phone: wish.wishedPhone }] : [],
  );
  const given = sql`json_populate_recordset(NULL::lead_submissions, ${JSON.stringify(rows)}) AS lead`;
  const isSuspected = suspicion.length > 0;
  const [from, signals] = [visit && JSON.stringify(visit), isSuspected ? JSON.stringify(suspicion) : null];
  // The clock of a suspected lead stands still.
  const since = isSuspected ? sql`created_at` : sql`NULL`;
  await dialect.inOrder([
    // In the order of their ids, so two batches with ids in common wait for each other and do not deadlock.
    () => query`INSERT INTO lead_submissions (${COLUMNS}) SELECT ${COLUMNS} FROM ${given} ORDER BY id`,
    () => query`INSERT INTO lead_contexts (lead_id, source, due_at, visit, service, came_at, came_from,
        suspicion, outcome, outcome_at, answered_at, wished_at, wished_zone, wished_phone)
      SELECT id, ${source}, created_at + make_interval(hours => ${PROMISED_HOURS}), ${from}::text, selected_service,
        created_at, ${from}::json ->> 'from', ${signals}::text, ${isSuspected ? "suspected" : null}, ${since}, ${since},
        ${wish.wishedAt}::timestamptz, ${wish.wishedZone}, ${wish.wishedPhone}
      FROM ${given}`,
    () => query`${insertTexts(rows, numbers, [])}`,
    () => query`${plan(deliveries, isSuspected ? "cancelled" : "due")}`,
    ...(idempotency ? keysOf(query, rows, idempotency) : []),
  ]);
  if (idempotency) await forgetKeys(query, idempotency);
  return { kind: "stored", rows, repeated: false };
}

function keysOf(query: Query, rows: readonly LeadRow[], idempotency: Idempotency) {
  const { key: own, alias, fingerprint, usedAt, forgetBefore } = idempotency;
  const insert = (key: string) => {
    const used = { key, fingerprint, used_at: usedAt };
    const keys = rows.map(({ id }, position) => ({ ...used, position, lead_id: id }));
    return sql`INSERT INTO idempotency_keys (key, position, fingerprint, lead_id, used_at)
      SELECT key, position, fingerprint, lead_id, used_at
      FROM json_populate_recordset(NULL::idempotency_keys, ${JSON.stringify(keys)}) AS made WHERE TRUE`;
  };
  // An alias in use stays; a forgotten one is replaced.
  const insertAlias = (key: string) => query`${insert(key)} ON CONFLICT (key, position) DO UPDATE
    SET fingerprint = excluded.fingerprint, lead_id = excluded.lead_id, used_at = excluded.used_at
    WHERE idempotency_keys.used_at < ${forgetBefore}`;
  return [() => query`${insert(own)}`, ...(alias === undefined ? [] : [() => insertAlias(alias)])];
}

/** An equal request waits here until the first is committed, and then finds it: each statement sees earlier commits. */
export async function findRepeated(
  query: Query,
  { key, fingerprint, forgetBefore }: Idempotency,
): Promise<InsertResult | undefined> {
  await query`${lock(key)}`;
  const found =
    await query`SELECT ${LEAD_COLUMNS}, used.fingerprint, used.used_at < ${forgetBefore} AS forgotten
    FROM idempotency_keys AS used JOIN lead_submissions AS lead ON lead.id = used.lead_id
    WHERE used.key = ${key} ORDER BY used.position`;
  if (found.length === 0) return undefined;
  if (found.some(({ forgotten }) => Boolean(forgotten))) {
    await query`DELETE FROM idempotency_keys WHERE key = ${key}`;
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
  // Skips keys that another process is forgetting, so that nobody waits.
  const old = await query`SELECT key FROM idempotency_keys WHERE used_at < ${forgetBefore} LIMIT 1000
    FOR UPDATE SKIP LOCKED`;
  const keys = old.map(({ key }) => key);
  if (keys.length > 0) await query`DELETE FROM idempotency_keys WHERE key = ANY (${keys})`;
}

function insertTexts(
  leads: readonly LeadRow[],
  calls: readonly DatabaseRecord[],
  noted: readonly DatabaseRecord[],
): Sql {
  const of = (rows: readonly DatabaseRecord[], column: string) => {
    const byLead = Map.groupBy(rows, (row) => row["lead_id"]);
    return ({ id }: LeadRow) => (byLead.get(id) ?? []).map((row) => text(row, column));
  };
  const [numbers, notes] = [of(calls, "phone"), of(noted, "text")];
  const said = (lead: LeadRow) => searchedText(lead, { numbers: numbers(lead), notes: notes(lead) });
  const texts = JSON.stringify(leads.map((lead) => ({ id: lead.id, text: said(lead) })));
  return sql`INSERT INTO lead_texts (lead_id, text)
    SELECT id, text FROM json_to_recordset(${texts}) AS said (id uuid, text text) WHERE TRUE ON CONFLICT DO NOTHING`;
}

/** Leads in one transaction, so that a new lead does not wait long, and no statement reaches its time limit. */
const FILLED_AT_ONCE = 500;

const PATIENCE_MS = 2_000;
const MOST_TRIES = 5;

const NO_UUID = "00000000-0000-0000-0000-000000000000";

/** A source as the site writes it: short enough for an index, and without control characters. */
const SOURCE = v.object({ from: v.pipe(v.string(), v.regex(/^\P{C}{1,200}$/u)) });
const VISIT = v.fallback(v.optional(v.pipe(v.string(), v.parseJson(), SOURCE)), undefined);

/** `upTo`: the last lead that was filled; undefined when there are no more. */
interface Filled {
  kind: "filled";
  upTo: string | undefined;
}

type Fill = (after: string | undefined) => Promise<Filled | Unavailable>;

export async function fillLeads(query: Query, after: string | undefined = NO_UUID): Promise<Filled> {
  const next = await query`SELECT id FROM lead_submissions
    WHERE id > ${after} ORDER BY id LIMIT ${FILLED_AT_ONCE}`;
  const ids = next.map((record) => text(record, "id"));
  if (ids.length === 0) return { kind: "filled", upTo: undefined };
  await query`INSERT INTO lead_contexts (lead_id, source, due_at)
    SELECT id, 'wire', created_at + make_interval(hours => ${PROMISED_HOURS}) FROM lead_submissions AS lead
    WHERE id = ANY (${ids}) AND NOT EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = lead.id)
    ON CONFLICT DO NOTHING`;
  // An import can bring a call of a lead that an earlier import brought.
  const undescribed = await query`SELECT ${LEAD_COLUMNS} FROM lead_submissions AS lead
    WHERE lead.id = ANY (${ids})
    AND (NOT EXISTS (SELECT 1 FROM lead_texts WHERE lead_id = lead.id)
      OR EXISTS (SELECT 1 FROM bookings AS call JOIN lead_texts AS said ON said.lead_id = call.lead_id
        WHERE call.lead_id = lead.id AND said.text NOT LIKE '%' || call.phone || '%'))
    ORDER BY lead.id FOR NO KEY UPDATE`;
  await describeLeads(query, undescribed.map(toLeadRow));
  return { kind: "filled", upTo: ids.at(-1) };
}

/** Writes the searched texts of leads, which nothing else changes meanwhile. */
export async function describeLeads(query: Query, leads: readonly LeadRow[]): Promise<void> {
  if (leads.length === 0) return;
  const ids = leads.map(({ id }) => id);
  const calls = await query`SELECT lead_id, phone FROM bookings WHERE lead_id = ANY (${ids}) AND phone <> ''
    UNION SELECT lead_id, wished_phone FROM lead_contexts WHERE lead_id = ANY (${ids}) AND wished_phone <> ''`;
  const notes = await query`SELECT lead_id, text FROM lead_notes WHERE lead_id = ANY (${ids}) ORDER BY id`;
  await query`DELETE FROM lead_texts WHERE lead_id = ANY (${ids})`;
  await query`${insertTexts(leads, calls, notes)}`;
  const visits = await query`SELECT lead_id, visit FROM lead_contexts WHERE lead_id = ANY (${ids})`;
  const named = visits.map((record) => ({
    id: record["lead_id"],
    source: v.parse(VISIT, record["visit"] ?? undefined)?.from ?? null,
  }));
  await query`UPDATE lead_contexts
    SET service = lead.selected_service, came_at = lead.created_at, came_from = named.source
    FROM lead_submissions AS lead, json_to_recordset(${JSON.stringify(named)}) AS named (id uuid, source text)
    WHERE lead.id = lead_id AND named.id = lead_id`;
}

/** @throws {Error} when the store fails again and again: the other leads wait for the next start */
export async function fillAll(fill: Fill): Promise<void> {
  let after: string | undefined;
  for (let tries = 1; ; tries++) {
    const filled = await fill(after);
    if (filled.kind === "filled") {
      if (filled.upTo === undefined) return;
      [after, tries] = [filled.upTo, 0];
    } else if (tries === MOST_TRIES) throw new Error(filled.reason);
  }
}

/** Resolves when all leads are filled, or after a moment. */
export async function backfill(fill: Fill, log: (sentence: string) => void): Promise<void> {
  const backfilled = fillAll(fill).catch((error: unknown) =>
    log(`Some leads cannot be found in searches before the next start: ${messageOf(error)}.`),
  );
  await Promise.race([backfilled, wait(PATIENCE_MS, undefined, { ref: false })]);
}
