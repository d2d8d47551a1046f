import { expect, test } from "vitest";
import {
  busy,
  calendar,
  event,
  JULY,
  scope,
  meeting,
  ny,
} from "../../../tests/support/calendar-text.ts";
import type { CalendarScope } from "./read-in-thread.ts";

const HOUR = "DURATION:PT1H";
const HALF = "DURATION:PT30M";
const IN_NEW_YORK = { ...JULY, zone: "America/New_York" };
const KOLKATA_AT_TEN = "DTSTART;TZID=Asia/Kolkata:20260710T100000";

type Case = [what: string, text: string, times: string, where?: CalendarScope];

test.each<Case>([
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
    "07-08 12:15/14:00, 07-09 12:15/15:00, 07-15 04:00/07-17 04:00",
    IN_NEW_YORK,
  ],
  [
    "dates and periods that were added to an event",
    calendar(
      meeting(
        ny("RDATE", "20260715T080000"),
        "RDATE:20260716T1000,20260716T140000Z/PT30M,20260720T120000Z/PT30M",
      ),
    ),
    "07-06 12:00/13:00, 07-15 12:00/13:00, 07-16 14:00/15:00, 07-20 12:00/12:30",
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
    "10-23 21:00/10-26 13:00, 10-30 21:00/11-02 14:00",
    scope("2026-10-01", "2026-12-01"),
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
    "07-07 12:00/13:00, 07-09 12:00/13:00",
  ],
  [
    "a change without an end, which is as long as the times of its series, and a shorter change",
    calendar(
      event("DTSTART:20260701T120000Z", HOUR, "RRULE:FREQ=DAILY;COUNT=3"),
      event("RECURRENCE-ID:20260702T120000Z", "DTSTART:20260702T150000Z"),
      event("RECURRENCE-ID:20260703T120000Z", "DTSTART:20260703T150000Z", HALF),
    ),
    "07-01 12:00/13:00, 07-02 15:00/16:00, 07-03 15:00/15:30",
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
    "07-06 23:00/23:30, 07-07 23:00/23:30, 07-10 04:30/05:00, 07-11 04:30/05:00, 07-20 00:00/07-21 00:00, 07-22 00:00/07-23 00:00",
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
    "07-21 12:00/13:00, 07-23 12:00/13:00",
    scope("2026-07-20", "2026-07-25"),
  ],
  [
    "events with the UID `__proto__` or no UID, beside unreadable events",
    calendar(
      event("UID:__proto__", "DTSTART:20260701T120000Z", HOUR),
      "BEGIN:VEVENT\nDTSTART:20260702T120000Z\nDURATION:PT1H\nEND:VEVENT",
      "BEGIN:VEVENT\nDTSTART:20260703T120000Z\nDURATION:PT1H\nRRULE:FREQ=BANANA\nEND:VEVENT",
      "BEGIN:VEVENT\nDTSTART:soon\nEND:VEVENT\nBEGIN:VEVENT\nEND:VEVENT",
    ),
    "07-01 12:00/13:00, 07-02 12:00/13:00, 07-03 12:00/13:00",
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
    "07-01 12:00/13:30",
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
    "07-01 17:00/19:00, 07-02 17:00/19:00, 07-06 10:00/18:30",
  ],
  [
    "published busy times, until midnight if their end is wrong",
    calendar(
      'BEGIN:VFREEBUSY\nFREEBUSY;FBTYPE="FREE":20260701T120000Z/PT9H',
      "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260702T120000Z/20260702T110000Z,20260703T120000Z/PT1H\nEND:VFREEBUSY",
    ),
    "07-02 12:00/07-03 00:00, 07-03 12:00/13:00",
  ],
])("a calendar blocks %s", (_what, text, times, where) =>
  expect(busy(text, where ?? JULY).join(", ")).toBe(times),
);

test.each([
  ["nothing", ""],
  ["a page", "<!doctype html><title>Sign in</title>"],
  ["a calendar that is cut", calendar(meeting()).slice(0, -20)],
])("%s is a failure, not a calendar without events", (_what, text) => {
  expect(() => busy(text, JULY)).toThrow("It is not a whole calendar.");
  expect(busy(calendar(), JULY)).toEqual([]);
});

test.each([
  ["lines around it", `Cached\n${calendar(meeting())}<!-- -->`],
  [
    "a folded line that looks like the beginning of an event",
    calendar(meeting("DESCRIPTION:a\n BEGIN:VEVENT\n DTSTART:20260708")),
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
