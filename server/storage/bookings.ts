/** Books, moves and cancels calls, one by one, so look-ups stay valid; with their mails and events. */
import { BookingSchema, type Booking } from "../../contract/booking.ts";
import { CALL_REMINDERS, type BookingEventType, type LeadEvent } from "../../contract/delivery.ts";
import type { LeadRow } from "../../contract/lead.ts";
import { REMINDER_KINDS, type Found, type NewDelivery, type Insert, type InsertResult } from "./store.ts";
import { findRepeated, storeLeads } from "./insert-leads.ts";
import { type Dialect, type Query, number, read, toLeadRow, LEAD_COLUMNS } from "./query.ts";

/** Times are ISO 8601 in UTC, here and below. */
export type CallTime = Pick<Booking, "startsAt" | "endsAt" | "blockedUntil">;

/** A limit for visitors' bookings; the agency's own may exceed it. */
export interface DayLimit {
  from: string;
  to: string;
  callsPerDay: number;
}

export interface BookedCall extends CallTime, Pick<Booking, "id" | "zone" | "phone"> {
  /** The lead to store with it, or the id of a stored lead. */
  lead: Insert | string;
  limit: DayLimit;
  now: string;
  deliveries: readonly NewDelivery[];
}

export interface CallChange {
  id: string;
  now: string;
  /** The address signed in to the inbox; undefined for the visitor, too. */
  by?: string | undefined;
  deliveries: readonly NewDelivery[];
}

export type BookResult =
  /** `repeated`: an earlier request made this booking; its present state. */
  | { kind: "booked"; booking: Booking; lead: LeadRow; repeated: boolean }
  | { kind: "taken" }
  | { kind: "has-call"; booking: Booking }
  | { kind: "missing" }
  | Exclude<InsertResult, { kind: "stored" }>;

/** `over`: the call has begun, or was cancelled. */
export type ChangeResult = Found<Booking> | { kind: "taken" } | { kind: "over" };

const LOCK = "bookings";

const COLUMNS =
  "id, lead_id, starts_at, ends_at, blocked_until, state, sequence, zone, phone, created_at, updated_at";

const UPCOMING = `SELECT booking.* FROM bookings AS booking JOIN lead_submissions AS lead ON lead.id = booking.lead_id
  WHERE lead.email = $1 AND booking.state = 'booked' AND booking.ends_at > $2`;

const OVERLAPPING = `SELECT 1 FROM bookings
  WHERE state = 'booked' AND blocked_until > $1 AND starts_at < $2 AND id <> $3
  UNION ALL SELECT 1 FROM closed_times WHERE ends_at > $1 AND starts_at < $2`;

const CALLS_OF_DAY = `SELECT count(*) AS calls FROM bookings
  WHERE state = 'booked' AND starts_at >= $1 AND starts_at < $2 AND id <> $3`;

const INSERT = `INSERT INTO bookings (${COLUMNS})
  VALUES ($1, $2, $3, $4, $5, 'booked', 0, $6, $7, $8, $8) RETURNING *`;

const MOVE = `UPDATE bookings
  SET starts_at = $2, ends_at = $3, blocked_until = $4, sequence = sequence + 1, updated_at = $5
  WHERE id = $1 RETURNING *`;

const CANCEL = `UPDATE bookings SET state = 'cancelled', sequence = sequence + 1, updated_at = $2
  WHERE id = $1 RETURNING *`;

// A won lead stays won, and a suspected one waits for a person.
const BECOMES_BOOKED = `UPDATE lead_contexts
  SET answered_at = coalesce(answered_at, $2), outcome = 'booked', outcome_at = $2, outcome_by = NULL
  WHERE lead_id = $1 AND (outcome IS NULL OR outcome = 'lost')`;

const NO_LONGER_BOOKED = `UPDATE lead_contexts SET outcome = NULL, outcome_at = NULL, outcome_by = NULL
  WHERE lead_id = $1 AND outcome = 'booked'`;

/** `$2`: the kinds of deliveries of the lead `$1` that are not needed any more. */
export const CANCEL_DUE =
  "UPDATE deliveries SET state = 'cancelled' WHERE lead_id = $1 AND state = 'due' AND kind = ANY ($2)";

const PLAN = `INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at, event)
  SELECT id, lead_id, kind, target, 'due', 0, not_before, not_before, $2
  FROM json_to_recordset($1) AS planned (id uuid, lead_id uuid, kind text, target text, not_before timestamptz)
  WHERE target = '' OR NOT EXISTS (SELECT 1 FROM disabled_targets AS disabled WHERE disabled.target = planned.target)`;

// Only the agency is notified of a call that looks like spam.
const CANCEL_FOR_SUSPECTED = `UPDATE deliveries SET state = 'cancelled' WHERE lead_id = $1 AND state = 'due' AND kind <> 'booking'
  AND EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = $1 AND outcome IN ('suspected', 'spam'))`;

