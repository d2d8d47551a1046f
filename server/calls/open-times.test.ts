import { beforeEach, describe, expect, test, vi } from "vitest";
import { WEEKDAYS, type Availability } from "../../contract/call/booking.ts";
import { openTimes } from "./open-times.ts";
import type { Busy } from "./stored-calls.ts";

const NEW_YORK = "America/New_York";

/**
 * Calls of half an hour each half hour between
 * two clock times, on every day of the next week.
 */
function hours(
  from: string,
  to: string,
  changes: Partial<Availability> = {},
): Availability {
  return {
    timeZone: NEW_YORK,
    weekly: [{ days: WEEKDAYS, from, to }],
    callMinutes: { from: 15, to: 30 },
    stepMinutes: 30,
    gapMinutes: 0,
    noticeHours: 0,
    changeNoticeHours: 0,
    horizonDays: 7,
    callsPerDay: 100,
    closedDates: [],
    place: { kind: "phone" },
    reminderHours: [],
    mailMissed: true,
    mailLeadsAtNight: false,
    ...changes,
  };
}

describe.each(["UTC", "Asia/Kolkata"])("on a machine in %s", (TZ) => {
  beforeEach(() => void vi.stubEnv("TZ", TZ));

  test.each([
    "winter | America/New_York | 2027-03-12 09:00-10:00 | 2027-03-12 14:00 14:30",
    "summer | America/New_York | 2027-03-15 09:00-10:00 | 2027-03-15 13:00 13:30",
    "around a gap | America/New_York | 2027-03-14 01:00-04:00 | 2027-03-14 06:00 06:30 07:00 07:30",
    "ends in a gap | America/New_York | 2027-03-14 01:00-02:30 | 2027-03-14 06:00 06:30",
    "around an overlap | America/New_York | 2026-11-01 00:30-02:30 | 2026-11-01 04:30 05:00 05:30 07:00",
    "begins in an overlap | America/New_York | 2026-11-01 01:30-02:30 | 2026-11-01 05:30 07:00",
    "half past | Asia/Kolkata | 2027-03-14 09:00-10:00 | 2027-03-14 03:30 04:00",
    "a gap at midnight | Africa/Cairo | 2027-04-30 00:00-02:00 | 2027-04-29 22:00 22:30",
  ])("a window's times in UTC: %s", (line) => {
    const [, timeZone = "", window = "", open = ""] = line.split(" | ");
    const [date = "", from = "", to = ""] = window.split(/ |(?<=:..)-/);
    const now = Date.parse(`${date}T00:00:00Z`) - 48 * 3_600_000;
    const { days } = openTimes(hours(from, to, { timeZone }), [], now);
    const { times = [] } = days.find(({ day }) => day === date) ?? {};
    const clocks = times.map((time) => time.slice(11, 16));
    expect([times[0]?.slice(0, 10), ...clocks].join(" ")).toBe(open);
  });
});

const busy = (from: string, to: string, changes: Partial<Busy> = {}): Busy => ({
  startsAt: `2027-03-01T${from}:00Z`,
  endsAt: `2027-03-01T${to}:00Z`,
  ...changes,
});
const CALL = busy("14:00", "14:30", { kind: "call" });
const ALL_DAY = busy("00:00", "23:59");

/** What is taken of a Monday from nine to twelve, at 14:00 to 17:00 in UTC. */
const TAKEN: Record<string, Busy[]> = {
  nothing: [],
  "a call, with its gap": [busy("14:30", "15:00", { kind: "call" })],
  "a start within the gap of a call": [busy("14:25", "14:30")],
  "a long event around a short one": [
    busy("14:05", "14:10"),
    busy("13:00", "15:45"),
  ],
  "an event of the whole day": [ALL_DAY],
  "all its times, since it is closed": [
    busy("14:00", "17:00", { kind: "closed" }),
  ],
  "closed times, and then a call": [
    busy("14:00", "16:30", { kind: "closed" }),
    busy("16:30", "17:00", { kind: "call" }),
  ],
};

/** Settings of a Monday from nine to eleven, at 14:00 to 16:00 in UTC. */
const SETTINGS: Record<
  string,
  [changes: Partial<Availability>, taken?: Busy[], moved?: string]
> = {
  "four calls a day fit": [{}],
  "two calls a day, one of them booked": [{ callsPerDay: 2 }, [CALL]],
  "two calls a day, beside an event": [
    { callsPerDay: 2, horizonDays: 1 },
    [CALL, busy("14:30", "15:00")],
  ],
  "one call a day, and two were booked": [
    { callsPerDay: 1, horizonDays: 1 },
    [CALL, busy("14:30", "15:00", { kind: "call" })],
  ],
  "one call a day, which runs over midnight in New York": [
    {
      callsPerDay: 1,
      weekly: [{ days: WEEKDAYS, from: "18:00", to: "22:00" }],
    },
    [
      {
        startsAt: "2027-03-02T04:50:00Z",
        endsAt: "2027-03-02T05:10:00Z",
        kind: "call",
      },
    ],
  ],
  "a gap after each call": [{ gapMinutes: 10 }],
  "a call of an hour that moves": [
    { callMinutes: { from: 45, to: 60 } },
    [],
    "2027-03-01T14:00:00.000Z",
  ],
  "a notice, a closed date, and a horizon whose last day is whole": [
    { noticeHours: 10, horizonDays: 2, closedDates: ["2027-03-02"] },
  ],
  "windows that meet or overlap": [
    {
      weekly: [
        { days: ["monday"], from: "10:00", to: "11:30" },
        { days: ["sunday", "monday"], from: "09:30", to: "11:00" },
      ],
    },
  ],
};

test("each day has the times of open-times.said.txt", async () => {
  const midnight = Date.parse("2027-03-01T05:00:00Z");
  const short = { gapMinutes: 10, callMinutes: { from: 10, to: 20 } };
  const said: string[] = [];
  const say = (what: string, ...of: [Availability, Busy[], string?]) => {
    const { days, taken } = openTimes(of[0], of[1], midnight, of[2]);
    const lines = [...days, { taken }].map((line) => JSON.stringify(line));
    said.push([what, ...lines].join("\n  "));
  };
  for (const [what, taken] of Object.entries(TAKEN))
    say(what, hours("09:00", "12:00", { horizonDays: 0, ...short }), taken);
  for (const [what, [changes, taken = [], moved]] of Object.entries(SETTINGS)) {
    const own = hours("09:00", "11:00", { horizonDays: 0, ...changes });
    say(what, own, taken, moved);
  }
  const text = said.join("\n\n").replaceAll(/"2027-03-0\dT(.{5}):00Z"/g, "$1");
  await expect(text).toMatchFileSnapshot("open-times.said.txt");
});
