import { expect, test } from "vitest";
import { nextTimes } from "./next-times.ts";

test("three times are named by weekday, or by date from the sixth day on, in the agency's zone", () => {
  const times = [
    "2026-11-23T14:00:00Z",
    "2026-11-24T15:30:00Z",
    "2026-11-29T12:00:00Z",
    "2026-12-01T15:00Z",
  ];
  const now = Date.parse("2026-11-23T12:00:00Z");
  expect(
    nextTimes(times, "America/New_York", now, "en").map(({ text }) => text),
  ).toEqual([
    "Mon, 9:00\u00a0AM\u00a0EST",
    "Tue, 10:30\u00a0AM\u00a0EST",
    "Nov\u00a029, 7:00\u00a0AM\u00a0EST",
  ]);
});
