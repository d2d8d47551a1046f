import { expect, test } from "vitest";
import {
  busy,
  calendar,
  event,
  JULY,
  meeting,
} from "../../../tests/support/calendar-text.ts";
import { readCalendar } from "./read-calendar.ts";

const invited = (...people: string[]) =>
  meeting("ORGANIZER:mailto:boss@x.example", ...people);
const declined = (who: string) =>
  `ATTENDEE;PARTSTAT=DECLINED;CN="A, B; C:${ME}":mailto:${who}`;
const accepted = (who: string) => `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${who}`;
const OUTLOOK = "X-MICROSOFT-CDO-BUSYSTATUS";
const AT = "DTSTART:20260706T120000Z";
const [ME, PARTNER] = ["me@agency.example", "partner@agency.example"];
const OF_PARTNER = { ...JULY, owners: [PARTNER] };
test.each([
  ["canceled", meeting("STATUS:CANCELED"), false],
  ["tentative", meeting("STATUS:TENTATIVE"), true],
  ["transparent", meeting("TRANSP:TRANSPARENT"), false],
  [
    "busy in Outlook",
    meeting("TRANSP:TRANSPARENT", `${OUTLOOK}:BUSY`, `${OUTLOOK}:`),
    true,
  ],
  [
    "declined by the owner",
    invited(accepted("b@x.example"), declined("ME@Agency.example")),
    false,
  ],
  [
    "declined by its organizer, whose address is written in two ways",
    meeting(`ORGANIZER:mailto:${ME}`, declined(ME.toUpperCase())),
    false,
  ],
  [
    "declined by a guest of the owner",
    invited(`:${ME}`, accepted(ME), declined("guest@x.example")),
    true,
  ],
  [
    "accepted by the owner alone",
    invited(declined("boss@x.example"), accepted(ME)),
    true,
  ],
  [
    "declined, as iCloud writes it",
    meeting(`ATTENDEE;EMAIL=${ME};PARTSTAT=DECLINED:/1/principal/`),
    false,
  ],
  [
    "declined by one owner of two",
    meeting(`ORGANIZER:mailto:${ME}`, declined(PARTNER)),
    true,
  ],
  [
    "of no length",
    event("DTSTART:20260706T120000Z", "DTEND:20260706T120000Z"),
    false,
  ],
  ["without an end", event("DTSTART:20260706T120000Z"), false],
])("an event that is %s blocks: %s", (_what, text, blocks) => {
  expect(
    busy(calendar(text), { ...JULY, owners: [PARTNER, ME, ""] }),
  ).toHaveLength(blocks ? 1 : 0);
  // The owner is also the person whom the calendar is named after.
  expect(busy(calendar(`X-WR-CALNAME:${ME}`, text), OF_PARTNER)).toHaveLength(
    blocks ? 1 : 0,
  );
});

const HOUR = "DURATION:PT1H";
const unread = (...events: string[]) =>
  readCalendar([calendar(...events)], JULY).unread;
const days = (...events: string[]) => unread(...events).map(({ day }) => day);

test.each([
  [
    "an end before its start",
    [AT, "DTEND:20260706T110000Z"],
    "12:00/07-07 00:00",
  ],
  ["an unreadable end", [AT, "DTEND:later"], "12:00/07-07 00:00"],
  ["a negative length", [AT, "DURATION:-PT1H"], "12:00/07-07 00:00"],
  [
    "a length that may mean months or minutes",
    [AT, "DURATION:P1M"],
    "12:00/07-07 00:00",
  ],
  [
    "a start at an impossible hour",
    ["DTSTART:20260706T990000Z"],
    "00:00/07-07 00:00",
  ],
  ["a second start", [AT, HOUR, "DTSTART:20260708T120000Z"], "12:00/13:00"],
  [
    "unreadable removed times",
    [AT, HOUR, "EXRULE:FREQ=SOMETIMES"],
    "12:00/13:00",
  ],
  [
    "a date with a time, and no end",
    ["DTSTART;VALUE=DATE:20260706T120000Z"],
    "12:00/07-07 00:00",
  ],
  ["an unreadable end, and a length", [AT, "DTEND:x", HOUR], "12:00/13:00"],
  ["an unreadable added time", [AT, HOUR, "RDATE:soon"], "12:00/13:00"],
  [
    "a line that is too long",
    [AT, HOUR, `RDATE:${"2".repeat(100_000)}`],
    "12:00/13:00",
  ],
  [
    "a change of one time and all after it",
    ["RECURRENCE-ID;RANGE=THISANDFUTURE:20260706", AT, HOUR],
    "12:00/13:00",
  ],
  [
    "an alarm that has no end",
    [AT, "DURATION:P1W", "BEGIN:VALARM"],
    "12:00/07-13 12:00",
  ],
  [
    "an unknown zone",
    ["DTSTART;TZID=Nowhere:20260706T120000", HOUR],
    "12:00/13:00",
  ],
])(
  "an event with %s blocks its readable time, and its date is named",
  (_what, lines, time) => {
    expect(busy(calendar(event(...lines)), JULY)).toEqual([`07-06 ${time}`]);
    expect(days(event(...lines))).toEqual(["2026-07-06"]);
  },
);

