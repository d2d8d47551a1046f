/** Reads and stores calls, closed times, and the busy times of calendars. */

import * as v from "valibot";
import {
  BookingLineSchema,
  CalendarStateSchema,
  ClosedTimeSchema,
} from "../../contract/call/booking.ts";
import type { Booking, ClosedTime } from "../../contract/call/booking.ts";
import { DAY_MS, isoTime, timeAfter } from "../../contract/durations.ts";
import {
  FollowUpSchema,
  type Today,
} from "../../contract/inbox/leads-admin.ts";
import {
  PLAIN_CALL_KINDS,
  type LeadEvent,
} from "../../contract/mail/delivery.ts";
import { jsonText } from "../../contract/texts.ts";
import {
  IS_EMPTIED,
  IS_NO_SPAM,
  IS_WITHHELD,
  isOutcome,
  keptBy,
} from "../deliveries/conditions.ts";
import { OFFER_MS } from "../deliveries/signed-links.ts";
import { eventOfCall } from "../deliveries/upcoming-call.ts";
import { type LatestDays } from "../leads/days.ts";
import { recordChange, type LeadChange } from "../leads/history.ts";
import { deliveryRow } from "../leads/insert-leads.ts";
import { readRows, type Database } from "../store/database.ts";
import { flag, parseRecords, text, LEADS, columnOf } from "../store/query.ts";
import { among, insertRows, sql } from "../store/sql.ts";
import { lockedCall, settleCalls, toBooking } from "./bookings.ts";
import { cancelUnsent, enqueue, type DeliveryPlan } from "./call-deliveries.ts";

const LineSchema = v.object({ ...BookingLineSchema.entries, suspected: flag });

const BusySchema = v.object({
  startsAt: v.string(),
  endsAt: v.string(),
  /**
   * A call counts toward `callsPerDay`, and ends
   * with its gap. Undefined: a calendar's event.
   */
  kind: v.optional(v.picklist(["call", "closed"])),
});
/**
 * A busy time: a call, an event of a
 * calendar, or a time that the agency closed.
 */
export type Busy = v.InferOutput<typeof BusySchema>;

export const EVER = isoTime(0);

const SELECT_LINES = sql`SELECT booking.*, lead.name, lead.company_name,
    lead.email,
    ${isOutcome("context.outcome", "suspected")} AS suspected, context.version
  FROM ${LEADS} JOIN bookings AS booking ON booking.lead_id = lead.id`;

/**
 * Reads the call with the id, or the calls that
 * end after `since`, the earliest call first.
 */
export function readCalls(
  db: Database,
  wanted: { since: string } | { id: string },
) {
  const where =
    "id" in wanted
      ? sql`booking.id = ${wanted.id}`
      : sql`booking.ends_at > ${wanted.since}`;
  return readRows(
    db,
    LineSchema,
    sql`${SELECT_LINES} WHERE ${where} ORDER BY booking.starts_at, booking.id`,
  );
}

/**
 * Reads busy times that end after `since`. The
 * busy time of a call includes the gap after it.
 */
export const readBusyTimes = (db: Database, since: string): Promise<Busy[]> =>
  readRows(
    db,
    BusySchema,
    sql`SELECT starts_at, blocked_until AS ends_at, 'call' AS kind
    FROM bookings WHERE state = 'booked' AND blocked_until > ${since}
    UNION ALL SELECT starts_at, ends_at, 'closed' FROM closed_times
    WHERE ends_at > ${since}`,
  );

/**
 * Reads the ids of calls that end after `since`.
 * In calendars, the id of a call is its UID.
 */
export function readCallIds(db: Database, since: string): Promise<string[]> {
  return db.read(async (query) => {
    const rows = await query`SELECT id FROM bookings WHERE ends_at > ${since}`;
    return columnOf(rows, "id");
  });
}

export const readClosedTimes = (db: Database, { since }: { since: string }) =>
  readRows(
    db,
    ClosedTimeSchema,
    sql`SELECT * FROM closed_times WHERE ends_at > ${since}
      ORDER BY starts_at, id`,
  );

