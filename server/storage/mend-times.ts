/** What a clock that ran ahead has put off: decision 0009. */
import type { Query } from "./query.ts";

/** No retry and no lease is further ahead: three days at most. Milliseconds. */
const FURTHEST_MS = 4 * 24 * 60 * 60_000;

const MEND = `UPDATE deliveries SET next_at = $1, lease_id = NULL
  WHERE state = 'due' AND next_at > $2 AND attempts > 0
    AND (due_at <= $1 OR kind IN ('confirmation', 'notification', 'webhook')) RETURNING id`;

/** Makes due now what failed, or was claimed, while the clock was ahead: it would wait for as long. @returns how many */
export async function mendTimes(
  query: Query,
  { now }: { now: string },
): Promise<{ kind: "mended"; deliveries: number }> {
  const mended = await query(MEND, [now, new Date(Date.parse(now) + FURTHEST_MS).toISOString()]);
  return { kind: "mended", deliveries: mended.length };
}
