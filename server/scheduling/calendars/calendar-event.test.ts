/** Which events block, and those that cannot be read whole. */
import { expect, test } from "vitest";
import { busy, calendar, event, JULY, meeting } from "../../../tests/fakes/calendar-text.ts";
import { readCalendar } from "./read-calendar.ts";

const invited = (...people: string[]) => meeting("ORGANIZER:mailto:boss@x.example", ...people);
const declined = (who: string) => `ATTENDEE;PARTSTAT=DECLINED;CN="A, B; C:D":mailto:${who}`;
const accepted = (who: string) => `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${who}`;
const ME = "me@agency.example";
test.each<[what: string, event: string, blocks: boolean]>([
  ["as it is", meeting(), true],
  ["cancelled", meeting("STATUS:CANCELLED"), false],
  ["tentative", meeting("STATUS:TENTATIVE"), true],
  ["transparent", meeting("TRANSP:TRANSPARENT"), false],
  ["opaque", meeting("TRANSP:OPAQUE"), true],
  ["free in Outlook", meeting("X-MICROSOFT-CDO-BUSYSTATUS:FREE"), false],
  ["out of office", meeting("X-MICROSOFT-CDO-BUSYSTATUS:OOF"), true],
  ["declined by the owner", invited(accepted("b@x.example"), declined("ME@Agency.example")), false],
  ["declined by a guest of the owner", invited(accepted(ME), declined("guest@x.example")), true],
  ["accepted by the owner alone", invited(declined("boss@x.example"), accepted(ME)), true],
  ["declined by all guests, none of them an owner", invited(declined("a@x.example")), true],
  [
    "declined by its organizer, who is no owner",
    invited(declined("boss@x.example"), accepted("a@x.example")),
    true,
  ],
  ["of no length", event("DTSTART:20260706T120000Z", "DTEND:20260706T120000Z"), false],
  ["without an end", event("DTSTART:20260706T120000Z"), false],
  ["that ends before it begins", event("DTSTART:20260706T120000Z", "DTEND:20260706T110000Z"), false],
  ["of a negative length", event("DTSTART:20260706T120000Z", "DURATION:-PT1H"), false],
  ["a whole day", event("DTSTART;VALUE=DATE:20260706"), true],
  ["a whole day that is free", event("DTSTART;VALUE=DATE:20260706", "TRANSP:TRANSPARENT"), false],
])("an event blocks or not %s: %s", (_what, text, blocks) => {
  expect(busy(calendar(text), { ...JULY, owners: [ME] })).toHaveLength(blocks ? 1 : 0);
  // The owner is the person whom the calendar is named after, too.
  expect(busy(calendar(`X-WR-CALNAME:${ME}`, text), JULY)).toHaveLength(blocks ? 1 : 0);
});

const unread = (...events: string[]) => readCalendar(calendar(...events), JULY, () => undefined).unread;

test("an event every other minute is named and blocks its first times; one each hour is read whole", () => {
  const each = (rule: string) => event("DTSTART:20260601T120000Z", "DURATION:PT1M", `RRULE:${rule}`);
  expect(unread(each("FREQ=MINUTELY;INTERVAL=2"))).toEqual(["2026-06-01"]);
  expect(busy(calendar(each("FREQ=MINUTELY;INTERVAL=2")), JULY)[0]).toBe("07-01 00:00/00:01");
  expect(unread(each("FREQ=HOURLY"))).toEqual([]);
  expect(busy(calendar(each("FREQ=HOURLY")), JULY)).toHaveLength(31 * 24);
});

test.each([
  ["an unknown rule", "RRULE:FREQ=SOMETIMES"],
  ["a rule that contradicts itself", "RRULE:FREQ=YEARLY;BYDAY=MO;BYWEEKNO=2;BYMONTHDAY=3"],
  ["times that are none", "RDATE:tomorrow"],
])("an event with %s is named and blocks its own time, and all others are read", (_what, line) => {
  const odd = event("DTSTART:20260706T140000Z", "DURATION:PT1H", line).replace("u1@t", "u2@t");
  expect(unread(odd, meeting("RRULE:FREQ=DAILY;COUNT=2"))).toEqual(["2026-07-06"]);
  expect(busy(calendar(odd, meeting("RRULE:FREQ=DAILY;COUNT=2")), JULY)).toEqual([
    "07-06 12:00/13:00",
    "07-06 14:00/15:00",
    "07-07 12:00/13:00",
  ]);
});

test("more series than anybody attends are a failure of the calendar", () => {
  const all = Array.from({ length: 14 }, (_, minute) =>
    event(`DTSTART:202606${10 + minute}T12${10 + minute}00Z`, "DURATION:PT1M", "RRULE:FREQ=HOURLY").replace(
      "u1@t",
      `${minute}@t`,
    ),
  );
  expect(() => busy(calendar(...all), JULY)).toThrow("more events than anybody can attend");
});
