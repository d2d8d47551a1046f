/** Books, moves and cancels calls, one by one, so look-ups stay valid; with their mails and events. */
import { BookingSchema, type Booking } from "../../contract/booking.ts";
import { CALL_REMINDERS, type LeadEvent } from "../../contract/delivery.ts";
import type { LeadRow } from "../../contract/lead.ts";
import { REMINDER_KINDS, type Found, type NewDelivery, type Insert, type InsertResult } from "./store.ts";
import { COUNTS } from "./conditions.ts";
import { describeLeads, findRepeated, PLAN, storeLeads } from "./insert-leads.ts";
import { type Dialect, type Query, number, read, toLeadRow, LEAD_COLUMNS, LEADS, LOCK } from "./query.ts";

/** Times are ISO 8601 in UTC, here and below. */
export type CallTime = Pick<Booking, "startsAt" | "endsAt" | "blockedUntil">;

/** A limit for visitors' bookings; the agency's own may exceed it. */
export interface DayLimit {
  from: string;
  to: string;
  callsPerDay: number;
}

interface Wanted extends CallTime {
  id: string;
  limit?: DayLimit | undefined;
}

interface Planned {
  now: string;
  deliveries: readonly Omit<NewDelivery, "leadId">[];
}

export interface BookedCall extends Wanted, Planned, Pick<Booking, "zone" | "phone"> {
  /** The lead to store with it, or the id of a stored lead. */
  lead: Insert | string;
}

