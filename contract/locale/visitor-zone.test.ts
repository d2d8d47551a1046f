import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { clocksOf } from "./in-zone.ts";
import { localeOf } from "./locale.ts";
import { shortTime, zoneOr } from "./times.ts";
import {
  settledZone,
  zoneAfterMove,
  zoneForIntl,
  zoneWithOffset,
} from "./visitor-zone.ts";

const JANUARY = "2027-01-15T15:00:00Z";
const JULY = "2027-07-15T15:00:00Z";

test.each([
  ["America/New_York", "America/New_York"],
  ["-05:00[America/New_York]", "America/New_York"],
  ["-04:00[America/New_York]", "-04:00[America/New_York]"],
  ["+00:00[Europe/London]", "Europe/London"],
  ["+05:45[Asia/Kathmandu]", "Asia/Kathmandu"],
  ["-05:00[Nowhere/City]", "-05:00[Nowhere/City]"],
])("in January, %s is kept as %s", (zone, kept) =>
  expect(settledZone(JANUARY, zone)).toBe(kept),
);

test.each([
  ["-04:00[America/New_York]", "11:00 AM", "Eastern Time (GMT−4)"],
  ["+00:00[Europe/London]", "3:00 PM", "London (GMT)"],
  ["+04:45[Asia/Kathmandu]", "7:45 PM", "Kathmandu (GMT+4:45)"],
  ["UTC", "3:00 PM", "UTC"],
])("a time in %s is at %s, %s", (zone, time, name) => {
  const locale = localeOf(content);
  const shown = clocksOf(JANUARY, zone, "America/New_York", locale);
  expect([shown.day, shown.time]).toEqual([
    "Friday, January\u00a015",
    time.replace(" ", "\u00a0"),
  ]);
  expect(shown.zone).toBe(name);
  expect(shortTime(JANUARY, zone, locale)).toContain(time);
});

test("a zone is known by its name, in any case, and its offset", () => {
  const zones = [
    "-04:00[america/new_york]",
    "-04:00[Nowhere/City]",
    "-25:00[Asia/Tokyo]",
    "-04:00",
    "asia/kolkata",
  ];
  expect(zones.map((zone) => zoneOr("UTC", zone))).toEqual([
    "-04:00[America/New_York]",
    "UTC",
    "UTC",
    "-04:00",
    "Asia/Kolkata",
  ]);
  expect(zoneForIntl("-04:00[America/New_York]")).toBe("Etc/GMT+4");
});

test("a zone has the offset of the time that was tapped; after a move to another season, its own", () => {
  const zone = "America/New_York";
  expect([JANUARY, JULY].map((time) => zoneWithOffset(time, zone))).toEqual([
    "-05:00[America/New_York]",
    "-04:00[America/New_York]",
  ]);
  expect(zoneWithOffset(JANUARY, "Europe/London")).toBe(
    "+00:00[Europe/London]",
  );
  const odd = "-06:00[America/New_York]";
  expect(zoneAfterMove(odd, JANUARY, "2027-01-16T15:00:00Z")).toBe(odd);
  expect(zoneAfterMove(odd, JANUARY, JULY)).toBe(zone);
});
