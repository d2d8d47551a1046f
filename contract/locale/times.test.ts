import { expect, test } from "vitest";
import { duration, moment } from "./times.ts";

test.each([
  [0, "0 min"],
  [59_999, "0 min"],
  [45 * 60_000, "45 min"],
  [60 * 60_000, "1 hr"],
  [(5 * 60 + 12) * 60_000, "5 hr 12 min"],
  [24 * 60 * 60_000, "1 day"],
  [51.5 * 60 * 60_000, "2 days 3 hr"],
])("%d ms is shown as %s", (ms, words) => {
  expect(duration(ms, { tag: "en" })).toBe(words);
});

test("a moment is shown in the agency's zone, with its year unless it is this year", () => {
  const time = {
    now: "2027-01-01T04:59:59.000Z",
    timeZone: "America/New_York",
  };
  expect(moment("2026-11-20T00:02:00.000Z", time, { tag: "en" })).toBe(
    "Nov 19, 7:02 PM EST",
  );
  expect(moment("2026-07-01T12:00:00.000Z", time, { tag: "en" })).toBe(
    "Jul 1, 8:00 AM EDT",
  );
  expect(moment("2027-01-01T05:00:00.000Z", time, { tag: "en" })).toBe(
    "Jan 1, 2027, 12:00 AM EST",
  );
});
