import { BookingSchema, type Booking } from "../../contract/call/booking.ts";
import type { Change } from "../../contract/inbox/leads-admin.ts";
import {
  DECIDED_OUTCOMES,
  SPAM_OUTCOMES,
} from "../../contract/inbox/outcome.ts";
import type { LeadRow } from "../../contract/lead/lead.ts";
import { zoneAfterMove } from "../../contract/locale/visitor-zone.ts";
import type { LeadEvent } from "../../contract/mail/delivery.ts";
import { isOutcome } from "../deliveries/conditions.ts";
import { upcomingOf } from "../deliveries/upcoming-call.ts";
import {
  lockCalls,
  recordChange,
  refuseStale,
  type LeadChange,
} from "../leads/history.ts";
import {
  writeSearchedText,
  findRepeated,
  insertLeadRows,
} from "../leads/insert-leads.ts";
import { answerOthers, joinPerson } from "../leads/person.ts";
import type { Database } from "../store/database.ts";
import { type Query, parseRecord, lockLead, countOf } from "../store/query.ts";
import { sql, type Sql } from "../store/sql.ts";
import type { Insert } from "../store/store.ts";
import {
  cancelOutdated,
  cancelUnsent,
  enqueue,
  withoutMails,
  type DeliveryPlan,
} from "./call-deliveries.ts";

export interface CallTime extends Pick<
  Booking,
  "startsAt" | "endsAt" | "blockedUntil"
> {
  /**
   * How many calls the day may have; undefined if the agency picks the time.
   */
  limit?: { from: string; to: string; callsPerDay: number } | undefined;
}

type CallDetails = Pick<Booking, "id" | "zone" | "phone" | "phoneTyped">;

export interface NewCall
  extends CallTime, DeliveryPlan, Omit<LeadChange, "id">, CallDetails {}

/** `id` is the id of the call, not of its lead. */
interface CallChange extends DeliveryPlan, LeadChange {}

export type BookResult =
  /**
   * `repeated`: an earlier request made this
   * booking. `stored`: this request stored the lead.
   */
  | {
      kind: "booked";
      booking: Booking;
      lead: LeadRow;
      repeated: boolean;
      stored: boolean;
    }
  /**
   * `booking`: the coming call of the lead,
   * or of another lead with the same address.
   */
  | { kind: "has-call"; booking: Booking }
  | { kind: "taken" | "missing" };

/** `over`: the call has begun, or was cancelled. */
export type ChangeResult =
  | { kind: "changed"; booking: Booking }
  | { kind: "missing" | "taken" | "over" };

/**
 * Books a call. A new lead is stored together with its call, or not at all.
 * @param leadOrId a new lead, or the id of a stored lead @throws {StaleFailure}
 */
export function bookCall(
  db: Database,
  leadOrId: Insert | string,
  call: NewCall,
) {
  return db.write(async (query): Promise<BookResult> => {
    await query`${lockCalls}`;
    if (typeof leadOrId === "string") {
      const lead = await lockLead(query, leadOrId);
      return lead ? bookFor(query, lead, call) : { kind: "missing" };
    }
    const { idempotency } = leadOrId;
    const repeated = idempotency && (await findRepeated(query, idempotency));
    const [lead] = (repeated ?? leadOrId).rows;
    if (!lead) return { kind: "missing" };
    return bookFor(query, lead, call, repeated ? undefined : leadOrId);
  });
}

