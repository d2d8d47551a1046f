import { expect, test } from "vitest";
import {
  busy,
  calendar,
  event,
  JULY,
  meeting,
  ny,
} from "../../../tests/support/calendar-text.ts";
import { readCalendar } from "./read-calendar.ts";

const [ME, PARTNER] = ["me@agency.example", "partner@agency.example"];
const invited = (...people: string[]) =>
  meeting("ORGANIZER:mailto:boss@x.example", ...people);
const declined = (who: string) =>
  `ATTENDEE;PARTSTAT=DECLINED;CN="A, B; C:${ME}":mailto:${who}`;
const accepted = (who: string) => `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${who}`;
const OUTLOOK = "X-MICROSOFT-CDO-BUSYSTATUS";
const AT = "DTSTART:20260706T120000Z";
const HOUR = "DURATION:PT1H";
const FREE = "STATUS:CANCELLED";
const later = (...lines: string[]) => event("SEQUENCE:1", ...lines);
const odd = (...lines: string[]) =>
  [
    event("UID:odd", "DTSTART:20260706T140000Z", HOUR, ...lines),
    meeting("RRULE:FREQ=DAILY;COUNT=2"),
  ].join("\n");
const at = (time: string, ...lines: string[]) =>
  event(`UID:${time}`, `DTSTART;TZID=${time}`, HOUR, ...lines);
const change = (id: string, ...lines: string[]) =>
  event(`RECURRENCE-ID${id}`, AT, ...lines);
const OVER = event("DTSTART:20200101T120000Z", "DTEND:20200101T130000Z");
const SERIES = event(
  ny("DTSTART", "20260706T100000"),
  HOUR,
  "RRULE:FREQ=DAILY;COUNT=2",
);