test.each([
  ["SUMMARY:x", ["?"]],
  [
    "DTSTART:soon\nDTEND:20260706T120000Z\nEND:VEVENT\nBEGIN:VEVENT\nDTSTART:soon\nRECURRENCE-ID:20260707\nEND:VEVENT\nBEGIN:VEVENT\nDTEND:20260707",
    ["2026-07-06", "2026-07-07"],
  ],
  [
    `STATUS:CANCELLED\nEND:VEVENT\nBEGIN:VAVAILABILITY\n${AT}\nEND:VAVAILABILITY\nBEGIN:VEVENT\nSTATUS:CANCELLED`,
    ["2026-07-06"],
  ],
  ["DTSTART:soon\nTRANSP:TRANSPARENT", []],
  [`${AT}\nTRANSP:TRANSPARENT\nRDATE:soon`, []],
  ["DTSTART:20150706T120000Z\nDTEND:later", []],
  ["DTSTART:20270706T120000Z\nDTEND:later", []],
  ["DTSTART:20150706T120000Z\nRRULE:soon", ["2015-07-06"]],
  ["DTSTART:20150706\nRRULE:FREQ=YEARLY;BYWEEKNO=9;UNTIL=20160706", []],
  [
    `STATUS:CANCELLED\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260706\n${AT}`,
    ["2026-07-06"],
  ],
  ["DTSTART:20150706T120000Z\nX-MICROSOFT-RRULE:FREQ=DAILY", ["2015-07-06"]],
  [
    `STATUS:CANCELLED\nEND:VEVENT\nBEGIN:VEVENT;\n${AT}\n${HOUR}`,
    ["2026-07-06"],
  ],
  [
    `${AT}\n${HOUR}\nEND:VEVENT\nBEGIN:VEVENT\nUID:u1@t\nSEQUENCE:1\nSTATUS:CANCELLED\nDTSTART:20150706\nDTEND:20150707`,
    ["2026-07-06"],
  ],
  [
    `${AT}\n${HOUR}\nEND:VEVENT\nBEGIN:VEVENT\nUID:u1@t\nSEQUENCE:1\nSTATUS:CANCELLED\n${AT}`,
    [],
  ],
])(
  "an event is named if its unreadable part may lie in the window: %s",
  (lines, named) => {
    expect(busy(calendar(event(lines)), JULY)).toEqual([]);
    expect(days(event(lines))).toEqual(named);
  },
);

test("a guessed zone is named only once, beside the zone that the site uses instead", () => {
  const at = (day: string, zone: string) =>
    event(`DTSTART;TZID=${zone}:202607${day}T090000`, HOUR);
  expect(
    unread(
      at("06", "PST"),
      at("07", "PST"),
      at("08", "CST"),
      at("09", "Europe/Berlin"),
    ),
  ).toEqual([
    {
      day: "2026-07-06",
      reason: "Its zone PST is uncertain: it is read as America/Los_Angeles.",
    },
    {
      day: "2026-07-08",
      reason: "Its zone CST is uncertain: it is read as America/Chicago.",
    },
  ]);
});

test.each([
  ["an unknown rule", "RRULE:FREQ=SOMETIMES"],
  [
    "weekdays that its start in UTC does not have",
    "RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20260707",
  ],
  [
    "a rule on which programs differ",
    "RRULE:FREQ=YEARLY;BYDAY=MO;BYWEEKNO=2;BYMONTHDAY=31",
  ],
])(
  "an event with %s is named and blocks its own time, and all others are read",
  (_what, line) => {
    const odd = event("DTSTART:20260706T140000Z", HOUR, line).replace(
      "u1@t",
      "u2@t",
    );
    expect(days(odd, meeting("RRULE:FREQ=DAILY;COUNT=2"))).toEqual([
      "2026-07-06",
    ]);
    expect(
      busy(calendar(odd, meeting("RRULE:FREQ=DAILY;COUNT=2")), JULY),
    ).toEqual(["07-06 12:00/13:00", "07-06 14:00/15:00", "07-07 12:00/13:00"]);
  },
);
