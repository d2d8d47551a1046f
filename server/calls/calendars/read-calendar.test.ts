import { expect, test } from "vitest";
import {
  busy,
  calendar,
  event,
  JULY,
  look,
  meeting,
  ny,
} from "../../../tests/support/calendar-text.ts";
import type { Look } from "./read-in-thread.ts";

const HOUR = "DURATION:PT1H";
const HALF = "DURATION:PT30M";
const IN_NEW_YORK = { ...JULY, zone: "America/New_York" };
const KOLKATA_AT_TEN = "DTSTART;TZID=Asia/Kolkata:20260710T100000";
const BERLIN_AT_FOUR = "DTSTART;TZID=Europe/Berlin:20260713T160000";

test.each<[what: string, text: string, times: string[], where?: Look]>([
  [
    "two times on the agency's clock, the travel time before each, and whole days",
    calendar(
      event(
        "DTSTART:20260708T090000",
        HOUR,
        "X-APPLE-TRAVEL-DURATION:PT45M",
        "RDATE:20260709T0900/PT2H",
      ),
      event(
        "UID:u2",
        "DTSTART:20260715",
        "RRULE:FREQ=DAILY;UNTIL=20260717T035959Z",
      ),
    ),
    ["07-08 12:15/14:00", "07-09 12:15/15:00", "07-15 04:00/07-17 04:00"],
    IN_NEW_YORK,
  ],
  [
    "whole days that end at a midnight",
    calendar(
      event(
        "DTSTART;VALUE=DATE:20260708",
        "DTEND:20260710T000000Z",
        "RRULE:FREQ=DAILY;UNTIL=20260709T150000Z",
      ),
    ),
    ["07-07 15:00/07-11 15:00"],
    { ...JULY, zone: "Asia/Tokyo" },
  ],
  [
    "dates and periods that were added to an event",
    calendar(
      meeting(
        ny("RDATE", "20260715T080000"),
        "RDATE:20260716T1000,20260720T120000Z/PT30M",
      ),
    ),
    [
      "07-06 12:00/13:00",
      "07-15 12:00/13:00",
      "07-16 14:00/15:00",
      "07-20 12:00/12:30",
    ],
  ],
  [
    "a changed event of a series, and all events after it",
    calendar(
      meeting("RRULE:FREQ=WEEKLY;COUNT=4", ny("EXDATE", "20260727T080000")),
      event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260713T080000",
        ny("DTSTART", "20260714T100000"),
        ny("DTEND", "20260714T123000"),
      ),
    ),
    ["07-06 12:00/13:00", "07-14 14:00/16:30", "07-21 14:00/16:30"],
  ],
  [
    "a series that continues in another zone after a change",
    calendar(
      meeting("RRULE:FREQ=WEEKLY;COUNT=3"),
      event(
        'RECURRENCE-ID;RANGE="ThisAndFuture";VALUE=DATE:20260713',
        BERLIN_AT_FOUR,
        HOUR,
      ),
    ),
    ["07-06 12:00/13:00", "07-13 14:00/15:00", "07-20 14:00/15:00"],
  ],
  [
    "an event every two hours, also in the hour that the clock repeats",
    calendar(
      event(
        ny("DTSTART", "20261031T220000"),
        HALF,
        "RRULE:FREQ=HOURLY;INTERVAL=2;COUNT=4",
      ),
    ),
    [
      "11-01 02:00/02:30",
      "11-01 04:00/04:30",
      "11-01 06:00/06:30",
      "11-01 08:00/08:30",
    ],
    look("2026-10-31", "2026-11-02"),
  ],
  [
    "whole days that are added and changed at times",
    calendar(
      event(
        "DTSTART:20260706",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "RDATE:20260709T000000Z",
      ),
      event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260713T000000Z",
        "DTSTART:20260714",
      ),
    ),
    [
      "07-05 15:00/07-06 15:00",
      "07-08 15:00/07-09 15:00",
      "07-13 15:00/07-14 15:00",
      "07-20 15:00/07-21 15:00",
    ],
    { ...JULY, zone: "Asia/Tokyo" },
  ],
  [
    "each weekend until nine on Monday, also when the clock changes",
    calendar(
      event(
        ny("DTSTART", "20261023T170000"),
        ny("DTEND", "20261026T090000"),
        "RRULE:FREQ=WEEKLY;COUNT=2",
      ),
    ),
    ["10-23 21:00/10-26 13:00", "10-30 21:00/11-02 14:00"],
    look("2026-10-01", "2026-12-01"),
  ],
  [
    "a series until a change that cancels all later events",
    calendar(
      meeting("RRULE:FREQ=WEEKLY"),
      event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260720T120000Z",
        "STATUS:CANCELLED",
        "DTSTART:20260720",
      ),
    ),
    ["07-06 12:00/13:00", "07-13 12:00/13:00"],
  ],
  [
    "an event that a change moves into the window, and a change without its series",
    calendar(
      event("DTSTART:20200101T120000Z", HOUR, "RRULE:FREQ=YEARLY;COUNT=2"),
      event("RECURRENCE-ID:20210101T120000Z", "DTSTART:20260707T120000Z", HOUR),
      event(
        "UID:u2",
        "RECURRENCE-ID:20260708T120000Z",
        "DTSTART:20260709T120000Z",
        HOUR,
      ),
    ),
    ["07-07 12:00/13:00", "07-09 12:00/13:00"],
  ],
  [
    "a change without its series, which repeats",
    calendar(
      event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260713T120000Z",
        "DTSTART:20260714T120000Z",
        HOUR,
        "RDATE:20260716T120000Z",
        "RRULE:FREQ=WEEKLY;COUNT=2",
      ),
    ),
    ["07-14 12:00/13:00", "07-16 12:00/13:00", "07-21 12:00/13:00"],
  ],
  [
    "changes without a start or an end, which the series gives, and a change of an unreadable time",
    calendar(
      event(ny("DTSTART", "20260708T080000"), HOUR, "RRULE:FREQ=DAILY;COUNT=4"),
      event("RECURRENCE-ID:20260709T120000Z", "DTSTART:20260709T160000Z"),
      event("RECURRENCE-ID:20260710T120000Z", "STATUS:CANCELLED"),
      event("RECURRENCE-ID:20260711T080000"),
      event(
        "RECURRENCE-ID:soon",
        "SEQUENCE:1",
        "DTSTART:20260712T120000Z",
        HOUR,
      ),
    ),
    [
      "07-08 12:00/13:00",
      "07-09 16:00/17:00",
      "07-11 12:00/13:00",
      "07-12 12:00/13:00",
    ],
  ],
  [
    "an event with two ends until the later end",
    calendar(
      event(
        "DTSTART:20260708T120000Z",
        "DTEND:20260708T123000Z",
        "DTEND:20260708T150000Z",
        HOUR,
      ),
    ),
    ["07-08 12:00/15:00"],
  ],
  [
    "whole days that a rule with hours repeats",
    calendar(
      event(
        "DTSTART:20260708",
        "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2;BYHOUR=9;BYMINUTE=0,30",
      ),
    ),
    ["07-08 00:00/07-09 00:00", "07-10 00:00/07-11 00:00"],
  ],
  [
    "each minute for an hour",
    calendar(
      event(
        "DTSTART:20260708T1200Z",
        "DURATION:PT1M",
        "RRULE:FREQ=MINUTELY;UNTIL=20260708T1259Z",
      ),
    ),
    ["07-08 12:00/13:00"],
  ],
  [
    "series that end on a day, or at a moment",
    calendar(
      event(
        "DTSTART:20260706T230000Z",
        HALF,
        "RRULE:FREQ=DAILY;UNTIL=20260707",
      ),
      event(
        "UID:u2",
        KOLKATA_AT_TEN,
        HALF,
        "RRULE:FREQ=DAILY;UNTIL=20260711T043000Z",
      ),
      event(
        "UID:u3",
        "DTSTART;VALUE=DATE:20260720",
        "RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20260722T000000Z",
      ),
    ),
    [
      "07-06 23:00/23:30",
      "07-07 23:00/23:30",
      "07-10 04:30/05:00",
      "07-11 04:30/05:00",
      "07-20 00:00/07-21 00:00",
      "07-22 00:00/07-23 00:00",
    ],
  ],
  [
    "every other Tuesday and Thursday since long ago",
    calendar(
      event(
        "DTSTART:20180102T120000Z",
        HOUR,
        "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH",
      ),
    ),
    // 2026-07-21 is 446 weeks after 2018-01-02.
    ["07-21 12:00/13:00", "07-23 12:00/13:00"],
    look("2026-07-20", "2026-07-25"),
  ],
  [
    "events with the UID `__proto__` or no UID, beside unreadable events",
    calendar(
      event("UID:__proto__", "DTSTART:20260701T120000Z", HOUR),
      "BEGIN:VEVENT\nDTSTART:20260702T120000Z\nDURATION:PT1H\nEND:VEVENT",
      "BEGIN:VEVENT\nDTSTART:20260703T120000Z\nDURATION:PT1H\nRRULE:FREQ=BANANA\nEND:VEVENT",
      "BEGIN:VEVENT\nDTSTART:soon\nEND:VEVENT\nBEGIN:VEVENT\nEND:VEVENT",
    ),
    ["07-01 12:00/13:00", "07-02 12:00/13:00", "07-03 12:00/13:00"],
  ],
  [
    "overlapping events of two calendars in one response, although the events share a UID",
    calendar(event("DTSTART:20260701T120000Z", HOUR)) +
      calendar(
        event(
          "RECURRENCE-ID:20260701T120000Z",
          "DTSTART:20260701T123000Z",
          HOUR,
        ),
      ),
    ["07-01 12:00/13:30"],
  ],
  [
    "events of two calendars in one response, which describe different zones of one name",
    ["+0100", "-0600"]
      .map((offset, index) =>
        calendar(
          `X-WR-TIMEZONE:Branch\nBEGIN:VTIMEZONE\nTZID:Branch\nBEGIN:STANDARD\nDTSTART:19700101T000000`,
          `TZOFFSETTO:${offset}\nEND:STANDARD\nEND:VTIMEZONE`,
          event(`UID:${index}`, `DTSTART:2026070${index + 1}T120000`, HOUR),
        ),
      )
      .join(""),
    ["07-01 11:00/12:00", "07-02 18:00/19:00"],
  ],
  [
    "both hours of an event whose zone the calendar describes with another offset",
    calendar(
      ...["America/Chicago", "Europe/Berlin"].map(
        (name) =>
          `BEGIN:VTIMEZONE\nTZID:${name}\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:-0600\nTZOFFSETTO:-0600\nEND:STANDARD\nEND:VTIMEZONE`,
      ),
      event(
        "DTSTART;TZID=America/Chicago:20260701T120000",
        HOUR,
        "RRULE:FREQ=DAILY;UNTIL=20260702T180000Z",
      ),
      event("UID:u2", "DTSTART;TZID=Europe/Berlin:20260706T120000", HALF),
    ),
    ["07-01 17:00/19:00", "07-02 17:00/19:00", "07-06 10:00/18:30"],
  ],
  [
    "published busy times, until midnight if their end is wrong",
    calendar(
      'BEGIN:VFREEBUSY\nFREEBUSY;FBTYPE="FREE":20260701T120000Z/PT9H',
      "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260702T120000Z/20260702T110000Z,20260703T120000Z/PT1H\nEND:VFREEBUSY",
    ),
    ["07-02 12:00/07-03 00:00", "07-03 12:00/13:00"],
  ],
])("a calendar blocks %s", (_what, text, times, where) =>
  expect(busy(text, where ?? JULY)).toEqual(times),
);

