import fc from "fast-check";
import { expect, test } from "vitest";
import { latestDays } from "./days.ts";

const HOUR = 60 * 60 * 1000;

test("days of a time zone end with today, and begin at midnight of the zone", () => {
  const days = latestDays(3, "America/New_York", Date.parse("2026-11-02T04:59:00Z"));
  expect(days).toEqual({
    names: ["2026-10-30", "2026-10-31", "2026-11-01"],
    // Summer time ends on November 1.
    starts: [
      "2026-10-30T04:00:00.000Z",
      "2026-10-31T04:00:00.000Z",
      "2026-11-01T04:00:00.000Z",
      "2026-11-02T05:00:00.000Z",
    ],
  });
});

test("days of a time zone begin where the clock resumes when there is no midnight", () => {
  // Egypt's clocks went from 00:00 to 01:00 on April 24, 2026.
  const { starts } = latestDays(1, "Africa/Cairo", Date.parse("2026-04-24T12:00:00Z"));
  expect(starts).toEqual(["2026-04-23T22:00:00.000Z", "2026-04-24T21:00:00.000Z"]);
});

test("days of a time zone are contiguous, and include the present, in every zone", () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const time = fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2040-01-01") });
  fc.assert(
    fc.property(zone, time, fc.integer({ min: 1, max: 40 }), (timeZone, now, count) => {
      const { names, starts } = latestDays(count, timeZone, now);
      expect([names.length, starts.length]).toEqual([count, count + 1]);
      const times = starts.map((start) => Date.parse(start));
      for (let day = 0; day < count; day++) {
        const length = (times[day + 1] ?? 0) - (times[day] ?? 0);
        expect(length).toBeGreaterThanOrEqual(22 * HOUR);
        expect(length).toBeLessThanOrEqual(26 * HOUR);
      }
      expect(times.at(-2)).toBeLessThanOrEqual(now);
      expect(times.at(-1)).toBeGreaterThan(now);
    }),
    { numRuns: 100 },
  );
});
