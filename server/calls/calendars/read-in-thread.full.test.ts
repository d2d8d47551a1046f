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

test.each<[what: string, event: string, date: string, ownTimes: string[]]>([
  [
    "each second of each day",
    repeating(`RRULE:${everySecond}`),
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

test("each of many costly events is named and blocks its own time, and all others are read", async () => {
  const odd = Array.from({ length: 4 }, (_, index) =>
    repeating(
      "RRULE:FREQ=SECONDLY;COUNT=1000000000",
      `:202612${10 + index}T090000Z`,
      `u${index}`,
    ),
  );
  const answer = await read(calendar(...odd, LUNCH));
  expect(answer).toMatchObject({
    unread: odd.map((_, index) => ({ day: `2026-12-${10 + index}` })),
  });
  expect("busy" in answer && answer.busy).toHaveLength(
    odd.length + LUNCHES.length,
  );
});

test("a calendar that takes too long is a failure", async () => {
  expect(await read(SERIES, 1)).toEqual({
    reason: "Reading it took more than five seconds of a processor.",
  });
});

const DAILY = "RRULE:FREQ=DAILY";

test.each<[what: string, text: string, times: number]>([
  [
    "a day that never comes",
    calendar(repeating(`${DAILY};BYMONTH=2;BYMONTHDAY=30`)),
    1,
  ],
  [
    "100,000 removed times",
    calendar(repeating(`EXDATE:${"20261202T090000Z,".repeat(100_000)}`)),
    1,
  ],
  ["500 weekly series since 2018", SERIES, 9],
  ["a line of 5 MB", calendar(repeating(`DESCRIPTION:${"x".repeat(5e6)}`)), 1],
  [
    "a million folds",
    calendar(repeating(`DESCRIPTION:${"\r \r".repeat(1e6)}`)),
    1,
  ],
])("a calendar with %s is read", async (_what, text, times) => {
  const answer = await read(text);
  expect("busy" in answer ? answer.busy.length : answer).toBe(times);
});