test.each([
  ["nothing", ""],
  ["a page", "<!doctype html><title>Sign in</title>"],
  ["a calendar that is cut", calendar(meeting()).slice(0, -20)],
  [
    "a calendar that is cut at the end of an event",
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + meeting(),
  ],
  [
    "a calendar without an end around a whole calendar",
    calendar("BEGIN:VCALENDAR"),
  ],
  ["an event without a calendar", meeting()],
])("%s is a failure, not a calendar without events", (_what, text) => {
  expect(() => busy(text, JULY)).toThrow("It is not a whole calendar.");
  expect(busy(calendar(), JULY)).toEqual([]);
});

test.each([
  ["lines around it", `Cached\n${calendar(meeting())}<!-- -->`],
  [
    "an alarm that has no end",
    calendar(meeting("BEGIN:VALARM\nDTSTART:20260709T000000Z")),
  ],
  [
    "an event that has no end",
    calendar(meeting().replace("END:VEVENT", ""), "BEGIN:VTODO\nEND:VTODO"),
  ],
  ["an event after its end", calendar() + meeting()],
  [
    "a colon before a parameter",
    calendar(meeting().replaceAll(";TZID", ":TZID")),
  ],
  [
    "parts that are indented",
    calendar("X-PUBLISHED-TTL:PT1H", meeting().replaceAll(/^/gm, "  ")),
  ],
  [
    "lines that are indented",
    calendar(meeting()).replaceAll(/\n(?=[^P])/g, "\n  "),
  ],
  [
    "a folded line that looks like the beginning of an event",
    calendar(meeting("DESCRIPTION:a\n BEGIN:VEVENT\n DTSTART:20260708")),
  ],
  [
    "lines that end with CR alone",
    calendar(meeting()).replaceAll("\r\n", "\r"),
  ],
  [
    "lines that end with CR CR LF",
    calendar(meeting()).replaceAll("\n", "\r\n"),
  ],
])("a calendar with %s is read", (_what, text) =>
  expect(busy(text, JULY)).toEqual(["07-06 12:00/13:00"]),
);

test("a call of ours blocks nothing, even if its UID is written in capitals", () => {
  const uid = "0b3c9f1e-7a52-4d7b-9c1b-6f3a1f0d2e44";
  const text = calendar(meeting().replace("u1@t", uid.toUpperCase()));
  expect(busy(text, JULY)).toHaveLength(1);
  expect(busy(text, { ...JULY, callIds: [uid] })).toEqual([]);
});
