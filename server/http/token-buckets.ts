/** Buckets of tokens, one for each key, in bounded memory: full at first, emptied by who takes, refilled with time. */

/** About a megabyte. Past it the keys that were idle longest start again with a full bucket. */
const MAX_KEYS = 10_000;
const MS_PER_MINUTE = 60_000;

/**
 * A bucket is kept as one number: the time at which it will be full again.
 *
 * @param size as many does a bucket hold, and gets in a period; 0: any number.
 * @param now milliseconds from any moment on; a clock that is never set, since one that is would lock everybody out.
 * @param period milliseconds
 */
export function createTokenBuckets(size: number, now: () => number, period = MS_PER_MINUTE) {
  const fullAt = new Map<string, number>();
  const refill = Math.ceil(period / size);
  const capacity = refill * size;

  function full(key: string, time: number): number {
    const known = fullAt.get(key) ?? 0;
    return Math.min(Math.max(known, time), time + capacity);
  }

  return {
    at: (key: string) => ({
      /** Milliseconds until there are as many tokens, 0 when there are; Infinity when no bucket holds as many. */
      wait(tokens: number): number {
        if (size === 0) return 0;
        if (tokens > size) return Infinity;
        const time = now();
        return Math.max(0, full(key, time) + tokens * refill - time - capacity);
      },
      /** Takes them, whether or not there are as many; puts them back where there are fewer than none. */
      take(tokens: number): void {
        if (size === 0) return;
        const next = full(key, now()) + tokens * refill;
        // Deleting first keeps the map in the order of last use.
        fullAt.delete(key);
        fullAt.set(key, next);
        if (fullAt.size > MAX_KEYS) fullAt.delete(fullAt.keys().next().value ?? "");
      },
    }),
  };
}
