/** The agency's calendar: calls, no-shows, busy times and closed times. */
import * as v from "valibot";
import { BookingLineSchema, ClosedTimeSchema } from "../../contract/booking.ts";
import type { Booking, Busy, ClosedTime } from "../../contract/booking.ts";
import { CALL_REMINDERS, type DeliveryKind } from "../../contract/delivery.ts";
import { toBooking } from "./bookings.ts";
import { type Query, falseTimes, flag, read, text, LEADS } from "./query.ts";
import { allOf, sql } from "./sql.ts";

const LineSchema = v.object({ ...BookingLineSchema.entries, suspected: flag });

const BusySchema = v.object({ startsAt: v.string(), endsAt: v.string(), call: flag });

/** Calls that end after a time, the earliest first; or one of them. */
export async function bookings(query: Query, { since, id }: { since: string; id?: string | undefined }) {
  const where = allOf(sql`booking.ends_at > ${since}`, id !== undefined && sql`booking.id = ${id}`);
  const rows = await query`SELECT booking.*, lead.name, lead.company_name, lead.email,
      coalesce(context.outcome = 'suspected', FALSE) AS suspected
    FROM ${LEADS} JOIN bookings AS booking ON booking.lead_id = lead.id
    WHERE ${where} ORDER BY booking.starts_at, booking.id`;
  return rows.map((row) => read(LineSchema, row));
}

export async function busyTimes(query: Query, { since }: { since: string }): Promise<Busy[]> {
  const rows = await query`SELECT starts_at, blocked_until AS ends_at, TRUE AS call FROM bookings
    WHERE state = 'booked' AND blocked_until > ${since}
    UNION ALL SELECT starts_at, ends_at, FALSE FROM closed_times WHERE ends_at > ${since}`;
  return rows.filter((row) => falseTimes(row).length === 0).map((row) => read(BusySchema, row));
}

export async function closedTimes(query: Query, { since }: { since: string }) {
  const rows = await query`SELECT * FROM closed_times WHERE ends_at > ${since} ORDER BY starts_at, id`;
  return rows.map((row) => read(ClosedTimeSchema, row));
}

export async function closeTime(query: Query, closed: ClosedTime) {
  await query`INSERT INTO closed_times VALUES (${closed.id}, ${closed.startsAt}, ${closed.endsAt})`;
  return closed;
}

export async function openTimesAgain(query: Query, ids: readonly string[]) {
  const opened = await query`DELETE FROM closed_times WHERE id = ANY (${ids}) RETURNING id`;
  return opened.length;
}

/** A no-show can be marked once the call has begun. */
export async function missBooking(query: Query, { id, now }: { id: string; now: string }) {
  const [missed] = await query`UPDATE bookings SET state = 'missed', updated_at = ${now}
    WHERE id = ${id} AND state IN ('booked', 'missed') AND starts_at <= ${now} RETURNING *`;
  return missed ? toBooking(missed) : undefined;
}

/** Whether to skip a mail about a call: a newer version replaces it, and there are no reminders after the start. */
export async function isOutdated(
  query: Query,
  kind: DeliveryKind,
  { id, sequence }: Pick<Booking, "id" | "sequence">,
  now: string,
): Promise<boolean> {
  const [call] = await query`SELECT starts_at FROM bookings WHERE id = ${id} AND sequence = ${sequence}`;
  return !call || (CALL_REMINDERS.includes(kind) && text(call, "starts_at") <= now);
}
