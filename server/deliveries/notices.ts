/** Notices to the agency: one of all processes sends each. A time that lies in the future was written by a clock ahead. */
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { followUpBy, isDeadDelivery, latestBelievable, OF_CHANNEL } from "./conditions.ts";
import { number, text } from "../store/query.ts";
import { among, raw, sql } from "../store/sql.ts";
import { changes, type Database } from "../store/database.ts";

export interface NoticeClaim {
  name: keyof typeof ABOUT;
  now: string;
  /** No mail is due if one was sent for this time. */
  after: string;
  leaseUntil: string;
  /** The day of follow-ups, as 2027-03-01. */
  day?: string;
  /** The calendars of the settings. */
  calendars?: readonly string[];
}

const isUntold = (since: string, now: string) =>
  sql`(${raw(since)} > sent_at OR sent_at > ${latestBelievable(now)})`;

/** What each mail is about: a number, or when what it tells of began; NULL if there is nothing to tell. */
const ABOUT = {
  suspected: () => sql`SELECT nullif(count(*), 0) FROM lead_contexts WHERE outcome = 'suspected'`,
  week: ({ after }: NoticeClaim) => sql`SELECT 1 FROM lead_submissions WHERE created_at < ${after} LIMIT 1`,
  "follow-ups": ({ day }: NoticeClaim) =>
    sql`SELECT 1 FROM lead_contexts AS context WHERE ${followUpBy(day)} LIMIT 1`,
  calendars: ({
    after,
    now,
    calendars = [],
  }: NoticeClaim) => sql`SELECT max(failing_since) FROM calendar_copies
    WHERE id ${among(calendars)} AND failing_since <= ${after} AND ${isUntold("failing_since", now)}`,
  events: ({ now, calendars = [] }: NoticeClaim) => sql`SELECT max(skipped_since) FROM calendar_copies
    WHERE id ${among(calendars)} AND skipped <> '[]' AND ${isUntold("skipped_since", now)}`,
};

const AboutSchema = v.union([v.number(), v.string()]);

/** From `leaseUntil` on another process may claim it, unless it was recorded as sent. */
export function claimNotice(db: Database, claim: NoticeClaim) {
  return changes(db, async (query) => {
    const { name, now, after, leaseUntil } = claim;
    const [leaseId, about, future] = [randomUUID(), ABOUT[name](claim), latestBelievable(now)];
    const [taken] = await query`UPDATE notices SET lease_id = ${leaseId}, leased_until = ${leaseUntil}
    WHERE name = ${name} AND (sent_at < ${after} OR sent_at > ${future})
      AND (leased_until <= ${now} OR leased_until > ${future}) AND (${about}) IS NOT NULL
    RETURNING (${about}) AS about`;
    return taken && { leaseId, about: v.parse(AboutSchema, taken["about"]) };
  });
}

/** @param upTo the time that the mail was sent for */
export function recordNotice(db: Database, { leaseId, upTo }: { leaseId: string; upTo: string }) {
  return changes(db, async (query) => {
    await query`UPDATE notices SET sent_at = ${upTo}, leased_until = ${upTo} WHERE lease_id = ${leaseId}`;
    return true;
  });
}

/**
 * Finds mail that was due an hour ago and failed, and dead mail to the agency; for one caller, and not again before
 * `notifiedBefore`.
 */
export function noticeFailure(
  db: Database,
  { now, dueBefore, notifiedBefore }: Record<"now" | "dueBefore" | "notifiedBefore", string>,
) {
  return changes(db, async (query) => {
    const [dueMail, isDead] = [sql`state = 'due' AND ${OF_CHANNEL.mail}`, isDeadDelivery(now)];
    const [taken] = await query`UPDATE notices SET sent_at = ${now}
    WHERE name = 'failing-mail' AND (sent_at <= ${notifiedBefore} OR sent_at > ${latestBelievable(now)})
      AND (EXISTS (SELECT 1 FROM deliveries WHERE ${dueMail} AND last_error IS NOT NULL AND due_at <= ${dueBefore})
        OR EXISTS (SELECT 1 FROM deliveries WHERE ${isDead} AND next_at > notices.sent_at)) RETURNING name`;
    if (!taken) return undefined;
    const [found] = await query`SELECT count(*) AS undelivered,
      min(due_at) FILTER (WHERE last_error IS NOT NULL) AS since
    FROM (
      SELECT due_at, last_error FROM deliveries WHERE ${dueMail} AND due_at <= ${now}
      UNION ALL SELECT due_at, last_error FROM deliveries WHERE ${isDead}
    ) AS failing`;
    return found && { since: text(found, "since"), undelivered: number(found, "undelivered") };
  });
}
