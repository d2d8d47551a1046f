import * as v from "valibot";
import { BookingLineSchema, ClosedTimeSchema } from "../../contract/booking.ts";
import type { Booking, ClosedTime } from "../../contract/booking.ts";
import { callsWhere, report, toBooking, type DeliveryPlan } from "./bookings.ts";
import { IS_NO_SPAM, keptBy } from "../deliveries/conditions.ts";
import { TodaySchema, type Today } from "../../contract/leads-admin.ts";
import type { LatestDays } from "../leads/days.ts";
import { recordChange, type LeadChange } from "../leads/history.ts";
import { flag, parseRecord, text, LEADS } from "../store/query.ts";
import { sql } from "../store/sql.ts";
import type { Database } from "../store/database.ts";

const LineSchema = v.object({ ...BookingLineSchema.entries, suspected: flag });

const BusySchema = v.object({
  startsAt: v.string(),
  endsAt: v.string(),
  /** Whether this is a stored call. Calls count toward `callsPerDay`, and end with their gap. */
  call: v.optional(flag),
});
/** A busy time: a call, an event of a calendar, or a time that the agency closed. */
export type Busy = v.InferOutput<typeof BusySchema>;

export const EVER = new Date(0).toISOString();

/** Reads the calls that end after the time `since`, the earliest first, or the call with the id. */
export function readCalls(db: Database, wanted: { since: string } | { id: string }) {
  return db.read(async (query) => {
    const where = "id" in wanted ? sql`booking.id = ${wanted.id}` : sql`booking.ends_at > ${wanted.since}`;
    const rows = await query`SELECT booking.*, lead.name, lead.company_name, lead.email,
      coalesce(context.outcome = 'suspected', FALSE) AS suspected, context.version
    FROM ${LEADS} JOIN bookings AS booking ON booking.lead_id = lead.id
    WHERE ${where} ORDER BY booking.starts_at, booking.id`;
    return rows.map((row) => parseRecord(LineSchema, row));
  });
}

/** Reads busy times that end after `since`. The busy time of a call includes the gap after it. */
export function readBusyTimes(db: Database, since: string): Promise<Busy[]> {
  return db.read(async (query) => {
    const rows = await query`SELECT starts_at, blocked_until AS ends_at, TRUE AS call
    FROM bookings WHERE state = 'booked' AND blocked_until > ${since}
    UNION ALL SELECT starts_at, ends_at, FALSE FROM closed_times WHERE ends_at > ${since}`;
    return rows.map((row) => parseRecord(BusySchema, row));
  });
}

/** Reads the ids of calls that end after `since`. In calendars, the id of a call is its UID. */
export function readCallIds(db: Database, since: string): Promise<string[]> {
  return db.read(async (query) => {
    const rows = await query`SELECT id FROM bookings WHERE ends_at > ${since}`;
    return rows.map((row) => text(row, "id"));
  });
}

export function readClosedTimes(db: Database, { since }: { since: string }) {
  return db.read(async (query) => {
    const rows = await query`SELECT * FROM closed_times WHERE ends_at > ${since}
      ORDER BY starts_at, id`;
    return rows.map((row) => parseRecord(ClosedTimeSchema, row));
  });
}

export function closeTime(db: Database, { id, startsAt, endsAt }: ClosedTime) {
  return db.write(
    (query) => query`INSERT INTO closed_times SELECT ${id}, ${startsAt}, ${endsAt} WHERE NOT EXISTS
      (SELECT 1 FROM closed_times WHERE starts_at = ${startsAt} AND ends_at = ${endsAt})`,
  );
}

export function deleteClosedTime(db: Database, id: string) {
  return db.write((query) => query`DELETE FROM closed_times WHERE id = ${id} RETURNING id`);
}

/** Stores that the visitor promised to come. @param change has the id of the call, not the lead */
export function expectVisitor(db: Database, change: LeadChange): Promise<void> {
  return db.write(async (query) => {
    const { id, now } = change;
    const callAhead = sql`id = ${id} AND state = 'booked' AND ends_at > ${now}`;
    const [call] = await callsWhere(query, callAhead);
    if (!call) return;
    const onlyFirstPromise = sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${id} AND coming_at IS NULL)`;
    const leadChange = { ...change, id: call.leadId };
    if (await recordChange(query, leadChange, { kind: "call-coming" }, onlyFirstPromise))
      await query`UPDATE bookings SET coming_at = ${now} WHERE id = ${id}`;
  });
}

/**
 * Stores that a visitor did not come to a call. @param change has the id of the call, not the lead
 * @returns undefined if the call is unknown, is cancelled or has not begun @throws {StaleFailure}
 */
export function missCall(db: Database, change: LeadChange & DeliveryPlan) {
  return db.write(async (query): Promise<Booking | undefined> => {
    const { id, now, by } = change;
    const begunCall = sql`id = ${id} AND state IN ('booked', 'missed') AND starts_at <= ${now}`;
    const [call] = await callsWhere(query, begunCall);
    if (!call) return undefined;
    const onlyIfBooked = sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${id} AND state = 'booked')`;
    const leadChange = { ...change, id: call.leadId };
    if (!(await recordChange(query, leadChange, { kind: "call-missed" }, onlyIfBooked))) return call;
    const [missed = {}] = await query`UPDATE bookings SET state = 'missed', updated_at = ${now}
      WHERE id = ${id} RETURNING *`;
    const booking = toBooking(missed);
    await report(query, booking, { type: "booking.missed", at: now, by }, change);
    return booking;
  });
}

const MAX_FOLLOW_UPS = 50;

/** Reads today's calls and follow-ups. @param owner whose leads count; undefined: everybody's */
export function readToday(db: Database, today: LatestDays, owner?: string): Promise<Today> {
  const [day] = today.names;
  const [from, to] = today.starts;
  return db.read(async (query) => {
    const calls = await query`SELECT call.id, call.lead_id, call.starts_at, call.phone, lead.name,
        lead.company_name FROM ${LEADS} JOIN bookings AS call ON call.lead_id = lead.id
      WHERE call.state = 'booked' AND call.starts_at >= ${from} AND call.starts_at < ${to}
        AND ${IS_NO_SPAM} AND ${keptBy(owner)} ORDER BY call.starts_at`;
    const followUps =
      await query`SELECT lead.id, lead.name, lead.company_name, context.owner, context.follow_up_on
      FROM ${LEADS} WHERE context.follow_up_on <= ${day} AND ${keptBy(owner)}
        AND (context.outcome IS NULL OR context.outcome NOT IN ('lost', 'suspected', 'spam'))
      ORDER BY context.follow_up_on, lead.id LIMIT ${MAX_FOLLOW_UPS}`;
    return {
      calls: calls.map((row) => parseRecord(TodaySchema.entries.calls.item, row)),
      followUps: followUps.map((row) => parseRecord(TodaySchema.entries.followUps.item, row)),
    };
  });
}