interface CallChange extends Planned {
  id: string;
  /** Without it the call is cancelled. */
  time?: (CallTime & Pick<Wanted, "limit">) | undefined;
  /** The address signed in to the inbox; undefined for the visitor, too. */
  by?: string | undefined;
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

/** Locks all calls. */
const ALL_CALLS = "bookings";

const LEAD = `SELECT ${LEAD_COLUMNS} FROM lead_submissions AS lead WHERE lead.id = $1 FOR UPDATE`;

// A suspected lead's call, which a stranger may have made, keeps nobody else with that address from booking.
const UPCOMING = `SELECT booking.* FROM ${LEADS} JOIN bookings AS booking ON booking.lead_id = lead.id
  WHERE lead.email = $1 AND booking.state = 'booked' AND booking.ends_at > $2 AND (lead.id = $3 OR ${COUNTS})
  ORDER BY lead.id <> $3`;

const OVERLAPPING = `SELECT 1 FROM bookings
  WHERE state = 'booked' AND blocked_until > $1 AND starts_at < $2 AND id <> $3
  UNION ALL SELECT 1 FROM closed_times WHERE ends_at > $1 AND starts_at < $2`;

const CALLS_OF_DAY = `SELECT count(*) AS calls FROM bookings
  WHERE state = 'booked' AND starts_at >= $1 AND starts_at < $2 AND id <> $3`;

const INSERT = `INSERT INTO bookings
  (id, lead_id, starts_at, ends_at, blocked_until, state, sequence, zone, phone, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, 'booked', 0, $6, $7, $8, $8) RETURNING *`;

const CHANGE = `UPDATE bookings SET starts_at = $2, ends_at = $3, blocked_until = $4, state = $5,
  sequence = sequence + 1, updated_at = $6 WHERE id = $1 RETURNING *`;

// A won lead stays won, and a suspected one waits for a person.
const BECOMES_BOOKED = `UPDATE lead_contexts
  SET answered_at = coalesce(answered_at, $2), outcome = 'booked', outcome_at = $2, outcome_by = NULL
  WHERE lead_id = $1 AND (outcome IS NULL OR outcome = 'lost')`;

const NO_LONGER_BOOKED = `UPDATE lead_contexts SET outcome = NULL, outcome_at = NULL, outcome_by = NULL
  WHERE lead_id = $1 AND outcome = 'booked'`;

/** `$2`: the kinds of deliveries of the lead `$1` that are not needed any more. */
export const CANCEL_DUE =
  "UPDATE deliveries SET state = 'cancelled' WHERE lead_id = $1 AND state = 'due' AND kind = ANY ($2)";

// Only the agency is notified of a call that looks like spam.
const CANCEL_FOR_SUSPECTED = `UPDATE deliveries SET state = 'cancelled' WHERE lead_id = $1 AND state = 'due' AND kind <> 'booking'
  AND EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = $1 AND outcome IN ('suspected', 'spam'))`;

export async function book(query: Query, call: BookedCall, dialect: Dialect): Promise<BookResult> {
  const { id, lead, now, deliveries } = call;
  await query(LOCK, [ALL_CALLS]);
  const insert = typeof lead === "string" ? undefined : lead;
  const repeated = insert?.idempotency && (await findRepeated(query, insert.idempotency));
  if (repeated && repeated.kind !== "stored") return repeated;
  const stored = insert ? [] : await query(LEAD, [lead]);
  const row = repeated?.rows[0] ?? insert?.rows[0] ?? stored.map(toLeadRow)[0];
  if (!row) return { kind: "missing" };
  const [upcoming] = (await query(UPCOMING, [row.email, now, row.id])).map(toBooking);
  const isSame = upcoming?.leadId === row.id && upcoming.startsAt === call.startsAt;
  if (isSame) return { kind: "booked", booking: upcoming, lead: row, repeated: true };
  // Before the next answer: whoever asks about an address without a call books one, and so is limited.
  if (await isTaken(query, call)) return { kind: "taken" };
  if (upcoming) return { kind: "has-call", booking: upcoming };
  if (insert && !repeated) await storeLeads(query, insert, dialect);
  const { startsAt, endsAt, blockedUntil, zone, phone } = call;
  const [inserted = {}] = await query(INSERT, [id, row.id, startsAt, endsAt, blockedUntil, zone, phone, now]);
  const booking = toBooking(inserted);
  if (phone !== "") await describeLeads(query, [row]);
  await markBooked(query, row.id, now);
  await plan(query, booking, { type: "booking.created", at: now }, deliveries);
  return { kind: "booked", booking, lead: row, repeated: false };
}

/** Moves a call or cancels it. Without a limit the agency moves it, and may do so beyond its own hours. */
export async function changeBooking(
  query: Query,
  { id, time, now, by, deliveries }: CallChange,
): Promise<ChangeResult> {
  await query(LOCK, [ALL_CALLS]);
  const [known] = (await query("SELECT * FROM bookings WHERE id = $1 FOR UPDATE", [id])).map(toBooking);
  if (!known) return { kind: "missing" };
  if (!time && known.state === "cancelled") return { kind: "ok", value: known };
  if (known.state !== "booked" || known.startsAt <= now) return { kind: "over" };
  if (time?.startsAt === known.startsAt) return { kind: "ok", value: known };
  if (time && (await isTaken(query, { id, ...time }))) return { kind: "taken" };
  const { startsAt, endsAt, blockedUntil } = time ?? known;
  const state = time ? "booked" : "cancelled";
  const [changed = {}] = await query(CHANGE, [id, startsAt, endsAt, blockedUntil, state, now]);
  const booking = toBooking(changed);
  if (!time) await query(NO_LONGER_BOOKED, [booking.leadId]);
  await query(CANCEL_DUE, [booking.leadId, CALL_REMINDERS]);
  const type = time ? "booking.moved" : "booking.cancelled";
  await plan(query, booking, { type, at: now, by }, deliveries);
  return { kind: "ok", value: booking };
}

/** Marks a lead as answered and booked if it has a call: once that is made, or a person has cleared the lead of spam. */
export async function markBooked(query: Query, leadId: string, now: string): Promise<void> {
  const [call] = await query("SELECT 1 FROM bookings WHERE lead_id = $1 AND state = 'booked'", [leadId]);
  if (!call) return;
  await query(BECOMES_BOOKED, [leadId, now]);
  await query(CANCEL_DUE, [leadId, REMINDER_KINDS]);
}

export const toBooking = (record: Record<string, unknown>): Booking => read(BookingSchema, record);

async function isTaken(query: Query, { id, startsAt, blockedUntil, limit }: Wanted): Promise<boolean> {
  if ((await query(OVERLAPPING, [startsAt, blockedUntil, id])).length > 0) return true;
  if (!limit) return false;
  const [counted] = await query(CALLS_OF_DAY, [limit.from, limit.to, id]);
  return number(counted, "calls") >= limit.callsPerDay;
}

/** Each delivery stores the call as it is now, so that it reports what it was planned for. */
async function plan(query: Query, booking: Booking, event: LeadEvent, deliveries: Planned["deliveries"]) {
  await query(PLAN, [
    JSON.stringify(deliveries),
    JSON.stringify({ ...event, booking }),
    booking.leadId,
    "due",
  ]);
  await query(CANCEL_FOR_SUSPECTED, [booking.leadId]);
}
