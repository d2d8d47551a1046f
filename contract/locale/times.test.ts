import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { localeOf } from "./locale.ts";
import * as times from "./times.ts";

const ZONE = "America/New_York";
const EN = localeOf(content);
const AT = "2026-11-21T18:30:00Z";

test.each([
  [59_999, "0 min"],
  [60 * 60_000, "1 hr"],
  [(5 * 60 + 12) * 60_000, "5 hr 12 min"],
  [24 * 60 * 60_000, "1 day"],
  [25.5 * 60 * 60_000, "1 day 1 hr"],
])("%d ms is shown as %s", (ms, words) => {
  expect(times.duration(ms, EN)).toBe(words);
});

test("a duration in whole words is rounded to the minute, and never negative", () => {
  const shown = [-90_000, 14_399_999].map((ms) => times.shownDuration(ms, EN));
  expect(shown).toEqual(["0 minutes", "4 hours"]);
});

test.each([
  ["2026-11-20T00:02:00.000Z", "Nov 19, 7:02 PM EST"],
  ["2027-01-01T05:00:00.000Z", "Jan 1, 2027, 12:00 AM EST"],
])(
  "the moment %s is %s: with its year unless it is this year",
  (iso, shown) => {
    const reading = { now: "2027-01-01T04:59:59.000Z", timeZone: ZONE };
    expect(times.moment(iso, reading, EN)).toBe(shown);
  },
);

test("an hour has as many digits as beside a zone, in German two", () => {
  expect(times.briefTime("2026-11-21T08:05Z", "UTC", { tag: "de" })).toBe(
    "Sa., 21. Nov., 08:05",
  );
});

test("a call in a zone that Node does not know is shown in UTC", () => {
  const shown = [ZONE, "Nowhere/City"].map((timeZone) =>
    times.callTime(AT, { now: AT, timeZone }, EN),
  );
  expect(shown).toEqual([
    "Sat, Nov 21, 1:30 PM EST",
    "Sat, Nov 21, 6:30 PM UTC",
  ]);
});
