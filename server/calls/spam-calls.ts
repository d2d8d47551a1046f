/**
 * Calls of leads that are marked as spam. The
 * agency's calendar is told; the sender is not.
 */

import type { Booking } from "../../contract/call/booking.ts";
import type { LeadChange } from "../leads/history.ts";
import { deliveryRow } from "../leads/insert-leads.ts";
import { columnOf, type DatabaseRecord, type Query } from "../store/query.ts";
import { either, field, insertRows, sql, type Sql } from "../store/sql.ts";
import { callsWhere, isTaken, toBooking } from "./bookings.ts";
import { enqueue } from "./call-deliveries.ts";

export class TimeTaken extends Error {}

const isMailAbout = ({ id, leadId }: Booking, kind = "booking") =>
  sql`lead_id = ${leadId} AND kind = ${kind} AND event LIKE ${`%${id}%`}`;

/** Matches mails that the reader has or may have. */
const HAS_LEFT = sql`(state = 'sent' OR lease_id IS NOT NULL
  OR why IN ('written', 'unconfirmed'))`;

/** Matches news of this cancellation, and of none before. */
const isCancellation = ({ sequence }: Booking) => sql`(
  ${field("event", "type")} = 'booking.cancelled' AND ${either(
    sql`(event::json -> 'booking' ->> 'sequence')::integer`,
    sql`event ->> '$.booking.sequence'`,
  )} = ${sequence})`;

/**
 * Cancels the coming call of a lead that is marked as spam, also in the
 * calendars of the agency's addresses that were invited. @param number of the
 * mark in the history of the lead
 */
export async function cancelSpamCall(
  query: Query,
  change: LeadChange,
  number: number,
) {
  const { id, now } = change;
  const canceled = await query`UPDATE bookings
    SET state = 'cancelled', sequence = sequence + 1, updated_at = ${now},
      canceled_by = ${number}
    WHERE lead_id = ${id} AND state = 'booked' AND starts_at > ${now}
    RETURNING *`;
  for (const booking of canceled.map(toBooking)) {
    const invited = await query`SELECT DISTINCT target FROM deliveries
      WHERE ${isMailAbout(booking)} AND ${HAS_LEFT}`;
    await tellAgency(query, booking, "booking.cancelled", change, invited);
  }
}

/** @param targets rows with the addresses of the agency that are told */
function tellAgency(
  query: Query,
  booking: Booking,
  type: "booking.cancelled" | "booking.created",
  { now, by }: LeadChange,
  targets: readonly DatabaseRecord[],
): Promise<void> {
  const deliveries = columnOf(targets, "target").map(
    (target) => ({ kind: "booking", target, notBefore: now }) as const,
  );
  return enqueue(query, booking, { type, at: now, by }, { now, deliveries });
}

/**
 * Books again the call that the mark as spam canceled. If its time is taken,
 * or the lead has another coming call, its visitor is told that it is off.
 * @param which matches what the mark canceled
 * @returns false if the call's time is taken
 */
export async function bookAgain(query: Query, change: LeadChange, which: Sql) {
  const { id, now } = change;
  const [call] = await callsWhere(
    query,
    sql`lead_id = ${id} AND state = 'cancelled' AND starts_at > ${now}
      AND ${which}`,
  );
  if (!call) return true;
  const [other] = await callsWhere(
    query,
    sql`lead_id = ${id} AND state = 'booked' AND ends_at > ${now}`,
  );
  if (other || (await isTaken(query, call))) {
    // The visitor's calendar may still have the call. `enqueue` would
    // hold this mail back, since the lead still counts as spam.
    const [invited] = await query`SELECT 1 FROM deliveries
      WHERE ${isMailAbout(call, "invitation")} AND ${HAS_LEFT}`;
    const row = deliveryRow(
      id,
      { kind: "invitation", target: "", notBefore: now },
      { type: "booking.cancelled", at: now, booking: call },
    );
    if (invited) await query`${insertRows("deliveries", [row])}`;
    return other !== undefined;
  }
  const removed = await query`SELECT DISTINCT target FROM deliveries
    WHERE ${isMailAbout(call)} AND ${isCancellation(call)} AND ${HAS_LEFT}`;
  const [booked = {}] =
    await query`UPDATE bookings SET state = 'booked', sequence = sequence + 1,
      updated_at = ${now}, canceled_by = NULL WHERE id = ${call.id}
      RETURNING *`;
  const booking = toBooking(booked);
  await query`UPDATE deliveries SET event = ${withSequence(booking.sequence)}
    WHERE lead_id = ${id} AND state = 'cancelled' AND ${which}
      AND event LIKE ${`%${call.id}%`}`;
  await query`UPDATE deliveries SET state = 'cancelled'
    WHERE ${isMailAbout(call)}
    AND ${isCancellation(call)} AND state = 'due' AND lease_id IS NULL`;
  // The agency's calendars that were told have no such call any more.
  await tellAgency(query, booking, "booking.created", change, removed);
  return true;
}

/**
 * A mail with a lower sequence than the call's
 * is not sent, and calendars would ignore it.
 */
const withSequence = (sequence: number) =>
  either(
    sql`jsonb_set(event::jsonb, '{booking,sequence}',
      to_jsonb(${sequence}::integer))::text`,
    sql`json_set(event, '$.booking.sequence', ${sequence})`,
  );
