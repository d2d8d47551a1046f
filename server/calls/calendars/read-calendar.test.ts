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
const DAILY = "RRULE:FREQ=DAILY";
const YEARLY = "RRULE:FREQ=YEARLY";
const IN_NEW_YORK = { ...JULY, zone: "America/New_York" };
const KOLKATA_AT_TEN = "DTSTART;TZID=Asia/Kolkata:20260710T100000";

/** What a calendar has, its text, and where it is read. */
const CALENDARS: [what: string, text: string, where?: CalendarScope][] = [
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
    IN_NEW_YORK,
  ],
  [
    "whole days until a midnight in UTC, alone and in a series, Berlin's, or a last minute",
    calendar(
      event("DTSTART:20260701", "DTEND:20260703T000000Z"),
      event("UID:u2", "DTSTART:20260708", `${DAILY};UNTIL=20260709T000000Z`),
      event("UID:u3", "DTSTART:20260715", `${DAILY};UNTIL=20260716T010000Z`),
      event("UID:u4", "DTSTART:20260722", `${DAILY};UNTIL=20260722T220000Z`),
      event("UID:u5", "DTSTART:20260727", `${DAILY};UNTIL=20260728T235900Z`),
    ),
    IN_NEW_YORK,
  ],
  [
    "whole days in the agency's zone, not in the calendar's",
    calendar("X-WR-TIMEZONE:Europe/Zurich", event("DTSTART:20260701")),
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
  ],
  [
    "each weekend until nine on Monday, and a whole day, also when the clock changes",
    calendar(
      event(
        ny("DTSTART", "20261023T170000"),
        ny("DTEND", "20261026T090000"),
        "RRULE:FREQ=WEEKLY;COUNT=2",
      ),
      event("UID:u2", "DTSTART;TZID=Australia/Sydney:20261004"),
    ),
    scope("2026-10-01", "2026-12-01"),
  ],
  [
    "a flight to another zone, and an absence each year that has begun",
    calendar(
      event(
        ny("DTSTART", "20260710T180000"),
        "DTEND;TZID=Europe/Berlin:20260711T080000",
      ),
      event("UID:u2", "DTSTART:20240620", "DURATION:P12D", YEARLY),
    ),
  ],
  [
    "an event that a change moves into the window, and a change without its series",
    calendar(
      event("DTSTART:20200101T120000Z", HOUR, `${YEARLY};COUNT=2`),
      event("RECURRENCE-ID:20210101T120000Z", "DTSTART:20260707T120000Z", HOUR),
      event(
        "UID:u2",
        "RECURRENCE-ID:20260708T120000Z",
        "DTSTART:20260709T120000Z",
        HOUR,
      ),
    ),
  ],
  [
    "a change without an end, which is as long as the times of its series, and a shorter change",
    calendar(
      event("DTSTART:20260701T120000Z", HOUR, `${DAILY};COUNT=3`),
      event("RECURRENCE-ID:20260702T120000Z", "DTSTART:20260702T150000Z"),
      event("RECURRENCE-ID:20260703T120000Z", "DTSTART:20260703T150000Z", HALF),
    ),
  ],
  [
    "an evening in New York that has not ended when the window begins",
    calendar(
      event(ny("DTSTART", "20260630T200000"), ny("DTEND", "20260630T220000")),
    ),
  ],
  [
    "series that end on a day, or at a moment",
    calendar(
      event("DTSTART:20260706T230000Z", HALF, `${DAILY};UNTIL=20260707`),
      event("UID:u2", KOLKATA_AT_TEN, HALF, `${DAILY};UNTIL=20260711T043000Z`),
      event(
        "UID:u3",
        "DTSTART;VALUE=DATE:20260720",
        `${DAILY};INTERVAL=2;UNTIL=20260722T000000Z`,
      ),
    ),
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
    scope("2026-07-20", "2026-07-25"),
  ],
  [
    "events with the UID `__proto__` or no UID, beside unreadable events",
    calendar(
      event("UID:__proto__", "DTSTART:20260701T120000Z", HOUR),
      "BEGIN:VEVENT\nDTSTART:20260702T120000Z\nDURATION:PT1H\nEND:VEVENT",
      "BEGIN:VEVENT\nSEQUENCE:1\nDTSTART:20260703T120000Z\nDURATION:PT1H\nRRULE:FREQ=BANANA\nEND:VEVENT",
      "BEGIN:VEVENT\nDTSTART:soon\nEND:VEVENT\nBEGIN:VEVENT\nEND:VEVENT",
    ),
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
  ],
  [
    "both hours of an event whose zone the calendar describes with another offset, or twice, without times that either removes",
    calendar(
      ...[
        "America/Chicago -0400",
        "Europe/Berlin -0400",
        "Own -0400",
        "Own -0300",
      ].map(
        (zone) =>
          `BEGIN:VTIMEZONE\nTZID:${zone.replace(" ", "\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETTO:")}\nEND:STANDARD\nEND:VTIMEZONE`,
      ),
      event(
        "DTSTART;TZID=America/Chicago:20260701T120000",
        HOUR,
        `${DAILY};UNTIL=20260702T160000Z`,
      ),
      event("UID:u2", "DTSTART;TZID=Europe/Berlin:20260706T120000", HALF),
      event("UID:u3", "DTSTART;TZID=Own:20260708T120000", HALF),
      event(
        "UID:u4",
        "DTSTART;TZID=America/Chicago:20260713T120000",
        HALF,
        `${DAILY};COUNT=3`,
        "EXDATE:20260713T160000Z,20260714T170000Z",
      ),
    ),
  ],
  [
    "published busy times, until midnight if their end is wrong",
    calendar(
      'BEGIN:VFREEBUSY\nFREEBUSY;FBTYPE="Free":20260701T120000Z/PT9H',
      "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260702T120000Z/20260702T110000Z,20260703T120000Z/PT1H",
      "FREEBUSY;TZID=America/New_York:20260706T080000/PT1H\nEND:VFREEBUSY",
    ),
  ],
  ["text around it", `Cached\n${calendar(meeting()).trim()}<html>\n</html>`],
  [
    "a folded line that looks like the beginning of an event",
    calendar(meeting("DESCRIPTION:a\n BEGIN:VEVENT\n DTSTART:20260708")),
  ],
  [
    "lines that end with CR CR LF, but the last",
    calendar(meeting()).replaceAll("\n", "\r\n").trim(),
  ],
  [
    "lines that are indented",
    calendar(` ${meeting().replaceAll("\n", "\n  ")}`),
  ],
];

test("each calendar blocks what stands in read-calendar.said.txt", async () => {
  const said = CALENDARS.map(([what, text, where = JULY]) =>
    [what, ...busy(text, where)].join("\n  "),
  );
  await expect(said.join("\n\n")).toMatchFileSnapshot("read-calendar.said.txt");
});

test.each([
  ["nothing", ""],
  ["a page", "<!doctype html><title>Sign in</title>"],
  ["a calendar that is cut", (calendar() + calendar(meeting())).slice(0, -20)],
])("%s is a failure, not a calendar without events", (_what, text) => {
  expect(() => busy(text, JULY)).toThrow("It is not a whole calendar.");
  expect(busy(calendar(), JULY)).toEqual([]);
});

test("a call of ours blocks nothing, even if its UID is written in capitals", () => {
  const uid = "0b3c9f1e-7a52-4d7b-9c1b-6f3a1f0d2e44";
  const text = calendar(meeting().replace("u1@t", uid.toUpperCase()));
  expect(busy(text, JULY)).toHaveLength(1);
  expect(busy(text, { ...JULY, callIds: [uid] })).toEqual([]);
});