export function closeTime(db: Database, { id, startsAt, endsAt }: ClosedTime) {
  return db.write(
    (
      query,
    ) => query`INSERT INTO closed_times SELECT ${id}, ${startsAt}, ${endsAt}
      WHERE NOT EXISTS (SELECT 1 FROM closed_times
        WHERE starts_at = ${startsAt} AND ends_at = ${endsAt})`,
  );
}

export function deleteClosedTime(db: Database, id: string) {
  return db.write(
    (query) => query`DELETE FROM closed_times WHERE id = ${id} RETURNING id`,
  );
}

/**
 * Stores whether a visitor came to a call. @param change has the id of the
 * call, not the lead, and names the event of its deliveries, if it has any
 * @returns undefined if the call is unknown, is
 * cancelled or has not begun @throws {StaleFailure}
 */
export function sayWhoCame(
  db: Database,
  change: LeadChange & DeliveryPlan & { type?: LeadEvent["type"] },
  state: "came" | "missed",
) {
  return db.write(async (query): Promise<Booking | undefined> => {
    const { id, now, by, type } = change;
    const call = await lockedCall(query, id);
    if (!call || call.state === "cancelled" || call.startsAt > now)
      return undefined;
    if (call.state === state) return call;
    const { leadId } = call;
    const kind = `call-${state}` as const;
    const number = await recordChange(
      query,
      { ...change, id: leadId },
      { kind },
    );
    if (number === undefined) return undefined;
    const [said = {}] =
      await query`UPDATE bookings SET state = ${state}, updated_at = ${now}
      WHERE id = ${id} RETURNING *`;
    await settleCalls(query, leadId);
    const booking = toBooking(said);
    // A mail that says the other is wrong, if it still waits.
    const wrong = sql`kind ${among(PLAIN_CALL_KINDS)}`;
    await query`${cancelUnsent(leadId, number, wrong)}`;
    if (type) await enqueue(query, booking, { type, at: now, by }, change);
    return booking;
  });
}

/**
 * Plans mails with lost links. @param email in
 * lower case @param at milliseconds since 1970
 */
export function planLinks(db: Database, email: string, at: number) {
  const now = isoTime(at);
  const offersSince = isoTime(at - OFFER_MS);
  return db.write(async (query) => {
    const calls = await query`SELECT booking.* FROM ${LEADS}
      JOIN bookings AS booking ON booking.lead_id = lead.id
      WHERE lead.email = ${email} AND ${IS_NO_SPAM} AND booking.state = 'booked'
        AND booking.ends_at > ${now}`;
    const callLinks = calls.map(toBooking).map((booking) => ({
      leadId: booking.leadId,
      event: eventOfCall(booking, now),
    }));
    const [newestLead] =
      await query`SELECT lead.id FROM ${LEADS} WHERE lead.email = ${email}
      AND ${IS_NO_SPAM} AND lead.created_at >= ${offersSince} 
      ORDER BY lead.created_at DESC, lead.id DESC LIMIT 1`;
    const offers = newestLead
      ? [{ leadId: text(newestLead, "id"), event: undefined }]
      : [];
    const mails = callLinks.length > 0 ? callLinks : offers;
    for (const { leadId, event } of mails) {
      const isLinkOfLead = sql`lead_id = ${leadId} AND kind = 'link'`;
      // A link that the mailbox's budget withheld
      // is sent now, in place of a new link.
      await query`UPDATE deliveries
        SET state = 'due', due_at = ${now}, next_at = ${now},
        why = NULL WHERE ${isLinkOfLead} AND ${IS_WITHHELD}`;
      const waiting = await query`SELECT 1 FROM deliveries
        WHERE ${isLinkOfLead} AND state = 'due'`;
      const row = deliveryRow(
        leadId,
        { kind: "link", target: "", notBefore: now },
        event,
      );
      if (waiting.length === 0) await query`${insertRows("deliveries", [row])}`;
    }
    return mails.length;
  });
}

const MAX_FOLLOW_UPS = 50;

/**
 * Reads today's calls, yesterday's and today's calls of which nobody said
 * whether the visitor came, and the follow-ups that are due.
 * @param days yesterday and today @param owner
 * whose leads count; undefined: everybody's
 */
