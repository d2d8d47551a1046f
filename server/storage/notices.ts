/** Notices to the agency about failing mail, suspected leads and a week's figures. One of all processes sends each. */
import { randomUUID } from "node:crypto";
import { isDeadDelivery, latestBelievable, OF_CHANNEL } from "./conditions.ts";
import { type Query, number, text } from "./query.ts";
import { sql } from "./sql.ts";

/** What each mail to the team is about; without it none is sent. */
const ABOUT = {
  suspected: () => sql`EXISTS (SELECT 1 FROM lead_contexts WHERE outcome = 'suspected')`,
  week: ({ sentAfter }: Claim) =>
    sql`EXISTS (SELECT 1 FROM lead_submissions WHERE created_at < ${sentAfter})`,
  "follow-ups": ({ day }: Claim) => sql`EXISTS (SELECT 1 FROM lead_contexts WHERE follow_up_on <= ${day})`,
};

interface Claim extends Record<"now" | "sentAfter" | "future" | "leaseUntil", string> {
  name: "suspected" | "week" | "follow-ups";
  /** Of the morning, as 2027-03-01. */
  day: string;
}

/**
 * Claims a digest unless one was sent after `sentAfter`; a time after `future` was written by a clock that ran ahead.
 * From `leaseUntil` on another process may claim it, unless it was recorded as sent.
 */
export async function claimDigest(query: Query, claim: Claim) {
  const { name, now, sentAfter, future, leaseUntil } = claim;
  const leaseId = randomUUID();
  const [taken] = await query`UPDATE digests SET lease_id = ${leaseId}, leased_until = ${leaseUntil}
    WHERE name = ${name} AND (sent_at < ${sentAfter} OR sent_at > ${future})
      AND (leased_until <= ${now} OR leased_until > ${future}) AND ${ABOUT[name](claim)}
    RETURNING (SELECT count(*) FROM lead_contexts WHERE outcome = 'suspected') AS suspected`;
  const claimed = taken && { leaseId, suspected: number(taken, "suspected") };
  return { kind: "digest" as const, claimed };
}

export async function recordDigest(query: Query, { leaseId, at }: { leaseId: string; at: string }) {
  await query`UPDATE digests SET sent_at = ${at}, leased_until = ${at} WHERE lease_id = ${leaseId}`;
  return { kind: "recorded" as const };
}

/**
 * Finds mail that was due an hour ago and failed, and dead mail to the agency; for one caller, and not again before
 * `notifiedBefore`.
 */
export async function noticeFailure(
  query: Query,
  { now, dueBefore, notifiedBefore }: Record<"now" | "dueBefore" | "notifiedBefore", string>,
) {
  const [dueMail, isDead] = [sql`state = 'due' AND ${OF_CHANNEL.mail}`, isDeadDelivery(now)];
  const [taken] = await query`UPDATE mail_failure_notice SET told_at = ${now}
    WHERE (told_at <= ${notifiedBefore} OR told_at > ${latestBelievable(now)})
      AND (EXISTS (SELECT 1 FROM deliveries WHERE ${dueMail} AND last_error IS NOT NULL AND due_at <= ${dueBefore})
        OR EXISTS (SELECT 1 FROM deliveries WHERE ${isDead} AND next_at > told_at)) RETURNING told_at`;
  if (!taken) return { kind: "notice" as const, failing: undefined };
  const [found] = await query`SELECT count(*) AS undelivered,
      min(due_at) FILTER (WHERE last_error IS NOT NULL) AS since
    FROM (
      SELECT due_at, last_error FROM deliveries WHERE ${dueMail} AND due_at <= ${now}
      UNION ALL SELECT due_at, last_error FROM deliveries WHERE ${isDead}
    ) AS failing`;
  const failing = found && { since: text(found, "since"), undelivered: number(found, "undelivered") };
  return { kind: "notice" as const, failing };
}