/** @param insert the lead, if it is not stored yet */
async function bookFor(
  query: Query,
  lead: LeadRow,
  call: NewCall,
  insert?: Insert,
): Promise<BookResult> {
  const { id } = lead;
  const { now, by, startsAt } = call;
  const upcoming = await upcomingOf(query, lead, now);
  if (upcoming?.leadId === id && upcoming.startsAt === startsAt)
    return {
      kind: "booked",
      booking: upcoming,
      lead,
      repeated: true,
      stored: false,
    };
  const change = { ...call, id };
  const booked = { kind: "call-booked", startsAt } as const;
  await refuseStale(query, change, booked);
  // `taken` is checked before `has-call`. Otherwise, anybody could ask for a
  // taken time to find out whether an address has a call.
  if (await isTaken(query, call)) return { kind: "taken" };
  if (upcoming) return { kind: "has-call", booking: upcoming };
  if (insert) await insertLeadRows(query, withoutMails(insert));
  const number = await recordChange(query, change, booked);
  if (number === undefined) return { kind: "missing" };
  const booking = await insertCall(query, id, call);
  const replaced = sql`kind IN ('confirmation', 'notification', 'missed')`;
  await query`${cancelUnsent(id, number, replaced)}`;
  if (call.phone !== "") await writeSearchedText(query, id);
  await markBooked(query, id, now);
  await settleCalls(query, id);
  await joinPerson(query, id);
  await answerOthers(query, change, number);
  await enqueue(query, booking, { type: "booking.created", at: now, by }, call);
  return {
    kind: "booked",
    booking,
    lead,
    repeated: false,
    stored: insert !== undefined,
  };
}

async function insertCall(
  query: Query,
  leadId: string,
  call: NewCall,
): Promise<Booking> {
  const { id, startsAt, endsAt, blockedUntil } = call;
  const { zone, phone, phoneTyped, now } = call;
  const [inserted = {}] = await query`INSERT INTO bookings
      (id, lead_id, starts_at, ends_at, blocked_until, state, sequence, zone,
      phone, phone_typed,
        created_at, updated_at)
    VALUES (${id}, ${leadId}, ${startsAt}, ${endsAt}, ${blockedUntil}, 'booked',
      0, ${zone}, ${phone}, ${phoneTyped}, ${now}, ${now})
    RETURNING *`;
  // A call by video leaves the number that the visitor gave.
  const isLeft = sql`${phone} = '' AND wished_phone <> ''`;
  await query`UPDATE lead_contexts SET wished_at = NULL
    WHERE lead_id = ${leadId}`;
  await query`UPDATE lead_contexts SET wished_zone = NULL, wished_phone = NULL,
    wished_typed = NULL WHERE lead_id = ${leadId} AND NOT (${isLeft})`;
  return toBooking(inserted);
}

interface CallEdit {
  wanted: Pick<Change, "kind" | "startsAt" | "reason">;
  isDone: (call: Booking) => boolean;
  /** The time that must be free. */
  time?: CallTime;
  edited: (call: Booking) => Booking;
  event: (call: Booking) => Pick<LeadEvent, "type" | "movedFrom" | "reason">;
}

/**
 * Moves a call, even to a time outside the
 * working hours. @throws {StaleFailure}
 */
export const moveCall = (
  db: Database,
  change: CallChange,
  time: CallTime,
  zone?: string,
) =>
  editCall(db, change, {
    wanted: { kind: "call-moved", startsAt: time.startsAt },
    isDone: ({ state, startsAt }) =>
      state === "booked" && startsAt === time.startsAt,
    time,
    edited: (call) => ({
      ...call,
      ...time,
      zone: zone ?? zoneAfterMove(call.zone, call.startsAt, time.startsAt),
    }),
    event: ({ startsAt }) => ({ type: "booking.moved", movedFrom: startsAt }),
  });

/** @throws {StaleFailure} */
export const cancelCall = (db: Database, change: CallChange, reason?: string) =>
  editCall(db, change, {
    wanted: { kind: "call-cancelled", reason },
    isDone: ({ state }) => state === "cancelled",
    edited: (call) => ({ ...call, state: "cancelled" }),
    event: () => ({ type: "booking.cancelled", reason }),
  });

function editCall(db: Database, change: CallChange, edit: CallEdit) {
  const { id, now, by } = change;
  const { wanted, isDone, time } = edit;
  const { edited, event } = edit;
  return db.write(async (query): Promise<ChangeResult> => {
    const call = await lockedCall(query, id);
    if (!call) return { kind: "missing" };
    if (isDone(call)) return { kind: "changed", booking: call };
    const ofLead = { ...change, id: call.leadId };
    await refuseStale(query, ofLead, wanted);
    if (isOver(call, now)) return { kind: "over" };
    if (time && (await isTaken(query, { id, ...time })))
      return { kind: "taken" };
    const number = await recordChange(query, ofLead, wanted);
    if (number === undefined) return { kind: "missing" };
    await cancelOutdated(query, call, number);
    const booking = await updateCall(query, edited(call), now, number);
    await settleCalls(query, call.leadId);
    await enqueue(query, booking, { ...event(call), at: now, by }, change);
    return { kind: "changed", booking };
  });
}

