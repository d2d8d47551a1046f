import { expect, test } from "vitest";
import {
  busy,
  calendar,
  event,
  scope,
  ny,
} from "../../../tests/support/calendar-text.ts";
import examples from "../../../tests/support/calendars/rfc-5545-rules.json" with { type: "json" };
import { readCalendar } from "./read-calendar.ts";
import { readRule } from "./rules.ts";

/**
 * The examples of RFC 5545, 3.8.5.3, and the times of each before `to`, in UTC.
 */
test.each(examples)(
  "the series $rule from $start is expanded",
  ({ start, rule, times, to }) => {
    const text = calendar(
      event(ny("DTSTART", start), "DURATION:PT1M", `RRULE:${rule}`),
    );
    const expected = times.split(" ");
    const { blocked } = readCalendar([text], scope(`${expected[0]}:00Z`, to));
    expect(
      blocked.map((time) => new Date(time.start).toISOString().slice(0, 16)),
    ).toEqual(expected);
  },
);

const AT = "DTSTART:20261103T100000Z";
const OUTLOOK = "X-MICROSOFT-CDO-BUSYSTATUS:BUSY";

const SERIES: Record<string, string[]> = {
  "day 31, written by Outlook": [
    "DTSTART:20260131T100000Z",
    OUTLOOK,
    "RRULE:FREQ=MONTHLY;BYMONTHDAY=31",
  ],
  "29 February, written by Outlook": [
    "DTSTART:20240229T100000Z",
    OUTLOOK,
    "RRULE:FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2",
  ],
  "hours in a series of days": [
    "DTSTART;VALUE=DATE:20261103",
    "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2;BYHOUR=9,17",
  ],
  "a count of weeks that began weeks ago": [
    "DTSTART:20261006T100000Z",
    "RRULE:FREQ=WEEKLY;COUNT=6",
  ],
  "small letters": ["dtstart:20261103t100000z", "rrule:freq=daily;count=2"],
  "a count of months that began months ago": [
    "DTSTART:20260803T100000Z",
    "RRULE:FREQ=MONTHLY;COUNT=5",
  ],
  "a count of days of months": [
    "DTSTART:20260803T100000Z",
    "RRULE:FREQ=DAILY;BYMONTHDAY=3;COUNT=4",
  ],
  "an added time, which begins long ago": [
    "DTSTART:20260106T100000Z",
    "RDATE:20261103T100000Z",
  ],
  "an end in another zone": [
    ny("DTSTART", "20261103T230000"),
    "RRULE:FREQ=DAILY;COUNT=9;UNTIL=20261105T040000Z",
  ],
  "an interval of 0, and an EXDATE without a zone": [
    ny("DTSTART", "20261103T100000"),
    "RRULE:FREQ=DAILY;INTERVAL=0;COUNT=3",
    "EXDATE:20261104T100000",
  ],
  "an EXDATE of a day": [
    ny("DTSTART", "20261030"),
    "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=5",
    "EXDATE;TZID=Japan:20261101T040000Z,20261103,20261105T000000Z",
  ],
  "a day that is removed from two times a day": [
    ny("DTSTART", "20261103T090000"),
    "RRULE:FREQ=DAILY;COUNT=4;BYHOUR=9,14",
    "EXDATE;VALUE=DATE:20261104",
  ],
  "a time that is added to a day": [
    "DTSTART:20261103",
    "RDATE:20261105T100000Z",
  ],
  "a date that is added to times": [AT, "RDATE;VALUE=DATE:20261105"],
};

/** Programs differ on these rules. */
const DOUBTFUL = `FREQ=YEARLY;BYWEEKNO=20
FREQ=MONTHLY;BYWEEKNO=20;BYDAY=MO
FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO
FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;BYSETPOS=1
FREQ=YEARLY;BYYEARDAY=100;BYMONTHDAY=10
FREQ=YEARLY;BYYEARDAY=100;BYDAY=MO
FREQ=MONTHLY;BYYEARDAY=100
FREQ=WEEKLY;BYMONTHDAY=7;BYDAY=MO
FREQ=MONTHLY;BYSETPOS=2
FREQ=YEARLY;BYDAY=MO,-1FR
FREQ=YEARLY;BYDAY=53MO
FREQ=WEEKLY;BYDAY=MO;BYDAY=TU
FREQ=YEARLY;BYMONTHDAY=10
FREQ=YEARLY;BYMONTH=13
FREQ=YEARLY;BYMONTH=0
FREQ=MONTHLY;BYMONTHDAY=32
FREQ=MONTHLY;BYMONTHDAY=0
FREQ=DAILY;BYHOUR=24
FREQ=DAILY;BYMINUTE=60
FREQ=DAILY;COUNT=few
FREQ=HOURLY;INTERVAL=8
FREQ=DAILY;OWN=1
FREQ=DAILY;X-OWN
RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD`;

const CERTAIN = `FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO
FREQ=YEARLY;BYMONTHDAY=10;BYMONTH=12
FREQ=MONTHLY;BYMONTHDAY=-31,31
FREQ=YEARLY;BYDAY=-52MO,52MO
FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,1TU;WKST=
FREQ=DAILY; BYHOUR=0, 23; BYMINUTE=0,59;X-OWN=1`;

test("a series blocks the times of rules.said.txt", async () => {
  const winter = scope("2026-11-01", "2027-03-02");
  const said = Object.entries(SERIES).map(([what, lines]) => {
    const times = busy(calendar(event("DURATION:PT1H", ...lines)), winter);
    return [what, ...times].join("\n  ");
  });
  await expect(said.join("\n")).toMatchFileSnapshot("rules.said.txt");
});

test("programs differ on a rule, or agree", () => {
  for (const [rules, isDoubtful] of [
    [DOUBTFUL, true],
    [CERTAIN, false],
  ] as const)
    for (const rule of rules.split("\n"))
      expect(readRule(rule)?.isDoubtful, rule).toBe(isDoubtful);
});
