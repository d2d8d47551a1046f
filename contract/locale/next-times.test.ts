import { expect, test } from "vitest";
import { nextTimes } from "./next-times.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");

test("three times are named by weekday, or by date from the sixth day on, in the agency's zone", () => {
  const times = [
    "2026-11-23T14:00:00Z",
    "2026-11-24T15:30:00Z",
    "2026-11-29T12:00:00Z",
    "2026-12-01T15:00Z",
  ];
  const links = nextTimes(times, "America/New_York", NOW, "en");
  expect(links.map(({ text }) => text)).toEqual([
    "Mon, 9:00 AM EST",
    "Tue, 10:30 AM EST",
    "Nov 29, 7:00 AM EST",
  ]);
  expect(links[0]?.href).toBe("/schedule?at=2026-11-23T14:00:00Z");
});