export async function book(query: Query, call: BookedCall, dialect: Dialect): Promise<BookResult> {
  const { id, lead, now, limit, deliveries } = call;
  if (dialect.lockKey) await query(dialect.lockKey, [LOCK]);
  const insert = typeof lead === "string" ? undefined : lead;
  const repeated = insert?.idempotency && (await findRepeated(query, insert.idempotency, dialect));
  if (repeated && repeated.kind !== "stored") return repeated;
  const row = repeated?.rows[0] ?? insert?.rows[0] ?? (await leadOf(query, lead));
  if (!row) return { kind: "missing" };
  const [upcoming] = (await query(UPCOMING, [row.email, now])).map(toBooking);
  if (upcoming) {
    const isSame = upcoming.leadId === row.id && upcoming.startsAt === call.startsAt;
    if (isSame) return { kind: "booked", booking: upcoming, lead: row, repeated: true };
    return { kind: "has-call", booking: upcoming };
  }
  if (await isTaken(query, call, limit)) return { kind: "taken" };
  if (insert && !repeated) {
    const stored = await storeLeads(query, insert, dialect);
    if (stored.kind !== "stored") return stored;
  }
  const { startsAt, endsAt, blockedUntil, zone, phone } = call;
  const [inserted = {}] = await query(INSERT, [id, row.id, startsAt, endsAt, blockedUntil, zone, phone, now]);
  const booking = toBooking(inserted);
  await query(BECOMES_BOOKED, [row.id, now]);
  await query(CANCEL_DUE, [row.id, REMINDER_KINDS]);
  await plan(query, booking, { type: "booking.created", at: now }, deliveries);
  return { kind: "booked", booking, lead: row, repeated: false };
}

/** @param limit undefined: the agency moves it, and may do so beyond its own hours */
export async function moveBooking(
  query: Query,
  { id, now, by, deliveries, limit, ...time }: CallChange & CallTime & { limit?: DayLimit },
  dialect: Dialect,
): Promise<ChangeResult> {
  if (dialect.lockKey) await query(dialect.lockKey, [LOCK]);
  const known = await readBooking(query, id);
  if (!known) return { kind: "missing" };
  if (known.state !== "booked" || known.startsAt <= now) return { kind: "over" };
  if (known.startsAt === time.startsAt) return { kind: "ok", value: known };
  if (await isTaken(query, { id, ...time }, limit)) return { kind: "taken" };
  const [moved = {}] = await query(MOVE, [id, time.startsAt, time.endsAt, time.blockedUntil, now]);
  return changed(query, moved, { type: "booking.moved", at: now, by }, deliveries);
}

export async function cancelBooking(
  query: Query,
  { id, now, by, deliveries }: CallChange,
): Promise<ChangeResult> {
  const known = await readBooking(query, id);
  if (!known) return { kind: "missing" };
  if (known.state === "cancelled") return { kind: "ok", value: known };
  if (known.state !== "booked" || known.startsAt <= now) return { kind: "over" };
  const [cancelled = {}] = await query(CANCEL, [id, now]);
  await query(NO_LONGER_BOOKED, [known.leadId]);
  return changed(query, cancelled, { type: "booking.cancelled", at: now, by }, deliveries);
}

/** Marks a lead as booked again, once a person has cleared it of spam. */
export async function bookAgain(query: Query, leadId: string, now: string): Promise<void> {
  const [call] = await query("SELECT 1 FROM bookings WHERE lead_id = $1 AND state = 'booked'", [leadId]);
  if (!call) return;
  await query(BECOMES_BOOKED, [leadId, now]);
  await query(CANCEL_DUE, [leadId, REMINDER_KINDS]);
}

export const toBooking = (record: Record<string, unknown>): Booking => read(BookingSchema, record);

async function leadOf(query: Query, lead: Insert | string): Promise<LeadRow | undefined> {
  const rows = await query(`SELECT ${LEAD_COLUMNS} FROM lead_submissions AS lead WHERE lead.id = $1`, [lead]);
  return rows.map(toLeadRow)[0];
}

async function readBooking(query: Query, id: string): Promise<Booking | undefined> {
  return (await query("SELECT * FROM bookings WHERE id = $1 FOR UPDATE", [id])).map(toBooking)[0];
}

async function isTaken(
  query: Query,
  { id, startsAt, blockedUntil }: CallTime & { id: string },
  limit: DayLimit | undefined,
): Promise<boolean> {
  if ((await query(OVERLAPPING, [startsAt, blockedUntil, id])).length > 0) return true;
  if (!limit) return false;
  const [counted] = await query(CALLS_OF_DAY, [limit.from, limit.to, id]);
  return number(counted, "calls") >= limit.callsPerDay;
}

async function changed(
  query: Query,
  record: Record<string, unknown>,
  event: LeadEvent & { type: BookingEventType },
  deliveries: readonly NewDelivery[],
): Promise<ChangeResult> {
  const booking = toBooking(record);
  await query(CANCEL_DUE, [booking.leadId, CALL_REMINDERS]);
  await plan(query, booking, event, deliveries);
  return { kind: "ok", value: booking };
}

/** Each delivery stores the call as it is now, so that it reports what it was planned for. */
async function plan(query: Query, booking: Booking, event: LeadEvent, deliveries: readonly NewDelivery[]) {
  const planned = deliveries.map(({ id, kind, target, notBefore }) => ({
    id,
    lead_id: booking.leadId,
    kind,
    target,
    not_before: notBefore,
  }));
  await query(PLAN, [JSON.stringify(planned), JSON.stringify({ ...event, booking })]);
  await query(CANCEL_FOR_SUSPECTED, [booking.leadId]);
}