const CALENDARS: Record<string, string[]> = {
  "no event": [],
  "no published busy time": ["BEGIN:VFREEBUSY\nEND:VFREEBUSY"],
  "only an event that is over": [OVER],
  "an event that is over, with an added time": [
    OVER.replace("DTEND", "RDATE:20260706T120000Z\nDTEND"),
  ],
  "a series of days, with an added time of day": [
    event("DTSTART:20260706", "RDATE:20260708T120000Z"),
  ],
  "a change that moves a time years back": [
    SERIES,
    OVER.replace("DTSTART", "RECURRENCE-ID:20260706T140000Z\nDTSTART"),
  ],
  "a canceled event": [meeting("STATUS:CANCELED")],
  "a tentative event": [meeting("STATUS:TENTATIVE")],
  "a transparent event": [meeting("TRANSP:TRANSPARENT")],
  "busy in Outlook": [
    meeting("TRANSP:TRANSPARENT", `${OUTLOOK}:BUSY`, `${OUTLOOK}:`),
  ],
  "declined by the owner": [
    invited(accepted("b@x.example"), declined("ME@Agency.example")),
  ],
  "declined by its organizer, whose address is written in two ways": [
    meeting(`ORGANIZER:mailto:${ME}`, declined(ME.toUpperCase())),
  ],
  "declined by a guest of the owner": [
    invited(`:${ME}`, accepted(ME), declined("guest@x.example")),
  ],
  "accepted by the owner alone": [
    invited(declined("boss@x.example"), accepted(ME)),
  ],
  "declined, as iCloud writes it": [
    meeting(`ATTENDEE;EMAIL=${ME};PARTSTAT=DECLINED:/1/principal/`),
  ],
  "declined, with the address in quotes": [
    meeting(`ATTENDEE;EMAIL="${ME}";PARTSTAT=DECLINED:/1/principal/`),
  ],
  "declined by one owner of two": [
    meeting(`ORGANIZER:mailto:${ME}`, declined(PARTNER)),
  ],
  "declined by the person whom the calendar is named after": [
    "X-WR-CALNAME:eve@agency.example",
    invited(declined("eve@agency.example")),
  ],
  "of no length": [event(AT, "DTEND:20260706T120000Z")],
  "without an end": [event(AT)],
  "an end before its start": [event(AT, "DTEND:20260706T110000Z")],
  "an unreadable end": [event(AT, "DTEND:later")],
  "a negative length": [event(AT, "DURATION:-PT1H")],
  "a length that may mean months or minutes": [event(AT, "DURATION:P1M")],
  "a start at an impossible hour": [event("DTSTART:20260706T990000Z")],
  "a second start": [event(AT, HOUR, "DTSTART:20260708T120000Z")],
  "unreadable removed times": [event(AT, HOUR, "EXRULE:FREQ=SOMETIMES")],
  "a date with a time, and no end": [
    event("DTSTART;VALUE=DATE:20260706T120000Z"),
  ],
  "a date with a time, and an end at its start": [
    event("DTSTART;VALUE=DATE:20260706T120000Z", "DTEND:20260706T120000Z"),
  ],
  "an unreadable end, and a length": [event(AT, "DTEND:x", HOUR)],
  "an unreadable added time": [event(AT, HOUR, "RDATE:soon")],
  "an added time with an unreadable end": [
    event(AT, HOUR, "RDATE:20260708T120000Z/soon"),
  ],
  "a line that is too long": [event(AT, HOUR, `RDATE:${"2".repeat(100_000)}`)],
  "a change of one time and all after it": [
    change(";RANGE=THISANDFUTURE:20260706", HOUR),
  ],
  "an alarm that has no end": [event(AT, "DURATION:P1W", "BEGIN:VALARM")],
  "events without their last lines": [
    event(AT, HOUR),
    at("Europe/Berlin:20260707T090000"),
  ].map((text) => text.replace("\nEND:VEVENT", "")),
  "an event after the end of its calendar": [
    "END:VCALENDAR",
    event(AT, HOUR),
    "BEGIN:VCALENDAR",
  ],
  "no time": [event("SUMMARY:x")],
  "only other times than a start that can be read": [
    event("DTSTART:soon", "DTEND:20260706T120000Z"),
    event("DTSTART:soon", "RECURRENCE-ID:20260707"),
    event("DTEND:20260708"),
  ],
  "hours of availability": [`BEGIN:VAVAILABILITY\n${AT}\nEND:VAVAILABILITY`],
  "a free event without a start": [event("DTSTART:soon", "TRANSP:TRANSPARENT")],
  "a free event with an unreadable added time": [event(FREE, AT, "RDATE:soon")],
  "an unreadable end, years before and after": [
    event("DTSTART:20150706T120000Z", "DTEND:later"),
    event("UID:2", "DTSTART:20270706T120000Z", "DTEND:later"),
  ],
  "an unreadable rule since long ago": [
    event("DTSTART:20150706T120000Z", "RRULE:soon"),
  ],
  "a rule that ended long ago": [
    event("DTSTART:20150706", "RRULE:FREQ=YEARLY;BYWEEKNO=9;UNTIL=20160706"),
  ],
  "a rule of another calendar": [
    event("DTSTART:20150706T120000Z", "X-MICROSOFT-RRULE:FREQ=DAILY"),
  ],
  "a canceled change of one time and all after it": [
    change(";RANGE=THISANDFUTURE:20260706", FREE),
  ],
  "an event without its first line": [
    event(AT, HOUR).replace("BEGIN:VEVENT", "BEGIN:VEVENT;"),
  ],
  "a canceled later version on another day": [
    event(AT, HOUR),
    later(FREE, "DTSTART:20150706", "DTEND:20150707"),
  ],
  "a canceled later version": [event(AT, HOUR), later(FREE, AT)],
  "two versions of a change, in two zones": [
    SERIES,
    change(":20260706T140000Z", HOUR),
    change(";TZID=America/New_York:20260706T100000", HOUR, "SEQUENCE:1"),
  ],
  "a change without an end, and without its series": [
    change(":20260706T140000Z"),
  ],
  "a whole day that is changed, without its series": [
    event("RECURRENCE-ID:20260706", "DTSTART:20260707"),
  ],
  "a change with a rule of its own": [
    SERIES,
    change(":20260706T140000Z", HOUR, "RRULE:FREQ=WEEKLY"),
  ],
  "a change with the rule of its series": [
    SERIES,
    change(":20260706T140000Z", HOUR, "RRULE:FREQ=DAILY;COUNT=2"),
  ],
  "a canceled change with an added time": [
    SERIES,
    change(":20260706T140000Z", FREE, "RDATE:20260709T120000Z"),
  ],
  "a change without a start, named in UTC": [
    SERIES,
    event("RECURRENCE-ID:20260706T140000Z", "DURATION:PT2H"),
  ],
  "a change to another zone, named without a zone": [
    SERIES,
    event(
      "RECURRENCE-ID:20260706T100000",
      "DTSTART;TZID=Europe/Berlin:20260706T100000",
      HOUR,
    ),
  ],
  "guessed zones, each more than once": [
    at("PST:20260707T090000"),
    at("PST:20260706T090000"),
    at("CST:20260708T090000"),
    at("Europe/Berlin:20260709T090000"),
    at("Nowhere:20260710T090000"),
  ],
  "a guessed zone of the calendar": [
    "X-WR-TIMEZONE:PST",
    event("DTSTART:20260706T090000", HOUR),
  ],
  "an unknown rule beside another event": [odd("RRULE:FREQ=SOMETIMES")],
  "weekdays that its start in UTC does not have, beside another event": [
    odd("RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20260707"),
  ],
  "a rule on which programs differ, beside another event": [
    odd("RRULE:FREQ=YEARLY;BYDAY=MO;BYWEEKNO=2;BYMONTHDAY=31"),
  ],
  "weekdays that its start in a zone does not have": [
    at("America/New_York:20260706T090000", "RRULE:FREQ=WEEKLY;BYDAY=TU"),
  ],
  "a rule with an unreadable end": [
    event(AT, HOUR, "RRULE:FREQ=DAILY;COUNT=2;UNTIL=soon"),
  ],
};

test("each calendar blocks and names what stands in events.said.txt", async () => {
  const scope = { ...JULY, owners: [PARTNER, ME, ""] };
  const said = Object.entries(CALENDARS).map(([what, parts]) => {
    const text = calendar(...parts);
    const { unread, isEmpty } = readCalendar([text], scope);
    const named = unread.map(({ day, reason }) => `${day} ${reason}`);
    const all = [...busy(text, scope), ...named, isEmpty && "empty"];
    return [what, ...all.filter(Boolean)].join("\n  ");
  });
  await expect(said.join("\n\n")).toMatchFileSnapshot("events.said.txt");
});
