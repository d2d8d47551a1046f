/** The statements on the daily mail about suspected leads: of all processes that ask, one sends it. */
import { number } from "./records.ts";
import type { Query } from "./query.ts";

export interface DigestClaim {
  now: string;
  /** A digest that was sent from then on is enough. */
  sentAfter: string;
  /** A time after it was written by a clock that ran ahead, and counts for nothing. */
  future: string;
  /** Of this claim and no other. */
  leaseId: string;
  /** From then on somebody else may send it, unless it was recorded as sent. */
  leaseUntil: string;
}

const TAKE = `UPDATE suspected_digest SET lease_id = $1, leased_until = $2
  WHERE (sent_at < $3 OR sent_at > $5) AND (leased_until <= $4 OR leased_until > $5)
    AND EXISTS (SELECT 1 FROM lead_contexts WHERE outcome = 'suspected')
  RETURNING (SELECT count(*) FROM lead_contexts WHERE outcome = 'suspected') AS suspected`;

const SENT =
  "UPDATE suspected_digest SET sent_at = $2, leased_until = $2, lease_id = NULL WHERE lease_id = $1";

/** @returns how many leads are suspected; 0 when there is nothing to send, or it is somebody else's to send. */
export async function claimDigest(
  query: Query,
  { now, sentAfter, future, leaseId, leaseUntil }: DigestClaim,
): Promise<{ kind: "digest"; suspected: number }> {
  const [taken] = await query(TAKE, [leaseId, leaseUntil, sentAfter, now, future]);
  return { kind: "digest", suspected: taken ? number(taken, "suspected") : 0 };
}

export async function recordDigest(
  query: Query,
  { leaseId, at }: { leaseId: string; at: string },
): Promise<{ kind: "recorded" }> {
  await query(SENT, [leaseId, at]);
  return { kind: "recorded" };
}
