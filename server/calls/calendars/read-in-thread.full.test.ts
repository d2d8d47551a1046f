import { expect, test } from "vitest";
import { readInThread } from "./read-in-thread.ts";

const NOW = Date.parse("2026-11-21T00:00:00Z");
const LOOK = {
  zone: "UTC",
  from: NOW,
  until: NOW + 61 * 86_400_000,
  owners: [],
};

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");
const event = (rule = "", start = ":20261201T090000Z", uid = "u") =>
  [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTART${start}`,
    "DURATION:PT30M",
    rule,
    "END:VEVENT",
  ].join("\r\n");
const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join("\r\n");
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => index).join(",");
const zone = (rule: string) =>
  calendar(
    "BEGIN:VTIMEZONE\r\nTZID:Own",
    ...["DAYLIGHT", "STANDARD"].map(
      (part) =>
        `BEGIN:${part}\r\nDTSTART:20000101T000000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0500\r\nRRULE:${rule}\r\nEND:${part}`,
    ),
    "END:VTIMEZONE",
    event("", ";TZID=Own:20261201T040000"),
  );
const read = (text: string, limitMs?: number) =>
  readInThread(new TextEncoder().encode(text), LOOK, limitMs);

const SERIES = calendar(
  many(500, (index) =>
    event("RRULE:FREQ=WEEKLY", ":20180101T100000Z", `u${index}`),
  ),
);

/** This event must be read although an odd event is beside it. */
const LUNCH = event("RRULE:FREQ=WEEKLY;COUNT=2", ":20261202T120000Z", "lunch");
const LUNCHES = ["2026-12-02T12:00:00.000Z", "2026-12-09T12:00:00.000Z"];

const everySecond = `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`;

test.each<[what: string, event: string, date: string, ownTimes: string[]]>([
  [
    "each second of each day",
    event(`RRULE:${everySecond}`),
    "2026-12-01",
    ["2026-12-01T09:00:00.000Z"],
  ],
  [
    "each second since 2020",
    event("RRULE:FREQ=SECONDLY", ":20200101T090000Z"),
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

test("an event in a zone that changes each second is named and blocks in the agency's zone", async () => {
  expect(await read(zone("FREQ=SECONDLY"))).toMatchObject({
    busy: [
      {
        startsAt: "2026-12-01T04:00:00.000Z",
        endsAt: "2026-12-01T04:30:00.000Z",
      },
    ],
    unread: [
      {
        day: "2026-12-01",
        reason: "Its zone Own is uncertain: it is read as UTC.",
      },
    ],
  });
});

test("each of many costly events is named and blocks its own time, and all others are read", async () => {
  const odd = Array.from({ length: 4 }, (_, index) =>
    event(
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
const SINCE_1 = ":00010101T090000Z";
const LATER = "RECURRENCE-ID;RANGE=THISANDFUTURE:20260201T090000Z";
const movedSeries = (index: number) =>
  `${event(DAILY, SINCE_1, `${index}`)}\r\n${event(LATER, ":99980201T090000Z", `${index}`)}`;
const inYear = (year: number) => `;TZID=America/New_York:${year}0101T090000`;
const change = (index: number) =>
  event(
    `RECURRENCE-ID;RANGE=THISANDFUTURE${inYear(2028 + index)}`,
    inYear(2028 + index),
  );
const eventInOwnZone = (index: number) =>
  event("", `;TZID=Z${index}:20261201T090000`, `u${index}`);

test.each<[what: string, text: string, times: number]>([
  [
    "a day that never comes",
    calendar(event(`${DAILY};BYMONTH=2;BYMONTHDAY=30`)),
    1,
  ],
  [
    "100,000 removed times",
    calendar(event(`EXDATE:${"20261202T090000Z,".repeat(100_000)}`)),
    1,
  ],
  [
    "an event each five minutes",
    calendar(event("RRULE:FREQ=MINUTELY;INTERVAL=5")),
    1,
  ],
  ["500 weekly series since 2018", SERIES, 9],
  [
    "2,000 changes",
    calendar(event("RRULE:FREQ=HOURLY", inYear(2026)), many(2_000, change)),
    1_464,
  ],
  ["5,000 zones that do not exist", calendar(many(5_000, eventInOwnZone)), 1],
  [
    "names from JavaScript",
    calendar(event("", ";TZID=constructor:20261201T090000Z", "__proto__")),
    1,
  ],
  [
    "100 series that a change moves far away",
    calendar(many(100, movedSeries), LUNCH),
    2,
  ],
  ["days since the year 1", calendar(event(DAILY, SINCE_1)), 61],
  [
    "a zone whose rules never happen",
    zone("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
    1,
  ],
  [
    "an endless event",
    calendar(event("DURATION:P9999999999W").replace("DURATION:PT30M\r\n", "")),
    1,
  ],
  [
    "an endless added time",
    calendar(event("RDATE;VALUE=PERIOD:20261203T000000Z/PT9999999999999999H")),
    2,
  ],
  ["a line of 5 MB", calendar(event(`DESCRIPTION:${"x".repeat(5e6)}`)), 1],
  [
    "parts that never end",
    calendar(
      event(),
      "BEGIN:X\r\n".repeat(100_000) + "END:Y\r\n".repeat(20_000),
    ),
    1,
  ],
  ["a million folds", calendar(event(`DESCRIPTION:${"\r \r".repeat(1e6)}`)), 1],
])("a calendar with %s is read", async (_what, text, times) => {
  const answer = await read(text);
  expect("busy" in answer ? answer.busy.length : answer).toBe(times);
});

test("a year's events are read, however many years came before", async () => {
  const past = many(14_000, (index) =>
    [
      "BEGIN:VEVENT",
      `UID:past-${index}`,
      "DTSTART:20180302T090000Z",
      "DTEND:20180302T093000Z",
      `DESCRIPTION:${"Join the meeting. ".repeat(110)}`,
      "END:VEVENT",
    ].join("\r\n"),
  );
  const text = calendar(past, LUNCH);
  expect(text.length).toBeGreaterThan(28e6);
  expect(await read(text, 2_000)).toMatchObject({
    busy: LUNCHES.map((startsAt) => ({ startsAt })),
  });
});

test("a file that is not a calendar fails", async () => {
  const answer = await read("BEGIN:VCALENDAR\r\n".repeat(20_000));
  expect(answer).toEqual({ reason: "It is not a whole calendar." });
});

test("a calendar that keeps its thread busy takes little time of the server's own thread", async () => {
  const reading = read(
    calendar(event(`${DAILY};BYMONTH=2;BYMONTHDAY=30`)),
    300,
  );
  const before = process.threadCpuUsage();
  await reading;
  const { user, system } = process.threadCpuUsage(before);
  // In microseconds. The calendar's own thread takes 300 ms.
  expect(user + system).toBeLessThan(150_000);
});
