import fc from "fast-check";
import { expect, test } from "vitest";
import {
  FIRST_BACKOFF_MS,
  GIVE_UP_AFTER_MS,
  MAX_BACKOFF_MS,
  MIN_BACKOFF_MS,
  MIN_TRIES,
  nextAttempt,
} from "./outbox.ts";

const START = Date.parse("2026-11-20T12:00:00Z");
const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

test("the retry schedule waits twice as long each time, up to a cap, and draws from all of that time", () => {
  const longest = [1, 2, 3, 10, 11, 1_000].map(
    (attempts) => (nextAttempt({ attempts, dueSince: START, now: START }, () => 1) ?? 0) - START,
  );
  expect(longest).toEqual([
    FIRST_BACKOFF_MS,
    2 * FIRST_BACKOFF_MS,
    4 * FIRST_BACKOFF_MS,
    512 * FIRST_BACKOFF_MS,
    MAX_BACKOFF_MS,
    MAX_BACKOFF_MS,
  ]);
  for (const attempts of [1, 5, 1_000])
    expect(nextAttempt({ attempts, dueSince: START, now: START }, () => 0)).toBe(START + MIN_BACKOFF_MS);
});

test("the retry schedule never goes back, never passes its end, and gives up only there", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 0, max: 2 * GIVE_UP_AFTER_MS }),
      fc.option(fc.integer({ min: 0, max: GIVE_UP_AFTER_MS * 2 }), { nil: undefined }),
      random,
      (attempts, age, retryAfterMs, draw) => {
        const now = START + age;
        const next = nextAttempt({ attempts, dueSince: START, now, retryAfterMs }, () => draw);
        expect(next === undefined).toBe(age >= GIVE_UP_AFTER_MS && attempts >= MIN_TRIES);
        if (next === undefined) return;
        expect(next).toBeGreaterThan(now);
        if (age >= GIVE_UP_AFTER_MS) return;
        expect(next).toBeLessThanOrEqual(START + GIVE_UP_AFTER_MS);
        expect(next).toBeGreaterThanOrEqual(Math.min(now + (retryAfterMs ?? 0), START + GIVE_UP_AFTER_MS));
      },
    ),
  );
});

test("the retry schedule still gives an overdue delivery some attempts after a long pause", () => {
  const now = START + 2 * GIVE_UP_AFTER_MS;
  const next = nextAttempt({ attempts: 1, dueSince: START, now }, () => 1);
  expect(next).toBe(now + FIRST_BACKOFF_MS);
});
