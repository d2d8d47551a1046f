import { expect, test } from "vitest";
import { calendar, event } from "../../../tests/support/calendar-text.ts";
import { readCalendars } from "./content-lines.ts";
import { createZones } from "./zones.ts";

const JANUARY = Date.UTC(2026, 0, 15, 12);
const JULY = Date.UTC(2026, 6, 15, 12);
const scope = {
  zone: "America/New_York",
  from: JANUARY,
  until: JULY,
  owners: [],
};
const zonesIn = (text: string) => {
  const read = readCalendars([text]).at(-1) ?? {
    name: "",
    lines: [],
    parts: [],
  };
  return createZones(read, scope, { leftMs: 1_000 });
};
const zonesOf = (...descriptions: string[]) =>
  zonesIn(
    calendar(
      ...descriptions.map((text) => `BEGIN:VTIMEZONE\n${text}\nEND:VTIMEZONE`),
    ),
  );

/** Hours behind UTC at noon in winter and in summer. */
const hours = (zone: { instantOf: (wall: number) => number }) =>
  [JANUARY, JULY].map((wall) => (zone.instantOf(wall) - wall) / 3_600_000);

test.each([
  "Europe/Berlin: -1 -2",
  "Etc/GMT+5: 5 5",
  "Eastern Standard Time: 5 4",
  "Mountain Standard Time (Mexico): 7 7",
  "Central Asia Standard Time: -6 -6",
  "W. Europe Daylight Time: -1 -2",
  "Eastern Time (US & Canada): 5 4",
  "Atlantic Time (Canada): 4 3",
  "(UTC\u221208:00) Pacific Time (US & Canada): 8 7",
  "/mozilla.org/20070129_1/Europe/Berlin: -1 -2",
  "UTC+5:30: -5.5 -5.5",
  "UTC+13:00: -13 -13",
  "GMT+05.30: -5.5 -5.5",
  "(UTC) Dublin, Edinburgh, Lisbon, London: 0 -1",
  "(UTC+10:00) Canberra, Melbourne, Sydney: -11 -10",
  "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna: -1 -2",
  "(UTC+03:00) Somewhere: -3 -3 guess",
  "Berlin: -1 -2 guess",
  "Pacific Time, at home: 8 7 guess",
  "EST: 5 5 guess",
  "pst: 8 7 guess",
  "Nowhere: 5 4 guess",
])("a zone's hours behind UTC in winter and in summer are %s", (line) => {
  const [name, values = ""] = line.split(": ");
  const [winter, summer, guess] = values.split(" ");
  const zone = zonesOf().named(name);
  expect(hours(zone).map(String)).toEqual([winter, summer]);
  expect(zone.isGuess).toBe(guess !== undefined);
});

const observance = (kind: string, ...lines: string[]) =>
  [`BEGIN:${kind}`, ...lines, `END:${kind}`].join("\n");
const standard = (start: string, ...lines: string[]) =>
  observance(
    "STANDARD",
    "TZOFFSETFROM:+0400",
    "TZOFFSETTO:+0300",
    `DTSTART:${start}`,
    ...lines,
  );
const daylight = (start: string, ...lines: string[]) =>
  observance(
    "DAYLIGHT",
    "TZOFFSETFROM:+0300",
    "TZOFFSETTO:+0400",
    `DTSTART:${start}`,
    ...lines,
  );
const OCTOBER = "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=5SU";
const MARCH = "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU";

const SINCE_1970 = standard("19700101T000000");

test.each<
  [what: string, parts: string[], hours: [number, number], certainty?: "guess"]
>([
  [
    "two rules",
    [standard("16010101T030000", OCTOBER), daylight("16010101T020000", MARCH)],
    [-3, -4],
  ],
  ["an offset alone", [SINCE_1970], [-3, -3]],
  ["a clock that skips the noon", [daylight("20260115T113000")], [-3, -4]],
  [
    "rules that have ended",
    [
      standard("19801026T030000", `${OCTOBER};UNTIL=20101031T000000Z`),
      daylight("19810329T020000", `${MARCH};UNTIL=20100328T000000Z`),
    ],
    [-3, -3],
  ],
  [
    "dates in place of rules",
    [
      standard("20241027T030000", "RDATE:20251026T030000"),
      daylight("20250330T020000", "RDATE:20260329T020000"),
    ],
    [-3, -4],
  ],
  ["nothing", [], [5, 4], "guess"],
  [
    "an unreadable rule",
    [standard("19700101T000000", "RRULE:soon")],
    [-3, -3],
    "guess",
  ],
])(
  "a zone that the calendar describes by %s is read",
  (_what, lines, expected, certainty) => {
    const zone = zonesOf(["TZID:Our\\, own", ...lines].join("\n")).named(
      '"Our, own"',
    );
    expect(hours(zone)).toEqual(expected);
    expect(zone.isGuess).toBe(certainty === "guess");
  },
);

test("an exact zone name overrules the calendar's description, but a name like EST does not", () => {
  const described = (name: string) =>
    zonesOf(`TZID:${name}\n${SINCE_1970}`).named(name);
  expect(hours(described("Europe/Berlin"))).toEqual([-1, -2]);
  expect(hours(described("EST"))).toEqual([-3, -3]);
  const unreadable = standard("19700101T000000", "RRULE:soon");
  const inDoubt = zonesOf(`TZID:Europe/Berlin\n${unreadable}`);
  expect(inDoubt.named("Europe/Berlin").label).toBe("Europe/Berlin");
});

test("X-WR-TIMEZONE applies to floating times alone; whole days are in the agency's zone", () => {
  // The first calendar is too long. The second calendar is read all the same.
  const long = calendar(event(`RDATE:${"2".repeat(100_000)}`));
  const zones = zonesIn(long + calendar("X-WR-TIMEZONE:Europe/Zurich"));
  expect(
    [zones.named(), zones.ofDates(), zones.ofDates("PST")].map(
      ({ label }) => label,
    ),
  ).toEqual(["Europe/Zurich", "America/New_York", "America/New_York"]);
  expect(zones.ofDates("Asia/Tokyo").label).toBe("Asia/Tokyo");
});