/**
 * Reads a call. No other transaction changes calls until this transaction ends.
 */
export async function lockedCall(
  query: Query,
  id: string,
): Promise<Booking | undefined> {
  await query`${lockCalls}`;
  return (await callsWhere(query, sql`id = ${id}`))[0];
}

const isOver = ({ state, startsAt }: Booking, now: string) =>
  state !== "booked" || startsAt <= now;

/** @param number of the change in the history of the lead */
async function updateCall(
  query: Query,
  call: Booking,
  now: string,
  number: number,
): Promise<Booking> {
  const { id, zone, startsAt } = call;
  const { endsAt, blockedUntil, state } = call;
  const canceledBy = state === "cancelled" ? number : undefined;
  const [updated = {}] = await query`UPDATE bookings SET zone = ${zone},
    starts_at = ${startsAt}, ends_at = ${endsAt},
    blocked_until = ${blockedUntil},
    state = ${state}, sequence = sequence + 1, updated_at = ${now},
    canceled_by = ${canceledBy} WHERE id = ${id} RETURNING *`;
  return toBooking(updated);
}

/**
 * Copies to the lead what its lists read of its
 * calls. An outcome answers the calls before it.
 */
export async function settleCalls(query: Query, leadId: string) {
  const isDecided = isOutcome("outcome", ...DECIDED_OUTCOMES);
  const undecided = sql`(NOT ${isDecided} OR starts_at > outcome_at)`;
  await query`UPDATE lead_contexts SET
    has_call = (SELECT count(*) FROM (SELECT 1 FROM bookings
      WHERE lead_id = ${leadId} AND state <> 'cancelled' LIMIT 1) AS call),
    call_ends_at = (SELECT min(ends_at) FROM bookings
      WHERE lead_id = ${leadId} AND state = 'booked' AND ${undecided})
    WHERE lead_id = ${leadId}`;
}

export async function markBooked(
  query: Query,
  leadId: string,
  now: string,
): Promise<void> {
  // A won lead stays won. A lead that is or may be spam waits for a person.
  await query`UPDATE lead_contexts
    SET answered_at = coalesce(answered_at, ${now}), outcome = NULL,
      outcome_at = NULL,
      outcome_by = NULL WHERE lead_id = ${leadId}
      AND NOT ${isOutcome("outcome", "won", ...SPAM_OUTCOMES)}
      AND EXISTS (SELECT 1 FROM bookings
        WHERE lead_id = ${leadId} AND state = 'booked')`;
}

export const toBooking = (record: Record<string, unknown>) =>
  parseRecord(BookingSchema, record);

export const callsWhere = async (
  query: Query,
  where: Sql,
): Promise<Booking[]> =>
  (await query`SELECT * FROM bookings WHERE ${where}`).map(toBooking);

export async function isTaken(
  query: Query,
  call: CallTime & Pick<Booking, "id">,
) {
  const { id, startsAt, blockedUntil, limit } = call;
  const others = sql`state = 'booked' AND id <> ${id}`;
  const overlapping = await query`SELECT 1 FROM bookings
    WHERE ${others} AND blocked_until > ${startsAt}
      AND starts_at < ${blockedUntil}
    UNION ALL SELECT 1 FROM closed_times
    WHERE ends_at > ${startsAt} AND starts_at < ${blockedUntil}`;
  if (overlapping.length > 0) return true;
  if (!limit) return false;
  const { from, to, callsPerDay } = limit;
  const thatDay = sql`bookings
    WHERE ${others} AND starts_at >= ${from} AND starts_at < ${to}`;
  return (await countOf(query, thatDay)) >= callsPerDay;
}
