/**
 * A notice is a mail to the agency about several leads or calendars. Only one
 * process sends it. A stored time that lies in the future is ignored, since it
 * was written while a clock was wrong.
 */

import { randomUUID } from "node:crypto";
import { HOUR_MS, timeAfter, isoTime } from "../../contract/durations.ts";
import type { Database } from "../store/database.ts";
import { number, text } from "../store/query.ts";
import { sql, type Sql } from "../store/sql.ts";
import {
  isDeadDelivery,
  latestBelievable,
  OF_CHANNEL,
  waitsForAnswer,
} from "./conditions.ts";

/**
 * How long one process may hold a notice: longer
 * than sending a mail takes (smtp-transport.ts).
 */
const LEASE_MS = HOUR_MS;
/** After a failure, a notice is tried again after this time. */
const RETRY_MS = HOUR_MS / 4;
const NEVER = isoTime(0);

export interface NoticeClaim {
  /** The first claim of a name stores its row. */
  name: string;
  now: string;
  /**
   * The last notice must be older than this time.
   * The notice tells of all causes until then.
   */
  after: string;
  /**
   * Selects when the notice's cause began, or NULL
   * without a cause. It sees the row of `notices`.
   */
  cause: Sql;
}

/**
 * Whether a time is after the last notice,
 * or the notice's time lies in the future.
 */
export const isUntold = (time: Sql, now: string) =>
  sql`(${time} > sent_at OR sent_at > ${latestBelievable(now)})`;

/**
 * Leases a due notice. After the lease, any process
 * may claim it unless it is recorded as sent.
 */
export function claimNotice(db: Database, claim: NoticeClaim) {
  return db.write(async (query) => {
    const { name, now, after, cause } = claim;
    const leaseId = randomUUID();
    const leaseUntil = timeAfter(now, LEASE_MS);
    const believable = latestBelievable(now);
    await query`INSERT INTO notices (name, sent_at, leased_until)
      VALUES (${name}, ${NEVER}, ${NEVER}) ON CONFLICT DO NOTHING`;
    const [claimed] = await query`UPDATE notices
      SET lease_id = ${leaseId}, leased_until = ${leaseUntil}
    WHERE name = ${name} AND (sent_at < ${after} OR sent_at > ${believable})
      AND (leased_until <= ${now} OR leased_until > ${believable})
      AND (${cause}) IS NOT NULL
    RETURNING (${cause}) AS about, sent_at`;
    if (!claimed) return undefined;
    return {
      leaseId,
      about: text(claimed, "about"),
      sentAt: text(claimed, "sent_at"),
    };
  });
}

/**
 * Lets any process claim the notice again
 * later. @param since when it was claimed
 */
export function releaseNotice(db: Database, leaseId: string, since: string) {
  const until = timeAfter(since, RETRY_MS);
  return db.write(
    (query) =>
      query`UPDATE notices SET leased_until = ${until}
        WHERE lease_id = ${leaseId}`,
  );
}

/** @param upTo the notice tells of causes that began by this time */
export function recordNotice(
  db: Database,
  leaseId: string,
  upTo: string,
  remindsUntil?: string,
) {
  return db.write(async (query) => {
    await query`UPDATE notices SET sent_at = ${upTo}, leased_until = ${upTo}
      WHERE lease_id = ${leaseId}`;
    if (remindsUntil === undefined) return;
    await query`UPDATE lead_contexts SET reminded_at = ${upTo}
      WHERE ${waitsForAnswer("lead_contexts")} AND due_at <= ${remindsUntil}`;
  });
}

/**
 * Counts undelivered mail if a mail has failed for an hour,
 * or a mail to the agency was given up since the last
 * count. All processes together get one count an hour.
 * @returns undefined if there is no new
 * failure, or a process got this hour's count
 * @param at milliseconds since 1970
 */
export function noticeFailure(db: Database, at: number) {
  const now = isoTime(at);
  const hourAgo = isoTime(at - HOUR_MS);
  return db.write(async (query) => {
    const dueMail = sql`state = 'due' AND ${OF_CHANNEL.mail}`;
    const deadMail = isDeadDelivery(now);
    const [claimed] = await query`UPDATE notices SET sent_at = ${now}
      WHERE name = 'failing-mail'
        AND (sent_at <= ${hourAgo} OR sent_at > ${latestBelievable(now)})
        AND (EXISTS (SELECT 1 FROM deliveries
            WHERE ${dueMail} AND last_error IS NOT NULL
              AND due_at <= ${hourAgo})
          OR EXISTS (SELECT 1 FROM deliveries
            WHERE ${deadMail} AND next_at > notices.sent_at))
      RETURNING name`;
    if (!claimed) return undefined;
    const [mails] = await query`SELECT count(*) AS undelivered,
      min(due_at) FILTER (WHERE last_error IS NOT NULL) AS since
    FROM (
      SELECT due_at, last_error FROM deliveries
      WHERE ${dueMail} AND due_at <= ${now}
      UNION ALL SELECT due_at, last_error FROM deliveries WHERE ${deadMail}
    ) AS failing`;
    return (
      mails && {
        since: text(mails, "since"),
        undelivered: number(mails, "undelivered"),
      }
    );
  });
}
