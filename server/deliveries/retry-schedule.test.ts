import { expect, test } from "vitest";
import {
  FIRST_BACKOFF_MS,
  GIVE_UP_AFTER_MS,
  MAX_BACKOFF_MS,
  nextAttempt,
} from "./outbox.ts";

const START = Date.parse("2026-11-20T12:00:00Z");

/** Milliseconds until the next try; undefined when there is none. */
function wait(attempts: number, ageMs: number, draw: number, pauseMs?: number) {
  const now = START + ageMs;
  const claimed = { attempts, dueSince: new Date(START).toISOString() };
  const next = nextAttempt(claimed, now, () => draw, pauseMs);
  return next === undefined ? undefined : next - now;
}

test.each([
  [1, FIRST_BACKOFF_MS],
  [11, MAX_BACKOFF_MS],
])(
  "after %i tries the next comes at a random time within %i ms",
  (attempts, longest) => {
    expect(wait(attempts, 0, 1)).toBe(longest);
    expect(wait(attempts, 0, 0)).toBe(0);
  },
);

test.each([
  [
    "waits no longer than to the end of the three days",
    11,
    GIVE_UP_AFTER_MS - 1_000,
    1_000,
  ],
  ["is tried at the end of the three days", 20, GIVE_UP_AFTER_MS - 1, 1],
  ["is given up after the three days", 10, GIVE_UP_AFTER_MS, undefined],
  [
    "has ten tries even after the three days",
    9,
    GIVE_UP_AFTER_MS,
    256 * FIRST_BACKOFF_MS,
  ],
])("a delivery %s", (_what, attempts, ageMs, expected) => {
  expect(wait(attempts, ageMs, 1)).toBe(expected);
});

test.each([
  [40_000, 40_000],
  [MAX_BACKOFF_MS + 1, MAX_BACKOFF_MS],
])("a receiver that asks for %i ms gets %i ms", (pauseMs, expected) => {
  expect(wait(1, 0, 0, pauseMs)).toBe(expected);
});
