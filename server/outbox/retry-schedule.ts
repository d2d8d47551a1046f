/** When a failed delivery is tried again: exponential backoff, capped, with full jitter, for three days. */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

export const FIRST_BACKOFF_MS = 30 * SECOND_MS;
export const MAX_BACKOFF_MS = 6 * HOUR_MS;
export const MIN_BACKOFF_MS = SECOND_MS;
/** A delivery that is this old is not tried again, if it was tried so often; all this time the site may have been off. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
export const MIN_TRIES = 10;

export interface FailedAttempt {
  attempts: number;
  /** Since when it is due. Milliseconds since 1970, as `now`. */
  dueSince: number;
  now: number;
  retryAfterMs?: number | undefined;
}

/**
 * The time of the next attempt, in milliseconds since 1970; undefined when there is none. The last one is at the very end
 * of the three days.
 *
 * @param random from 0 to 1. Full jitter, so that what failed together does not come back together. Source: Marc Brooker,
 *   "Exponential Backoff And Jitter".
 */
export function nextAttempt(failed: FailedAttempt, random: () => number): number | undefined {
  const { attempts, dueSince, now, retryAfterMs = 0 } = failed;
  const end = dueSince + GIVE_UP_AFTER_MS;
  if (now >= end && attempts >= MIN_TRIES) return undefined;
  const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1));
  const backoff = MIN_BACKOFF_MS + random() * (ceiling - MIN_BACKOFF_MS);
  const next = Math.ceil(now + Math.max(backoff, retryAfterMs));
  return now < end ? Math.min(end, next) : next;
}