export function readToday(
  db: Database,
  { names, starts }: LatestDays,
  now: string,
  owner?: string,
): Promise<Today> {
  const [, day] = names;
  const [yesterday, today, tomorrow] = starts;
  return db.read(async (query) => {
    const calls = await query`${SELECT_LINES}
      WHERE booking.state = 'booked' AND booking.starts_at < ${tomorrow}
        AND (booking.starts_at >= ${today} OR (booking.starts_at >= ${yesterday}
          AND context.call_ends_at IS NOT NULL
          AND context.call_ends_at <= ${now}))
        AND ${IS_NO_SPAM} AND ${keptBy(owner)} ORDER BY booking.starts_at`;
    const followUps =
      await query`SELECT lead.id, lead.name, lead.company_name, context.owner,
          context.follow_up_on
      FROM ${LEADS}
      WHERE context.follow_up_on <= ${day} AND ${keptBy(owner)}
        AND ${IS_NO_SPAM}
      ORDER BY context.follow_up_on, lead.id LIMIT ${MAX_FOLLOW_UPS}`;
    return {
      calls: parseRecords(LineSchema, calls),
      followUps: parseRecords(FollowUpSchema, followUps),
    };
  });
}

/**
 * The last good copy of a calendar in
 * CALENDAR_URLS. All processes share these copies.
 */
const CopySchema = v.object({
  ...CalendarStateSchema.entries,
  skipped: jsonText(CalendarStateSchema.entries.skipped),
  busy: jsonText(v.array(v.omit(BusySchema, ["kind"]))),
});
export type CalendarCopy = v.InferOutput<typeof CopySchema>;

/**
 * `emptied`: the calendar was read, but has no
 * event anymore, which is not believed yet.
 */
export type ReadResult =
  | ({ kind: "read" } & Pick<CalendarCopy, "busy" | "skipped">)
  | { kind: "failed" | "emptied"; reason: string };

/**
 * If no process tries to renew a copy for this
 * long, CALENDAR_URLS no longer has its calendar.
 */
const KEPT_MS = 7 * DAY_MS;

export const readCalendarCopies = (db: Database, ids: readonly string[]) =>
  readRows(
    db,
    CopySchema,
    sql`SELECT id, tried_at, read_at, failing_since, reason, skipped, busy
    FROM calendar_copies WHERE id ${among(ids)}`,
  );

/**
 * Stores the result of reading a calendar.
 * After a failure the earlier copy stays.
 */
export function storeReadResult(
  db: Database,
  id: string,
  result: ReadResult,
  now: string,
) {
  return db.write(async (query) => {
    const keptSince = timeAfter(now, -KEPT_MS);
    await query`DELETE FROM calendar_copies WHERE tried_at < ${keptSince}`;
    if (result.kind === "read")
      await query`INSERT INTO calendar_copies (id, tried_at, read_at, busy,
          skipped, skipped_since)
      VALUES (${id}, ${now}, ${now}, ${JSON.stringify(result.busy)},
        ${JSON.stringify(result.skipped)}, ${now}) ON CONFLICT (id) DO UPDATE
      SET tried_at = excluded.tried_at, read_at = excluded.read_at,
        busy = excluded.busy,
        failing_since = NULL, reason = NULL, skipped = excluded.skipped,
        skipped_since = CASE WHEN calendar_copies.skipped = excluded.skipped
          THEN calendar_copies.skipped_since ELSE excluded.skipped_since END`;
    if (result.kind === "failed")
      await query`INSERT INTO calendar_copies (id, tried_at, failing_since,
          reason, busy)
      VALUES (${id}, ${now}, ${now}, ${result.reason}, '[]')
      ON CONFLICT (id) DO UPDATE
      SET tried_at = excluded.tried_at, reason = excluded.reason,
        failing_since =
          coalesce(calendar_copies.failing_since, excluded.failing_since)`;
    if (result.kind === "emptied")
      await query`UPDATE calendar_copies
        SET tried_at = ${now}, read_at = ${now},
        reason = ${result.reason},
        failing_since = CASE WHEN ${IS_EMPTIED} THEN failing_since ELSE ${now} END
      WHERE id = ${id}`;
  });
}
