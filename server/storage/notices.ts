/** Notices to the agency about failing mail and suspected leads. One of all processes sends each. */
import { randomUUID } from "node:crypto";
import { believable } from "./clock.ts";
import { DEAD_DELIVERY, OF_CHANNEL } from "./conditions.ts";
import { type Query, number, text } from "./query.ts";

const TAKE = `UPDATE suspected_digest SET lease_id = $1, leased_until = $2
  WHERE (sent_at < $3 OR sent_at > $5) AND (leased_until <= $4 OR leased_until > $5)
    AND EXISTS (SELECT 1 FROM lead_contexts WHERE outcome = 'suspected')
  RETURNING (SELECT count(*) FROM lead_contexts WHERE outcome = 'suspected') AS suspected`;

const SENT = "UPDATE suspected_digest SET sent_at = $2, leased_until = $2 WHERE lease_id = $1";

const FAILING_MAIL = `state = 'due' AND ${OF_CHANNEL.mail} AND last_error IS NOT NULL`;

const TAKE_NOTICE = `UPDATE mail_failure_notice SET told_at = $1 WHERE (told_at <= $2 OR told_at > $4)
  AND (EXISTS (SELECT 1 FROM deliveries WHERE ${FAILING_MAIL} AND due_at <= $3)
    OR EXISTS (SELECT 1 FROM deliveries WHERE ${DEAD_DELIVERY} AND next_at > told_at)) RETURNING told_at`;

const FAILING = `SELECT min(due_at) FILTER (WHERE last_error IS NOT NULL) AS since, count(*) AS undelivered FROM (
    SELECT due_at, last_error FROM deliveries WHERE state = 'due' AND ${OF_CHANNEL.mail} AND due_at <= $1
    UNION ALL SELECT due_at, last_error FROM deliveries WHERE ${DEAD_DELIVERY}
  ) AS failing`;

/**
 * Claims the digest unless one was sent after `sentAfter`; a time after `future` was written by a clock that ran ahead.
 * From `leaseUntil` on another process may claim it, unless it was recorded as sent.
 */
export async function claimDigest(
  query: Query,
  { now, sentAfter, future, leaseUntil }: Record<"now" | "sentAfter" | "future" | "leaseUntil", string>,
) {
  const leaseId = randomUUID();
  const [taken] = await query(TAKE, [leaseId, leaseUntil, sentAfter, now, future]);
  return { kind: "digest" as const, leaseId, suspected: taken ? number(taken, "suspected") : 0 };
}

export async function recordDigest(query: Query, { leaseId, at }: { leaseId: string; at: string }) {
  await query(SENT, [leaseId, at]);
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
  const taken = await query(TAKE_NOTICE, [now, notifiedBefore, dueBefore, believable(now)[1]]);
  const [found] = taken.length > 0 ? await query(FAILING, [now]) : [];
  const failing = found && { since: text(found, "since"), undelivered: number(found, "undelivered") };
  return { kind: "notice" as const, failing };
}
