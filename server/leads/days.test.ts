import { expect, test } from "vitest";
import { isDay } from "../../contract/locale/day.ts";
import { comingDays, latestDays, spanOf } from "./days.ts";

test("days of a time zone end with today, and begin at midnight of the zone", () => {
  const at = Date.parse("2026-11-02T04:59:00Z");
  const days = latestDays(3, "America/New_York", at);
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
  expect(spanOf("2026-10", "America/New_York").until).toBe(days.starts[2]);
  const clock = { timeZone: "America/New_York", now: () => at };
  expect(comingDays(clock).at(-1), "a week").toBe("2026-11-07");
});

test("a day is a date that the calendar has, written like 2026-02-28", () => {
  const days =
    "2026-02-28 2028-02-29 2026-02-29 2026-02-31 2026-2-1 2026-02-28T10:00";
  expect(days.split(" ").filter(isDay)).toEqual(["2026-02-28", "2028-02-29"]);
});
