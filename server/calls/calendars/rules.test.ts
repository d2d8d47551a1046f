import { expect, test } from "vitest";
import {
  busy,
  calendar,
  event,
  look,
  ny,
} from "../../../tests/support/calendar-text.ts";
import { readCalendar } from "./read-calendar.ts";
import examples from "../../../tests/support/calendars/rfc-5545-rules.json" with { type: "json" };
import { readRule } from "./rules.ts";

/** The examples of RFC 5545, 3.8.5.3, and the times of each before `to`, in UTC. */
test.each(examples)(
  "the series $rule from $start is expanded",
  ({ start, rule, times, to }) => {
    const text = calendar(
      event(ny("DTSTART", start), "DURATION:PT1M", `RRULE:${rule}`),
    );
    const expected = times.split(" ");
    const { blocked } = readCalendar([text], look(`${expected[0]}:00Z`, to));
    expect(
      blocked.map((time) => new Date(time.start).toISOString().slice(0, 16)),
    ).toEqual(expected);
  },
);

const IN_NOVEMBER = "DTSTART:20251110T100000Z";
const AT = "DTSTART:20261103T100000Z";
const OUTLOOK = "X-MICROSOFT-CDO-BUSYSTATUS:BUSY";

test.each<[what: string, lines: string[], days: string[]]>([
  [
    "a position in a week",
    [
      "DTSTART:20261102T090000Z",
      "RRULE:FREQ=WEEKLY;BYDAY=TU,TH;BYSETPOS=-1;COUNT=2",
    ],
    ["11-02", "11-05", "11-12"],
  ],
  [
    "the fiftieth Monday",
    ["DTSTART:20251215T100000Z", "RRULE:FREQ=YEARLY;BYDAY=50MO"],
    ["12-14"],
  ],
  [
    "days of the year",
    ["DTSTART:20251201T100000Z", "RRULE:FREQ=YEARLY;BYYEARDAY=-1,1"],
    ["12-31", "01-01"],
  ],
  [
    "months in any order",
    [IN_NOVEMBER, "RRULE:FREQ=YEARLY;BYMONTH=2,11,1"],
    ["11-10", "01-10", "02-10"],
  ],
  [
    "29 February, counted",
    ["DTSTART:20200229T100000Z", "RRULE:FREQ=YEARLY;COUNT=3"],
    [],
  ],
  [
    "day 31, written by Outlook",
    ["DTSTART:20260131T100000Z", OUTLOOK, "RRULE:FREQ=MONTHLY;BYMONTHDAY=31"],
    ["11-30", "12-31", "01-31", "02-28"],
  ],
  [
    "29 February, written by Outlook",
    [
      "DTSTART:20240229T100000Z",
      OUTLOOK,
      "RRULE:FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2",
    ],
    ["02-28"],
  ],
  [
    "letters in lower case",
    ["DTSTART:20261103t100000z", "rrule:freq=weekly;count=2"],
    ["11-03", "11-10"],
  ],
  [
    "an end in another zone",
    [
      ny("DTSTART", "20261103T230000"),
      "RRULE:FREQ=DAILY;COUNT=9;UNTIL=20261105T040000Z",
    ],
    ["11-04", "11-05"],
  ],
  [
    "its name twice, and escapes",
    [AT, String.raw`RRULE:RRULE:FREQ=DAILY\;COUNT=2`],
    ["11-03", "11-04"],
  ],
  [
    "an end in the year 1",
    [AT, "RRULE:FREQ=DAILY;COUNT=2;UNTIL=00010101"],
    ["11-03", "11-04"],
  ],
  [
    "an end with a date, a `T` and no time",
    [AT, "RRULE:FREQ=WEEKLY;UNTIL=20261110T"],
    ["11-03", "11-10"],
  ],
  [
    "an EXDATE without a zone",
    [
      ny("DTSTART", "20261103T100000"),
      "RRULE:FREQ=DAILY;COUNT=3",
      "EXDATE:20261104T100000",
    ],
    ["11-03", "11-05"],
  ],
  [
    "an EXDATE of a day",
    [
      "DTSTART:20261103",
      "RRULE:FREQ=DAILY;COUNT=3",
      "EXDATE;TZID=Japan:20261104T000000,20261105T000000Z",
    ],
    ["11-03"],
  ],
  [
    "a date that is added to times",
    [AT, "RDATE;VALUE=DATE:20261105"],
    ["11-03", "11-05"],
  ],
  [
    "parts that no standard has",
    [AT, "RRULE:FREQ=WEEKLY;UNTIL=20261110;X-A=1;COUNT=-1"],
    ["11-03", "11-10"],
  ],
])("a series with %s is expanded", (_what, lines, days) => {
  const times = busy(
    calendar(event("DURATION:PT1H", ...lines)),
    look("2026-11-01", "2027-03-02"),
  );
  expect(times.map((time) => time.slice(0, "11-03".length))).toEqual(days);
});

test.each([
  ["FREQ=YEARLY;BYWEEKNO=20", true],
  ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", false],
  ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;INTERVAL=2", true],
  ["FREQ=YEARLY;BYWEEKNO=20,-1;BYDAY=MO;BYSETPOS=1", true],
  ["FREQ=YEARLY;BYYEARDAY=100;BYMONTHDAY=10", true],
  ["FREQ=YEARLY;BYYEARDAY=100;BYDAY=MO", true],
  ["FREQ=MONTHLY;BYYEARDAY=100", true],
  ["FREQ=MONTHLY;BYWEEKNO=20;BYDAY=MO", true],
  ["FREQ=WEEKLY;BYMONTHDAY=7;BYDAY=MO", true],
  ["FREQ=MONTHLY;BYSETPOS=2", true],
  ["FREQ=YEARLY;BYDAY=53MO", true],
  ["FREQ=YEARLY;BYDAY=-52MO,1MO", false],
  ["FREQ=YEARLY;BYDAY=MO,-1FR", true],
  ["FREQ=WEEKLY;BYDAY=MO;TU;WE", true],
  ["FREQ=WEEKLY;BYDAY=MO;BYDAY=TU", true],
  ["FREQ=WEEKLY;BYDAYS=MO,TU", true],
  ["FREQ=WEEKLY;BYDAY", true],
  ["FREQ=WEEKLY;;X-DAYS=MO;BYHOUR=;INTERVAL=0;COUNT=0;UNTIL=20260101", false],
  ["FREQ=YEARLY;BYMONTHDAY=10", true],
  ["FREQ=YEARLY;BYMONTHDAY=10;BYMONTH=3", false],
  ["FREQ=MONTHLY;BYMONTHDAY=10", false],
  ["FREQ=MONTHLY;BYDAY=0MO", true],
  ["FREQ=DAILY;COUNT=1e2", true],
  ["FREQ=DAILY;BYHOUR=-1", true],
  ["FREQ=HOURLY;INTERVAL=8", true],
  ["RSCALE=CHINESE;FREQ=YEARLY", true],
  ["FREQ=MONTHLY;BYMONTHDAY=99", true],
  ["FREQ=DAILY;BYHOUR=0,23;BYMINUTE=0", false],
  ["RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD", true],
  ["RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT", false],
])("programs differ on %s: %s", (rule, isDoubtful) =>
  expect(readRule(rule)).toMatchObject({ isDoubtful }),
);

test.each([
  "BYDAY=MO",
  "W1 MO #0",
  "",
  `FREQ=DAILY;BYHOUR=${"1,".repeat(9_999)}`,
])("%s is no rule", (rule) => {
  expect(readRule(rule)).toBeUndefined();
});
