import { describe, expect, test } from "vitest";
import { readTime, writeTime } from "./times.ts";

describe("a time is written as PostgreSQL writes it", () => {
  test.each([
    ["2026-11-20T12:00:00.000Z", "UTC", "2026-11-20T12:00:00+00:00", "2026-11-20 12:00:00+00"],
    ["2026-11-20T12:00:00.500Z", "UTC", "2026-11-20T12:00:00.5+00:00", "2026-11-20 12:00:00.5+00"],
    ["2026-11-20T10:20:30.000Z", "UTC", "2026-11-20T10:20:30+00:00", "2026-11-20 10:20:30+00"],
    [
      "2026-11-20T02:00:00.000Z",
      "America/Los_Angeles",
      "2026-11-19T18:00:00-08:00",
      "2026-11-19 18:00:00-08",
    ],
    ["2026-11-20T12:00:00.000Z", "Asia/Kolkata", "2026-11-20T17:30:00+05:30", "2026-11-20 17:30:00+05:30"],
    ["2026-07-01T12:00:00.000Z", "Europe/London", "2026-07-01T13:00:00+01:00", "2026-07-01 13:00:00+01"],
  ])("%s in %s", (iso, zone, json, text) => {
    expect([writeTime(iso, zone, "json"), writeTime(iso, zone, "text")]).toEqual([json, text]);
    expect([readTime(json, "UTC", false), readTime(text, "UTC", false)]).toEqual([iso, iso]);
  });
});

describe("a time is read", () => {
  test.each([
    ["2026-11-20", "UTC", "2026-11-20T00:00:00.000Z"],
    ["2026-11-20", "America/Los_Angeles", "2026-11-20T08:00:00.000Z"],
    ["2026-11-20 12:30", "UTC", "2026-11-20T12:30:00.000Z"],
    ["2026-11-20t12:30:15z", "UTC", "2026-11-20T12:30:15.000Z"],
    ["2026-11-20T12:30:15.1234-0330", "UTC", "2026-11-20T16:00:15.123Z"],
    ["2026-11-20T12:30:15.123456+02", "UTC", "2026-11-20T10:30:15.123Z"],
    // The hour after the clocks were set forward, and the day they were.
    ["2026-03-08T03:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
    ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z"],
  ])("%s in %s", (text, zone, iso) => {
    expect(readTime(text, zone, false)).toBe(iso);
  });

  test("before the year 10000 in UTC", () => {
    expect(readTime("9999-12-31T23:59:59.999Z", "UTC", true)).toBe("9999-12-31T23:59:59.999Z");
    expect(readTime("9999-12-31T23:59:59.9999Z", "UTC", true)).toBeUndefined();
    expect(readTime("9999-12-31T23:59:59-14:00", "UTC", false)).toBeUndefined();
  });

  test("up to the next millisecond where that is asked for", () => {
    expect(readTime("2026-11-20T12:00:00.000001Z", "UTC", true)).toBe("2026-11-20T12:00:00.001Z");
    expect(readTime("2026-11-20T12:00:00.9999Z", "UTC", true)).toBe("2026-11-20T12:00:01.000Z");
  });

  test.each([
    "",
    "yesterday",
    "5",
    "2026-02-30",
    "2026-13-01",
    "2026-11-20T25:00",
    "2026-11-20 12:00:00 PST",
  ])("and %j is none", (text) => {
    expect(readTime(text, "UTC", false)).toBeUndefined();
  });
});
