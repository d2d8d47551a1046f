/** Measures the open times of 60 days beside 400 busy times, also for the first time in a process, before compilation. */
import type { Availability, Busy } from "../../contract/booking.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { openTimes } from "../../server/scheduling/open-times.ts";
import { content } from "../../tests/content.ts";

const { workingHours } = content;

const NOW = Date.parse("2027-02-10T00:00:00Z");

const availability: Availability = {
  ...workingHours,
  timeZone: "America/New_York",
  stepMinutes: 20,
  horizonDays: 60,
};
/** Spread over the days; every other one is a call. */
const busy = Array.from({ length: 400 }, (_, index): Busy => {
  const start = NOW + index * 3.6 * HOUR_MS;
  const taken = {
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + HOUR_MS / 2).toISOString(),
  };
  return index % 2 === 0 ? taken : { ...taken, call: true };
});

/** @returns milliseconds, and the number of open times. */
export function measureOpenTimes(): { ms: number; times: number } {
  const start = performance.now();
  const { times } = openTimes(availability, busy, NOW);
  return { ms: performance.now() - start, times: times.length };
}
