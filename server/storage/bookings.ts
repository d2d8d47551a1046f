/** Books, moves and cancels calls, one by one, so look-ups stay valid; with their mails and events. */
import { BookingSchema, type Booking } from "../../contract/booking.ts";
import { CALL_REMINDERS, type DeliveryKind, type LeadEvent } from "../../contract/delivery.ts";
import type { LeadRow } from "../../contract/lead.ts";
import { REMINDER_KINDS, type Found, type NewDelivery, type Insert, type InsertResult } from "./store.ts";
import { COUNTS } from "./conditions.ts";
import { describeLeads, findRepeated, plan, storeLeads } from "./insert-leads.ts";
import { type Dialect, type Query, number, read, toLeadRow, LEAD_COLUMNS, LEADS, lock } from "./query.ts";
import { sql, type Sql } from "./sql.ts";

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

/** With dead ones, which `revive` would send. @param kinds those that the lead does not need any more */
export const cancelDue = (leadId: string, kinds: readonly DeliveryKind[]): Sql =>
  sql`UPDATE deliveries SET state = 'cancelled' WHERE lead_id = ${leadId} AND state IN ('due', 'dead') AND kind = ANY (${kinds})`;

export async function book(query: Query, call: BookedCall, dialect: Dialect): Promise<BookResult> {
  const { id, lead, now, deliveries } = call;
  await query`${lock(ALL_CALLS)}`;
  const insert = typeof lead === "string" ? undefined : lead;
  const repeated = insert?.idempotency && (await findRepeated(query, insert.idempotency));
  if (repeated && repeated.kind !== "stored") return repeated;
  const stored = insert
    ? []
    : await query`SELECT ${LEAD_COLUMNS} FROM lead_submissions AS lead WHERE lead.id = ${lead} FOR NO KEY UPDATE`;
  const row = repeated?.rows[0] ?? insert?.rows[0] ?? stored.map(toLeadRow)[0];
  if (!row) return { kind: "missing" };
  // A suspected lead's call, which a stranger may have made, keeps nobody else with that address from booking.
  const theirs =
    await query`SELECT booking.* FROM ${LEADS} JOIN bookings AS booking ON booking.lead_id = lead.id
    WHERE lead.email = ${row.email} AND booking.state = 'booked' AND booking.ends_at > ${now}
      AND (lead.id = ${row.id} OR ${COUNTS})
    ORDER BY lead.id <> ${row.id}`;
  const [upcoming] = theirs.map(toBooking);
  const isSame = upcoming?.leadId === row.id && upcoming.startsAt === call.startsAt;
  if (isSame) return { kind: "booked", booking: upcoming, lead: row, repeated: true };
  // Before the next answer: whoever asks about an address without a call books one, and so is limited.
  if (await isTaken(query, call)) return { kind: "taken" };
  if (upcoming) return { kind: "has-call", booking: upcoming };
  if (insert && !repeated) await storeLeads(query, insert, dialect);
  const { startsAt, endsAt, blockedUntil, zone, phone } = call;
  const [inserted = {}] = await query`INSERT INTO bookings
      (id, lead_id, starts_at, ends_at, blocked_until, state, sequence, zone, phone, created_at, updated_at)
    VALUES (${id}, ${row.id}, ${startsAt}, ${endsAt}, ${blockedUntil}, 'booked', 0, ${zone}, ${phone}, ${now}, ${now})
    RETURNING *`;
  const booking = toBooking(inserted);
  if (phone !== "") await describeLeads(query, [row]);
  await markBooked(query, row.id, now);
  await planEvent(query, booking, { type: "booking.created", at: now }, deliveries);
  return { kind: "booked", booking, lead: row, repeated: false };
}

/** Moves a call or cancels it. Without a limit the agency moves it, and may do so beyond its own hours. */
export async function changeBooking(
  query: Query,
  { id, time, now, by, deliveries }: CallChange,
): Promise<ChangeResult> {
  await query`${lock(ALL_CALLS)}`;
  const [known] = (await query`SELECT * FROM bookings WHERE id = ${id} FOR UPDATE`).map(toBooking);
  if (!known) return { kind: "missing" };
  if (!time && known.state === "cancelled") return { kind: "ok", value: known };
  if (known.state !== "booked" || known.startsAt <= now) return { kind: "over" };
  if (time?.startsAt === known.startsAt) return { kind: "ok", value: known };
  if (time && (await isTaken(query, { id, ...time }))) return { kind: "taken" };
  const { startsAt, endsAt, blockedUntil } = time ?? known;
  const state = time ? "booked" : "cancelled";
  const [changed = {}] = await query`UPDATE bookings SET starts_at = ${startsAt}, ends_at = ${endsAt},
    blocked_until = ${blockedUntil}, state = ${state}, sequence = sequence + 1, updated_at = ${now}
    WHERE id = ${id} RETURNING *`;
  const booking = toBooking(changed);
  if (!time)
    await query`UPDATE lead_contexts SET outcome = NULL, outcome_at = NULL, outcome_by = NULL
      WHERE lead_id = ${booking.leadId} AND outcome = 'booked'`;
  await query`${cancelDue(booking.leadId, CALL_REMINDERS)}`;
  const type = time ? "booking.moved" : "booking.cancelled";
  await planEvent(query, booking, { type, at: now, by }, deliveries);
  return { kind: "ok", value: booking };
}

/** Marks a lead as answered and booked if it has a call: once that is made, or a person has cleared the lead of spam. */
export async function markBooked(query: Query, leadId: string, now: string): Promise<void> {
  const [call] = await query`SELECT 1 FROM bookings WHERE lead_id = ${leadId} AND state = 'booked'`;
  if (!call) return;
  // A won lead stays won, and a suspected one waits for a person.
  await query`UPDATE lead_contexts
    SET answered_at = coalesce(answered_at, ${now}), outcome = 'booked', outcome_at = ${now}, outcome_by = NULL
    WHERE lead_id = ${leadId} AND (outcome IS NULL OR outcome = 'lost')`;
  await query`${cancelDue(leadId, REMINDER_KINDS)}`;
}

export const toBooking = (record: Record<string, unknown>): Booking => read(BookingSchema, record);

async function isTaken(query: Query, { id, startsAt, blockedUntil, limit }: Wanted): Promise<boolean> {
  const overlapping = await query`SELECT 1 FROM bookings
    WHERE state = 'booked' AND blocked_until > ${startsAt} AND starts_at < ${blockedUntil} AND id <> ${id}
    UNION ALL SELECT 1 FROM closed_times WHERE ends_at > ${startsAt} AND starts_at < ${blockedUntil}`;
  if (overlapping.length > 0) return true;
  if (!limit) return false;
  const [counted] = await query`SELECT count(*) AS calls FROM bookings
    WHERE state = 'booked' AND starts_at >= ${limit.from} AND starts_at < ${limit.to} AND id <> ${id}`;
  return number(counted, "calls") >= limit.callsPerDay;
}

/** Each delivery stores the call as it is now, so that it reports what it was planned for. */
async function planEvent(
  query: Query,
  booking: Booking,
  event: LeadEvent,
  deliveries: Planned["deliveries"],
) {
  const { leadId } = booking;
  await query`${plan(deliveries, "due", { leadId, event: { ...event, booking } })}`;
  // Only the agency is notified of a call that looks like spam.
  await query`UPDATE deliveries SET state = 'cancelled'
    WHERE lead_id = ${leadId} AND state = 'due' AND kind <> 'booking'
      AND EXISTS (SELECT 1 FROM lead_contexts WHERE lead_id = ${leadId} AND outcome IN ('suspected', 'spam'))`;
}
