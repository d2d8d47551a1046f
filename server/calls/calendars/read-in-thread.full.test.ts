import { expect, test } from "vitest";
import {
  calendar,
  event,
  scope,
} from "../../../tests/support/calendar-text.ts";
import { readInThread } from "./read-in-thread.ts";

const LOOK = scope("2026-11-21", "2027-01-21");

const repeating = (rule = "", start = ":20261201T090000Z", uid = "u") =>
  event(`UID:${uid}`, `DTSTART${start}`, "DURATION:PT30M", rule);
const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join("\r\n");
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => index).join(",");
const read = (text: string, limitMs?: number) =>
  readInThread(new TextEncoder().encode(text), LOOK, limitMs);

const SERIES = calendar(
  many(500, (index) =>
    repeating("RRULE:FREQ=WEEKLY", ":20180101T100000Z", `u${index}`),
  ),
);

/** This event must be read although an odd event is beside it. */
const LUNCH = repeating(
  "RRULE:FREQ=WEEKLY;COUNT=2",
  ":20261202T120000Z",
  "lunch",
);
const LUNCHES = ["2026-12-02T12:00:00.000Z", "2026-12-09T12:00:00.000Z"];

const everySecond = `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`;

test.each([
  [
    "each second of each day",
    repeating(`RRULE:${everySecond}`),
    "2026-12-01",
    ["2026-12-01T09:00:00.000Z"],
  ],
  [
    "each second of each day, a hundred times",
    many(100, (index) =>
      repeating(`RRULE:${everySecond}`, undefined, `u${index}`),
    ),
    "2026-12-01",
    ["2026-12-01T09:00:00.000Z"],
  ],
  [
    "each second since 2020",
    repeating("RRULE:FREQ=SECONDLY", ":20200101T090000Z"),
    "2020-01-01",
    [],
  ],
])(
  "an event at %s is named by its date and blocks its own time, and all others are read",
  async (_what, odd, day, ownTimes) => {
    const busy = [...ownTimes, ...LUNCHES].map((startsAt) =>
      expect.objectContaining({ startsAt }),
    );
    const unread = [{ day, reason: expect.stringContaining("How it repeats") }];
    expect(await read(calendar(odd, LUNCH))).toMatchObject({ busy, unread });
  },
);

test("a calendar that takes too long, or that is cut and read after it, is a failure", async () => {
  const readings = [read(SERIES, 1), read("")];
  expect(await Promise.race(readings)).toEqual({
    reason:
      "Reading it took more than five seconds of a processor. Publish fewer years of it.",
  });
  expect(await readings[1]).toEqual({
    reason: expect.stringContaining("not a whole calendar"),
  });
});
