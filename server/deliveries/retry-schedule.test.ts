import { expect, test } from "vitest";
import { GIVE_UP_AFTER_MS, nextAttempt } from "./outbox.ts";

const START = Date.parse("2026-11-20T12:00:00Z");

/** How often it was tried, how long ago it was due, and a random number. */
const TRIES: Record<
  string,
  [attempts: number, ageMs: number, draw: number, pauseMs?: number]
> = {
  "after one try, at the latest": [1, 0, 1],
  "after one try, at the earliest": [1, 0, 0],
  "after eleven tries, at the latest": [11, 0, 1],
  "a second before the end of the three days": [11, GIVE_UP_AFTER_MS - 1000, 1],
  "a millisecond before the end": [20, GIVE_UP_AFTER_MS - 1, 1],
  "at the end, after ten tries": [10, GIVE_UP_AFTER_MS, 1],
  "at the end, after nine tries": [9, GIVE_UP_AFTER_MS, 1],
  "where the receiver asks for 40 seconds": [1, 0, 0, 40_000],
  "where the receiver asks for a year": [1, 0, 0, 365 * 24 * 3_600_000],
};

test("a delivery is tried again after the milliseconds of retry-schedule.said.txt, or never", async () => {
  const said = Object.entries(TRIES).map(([when, tried]) => {
    const [attempts, ageMs, draw, pauseMs] = tried;
    const now = START + ageMs;
    const claimed = { attempts, dueSince: new Date(START).toISOString() };
    const next = nextAttempt(claimed, now, () => draw, pauseMs) ?? Infinity;
    return `${when}: ${next - now}`;
  });
  await expect(said.join("\n")).toMatchFileSnapshot("retry-schedule.said.txt");
});
