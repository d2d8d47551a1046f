import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WEEKDAYS, type Availability } from "../../contract/call/booking.ts";
import type { Busy } from "./stored-calls.ts";
import { openTimes } from "./open-times.ts";

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

const DAYS_AGO = Date.parse("2027-02-26T00:00:00Z");
const timesOf = (
  availability: Availability,
  from: string,
  busy: Busy[] = [],
  now = DAYS_AGO,
) =>
  openTimes(availability, busy, now).days.find(({ day }) => day === from)
    ?.times ?? [];

/**
 * @param open a date and clock times in UTC, such as `2027-03-12 14:00 14:30`
 */
function utc(open: string): string[] {
  const [date = "", ...clocks] = open.split(" ");
  return clocks.map((clock) => `${date}T${clock}:00Z`);
}

describe.each(["UTC", "Asia/Kolkata"])("on a machine in %s", (TZ) => {
  beforeAll(() => void vi.stubEnv("TZ", TZ));
  afterAll(() => vi.unstubAllEnvs());

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
    const availability = hours(from, to, { timeZone });
    expect(timesOf(availability, date, [], now)).toEqual(utc(open));
  });
});

describe("times that are taken", () => {
  const availability = hours("09:00", "12:00", {
    gapMinutes: 10,
    callMinutes: { from: 10, to: 20 },
  });
  const busy = (
    from: string,
    to: string,
    changes: Partial<Busy> = {},
  ): Busy => ({
    startsAt: `2027-03-01T${from}:00.000Z`,
    endsAt: `2027-03-01T${to}:00.000Z`,
    ...changes,
  });
  const left = (...taken: Busy[]) =>
    timesOf(availability, "2027-03-01", taken).map((time) =>
      time.slice(11, 16),
    );

  test.each([
    ["nothing", [], "14:00 14:30 15:00 15:30 16:00 16:30"],
    [
      "a call with its gap",
      [busy("14:30", "15:00", { kind: "call" })],
      "14:00 15:00 15:30 16:00 16:30",
    ],
    [
      "a start within the gap of a call",
      [busy("14:25", "14:30")],
      "14:30 15:00 15:30 16:00 16:30",
    ],
    [
      "a long event around a short one",
      [busy("14:05", "14:10"), busy("13:00", "15:45")],
      "16:00 16:30",
    ],
    ["an event of the whole day", [busy("00:00", "23:59")], ""],
  ])("by %s leave the others open", (_what, taken, times) =>
    expect(left(...taken).join(" ")).toBe(times),
  );

  test.each([
    [
      "is closed for all its times",
      [busy("14:00", "17:00", { kind: "closed" })],
      true,
    ],
    [
      "ends with a call",
      [
        busy("14:00", "16:30", { kind: "closed" }),
        busy("16:30", "17:00", { kind: "call" }),
      ],
      undefined,
    ],
    ["is full of events", [busy("00:00", "23:59")], undefined],
  ])("are on a closed day only if it %s", (_what, taken, isClosed) => {
    const [day] = openTimes(availability, taken, DAYS_AGO).days.filter(
      ({ day: one }) => one === "2027-03-01",
    );
    expect(day?.times).toEqual([]);
    expect(day?.isClosed).toBe(isClosed);
  });

  test("include all times of a day that is full, by the agency's own clock", () => {
    const two = { ...availability, callsPerDay: 2 };
    const call = busy("14:00", "14:30", { kind: "call" });
    const calls = [call, busy("14:30", "15:00", { kind: "call" })];
    expect(timesOf(two, "2027-03-01", calls)).toEqual([]);
    expect(openTimes(two, calls, DAYS_AGO).taken).toContain(
      "2027-03-01T16:00:00Z",
    );
    expect(timesOf(two, "2027-03-02", calls)).toHaveLength(6);
    expect(
      timesOf(two, "2027-03-01", [call, busy("14:30", "15:00")]),
    ).toHaveLength(4);
    // This call runs over midnight in New York, and is on the next date in UTC.
    const evening = hours("18:00", "22:00", { callsPerDay: 1 });
    const late: Busy = {
      startsAt: "2027-03-02T04:50:00Z",
      endsAt: "2027-03-02T05:10:00Z",
      kind: "call",
    };
    expect(timesOf(evening, "2027-03-01", [late])).toEqual([]);
  });
});

describe("times that can be booked", () => {
  const now = Date.parse("2027-03-01T14:30:00Z");
  const limits = {
    noticeHours: 1,
    horizonDays: 2,
    closedDates: ["2027-03-02"],
  };
  const availability = hours("09:00", "11:00", limits);

  test("respect notice, closed dates and the horizon; the last day is whole", () => {
    const last = utc("2027-03-03 14:00 14:30 15:00 15:30");
    expect(openTimes(availability, [], now).times).toEqual([
      ...utc("2027-03-01 15:30"),
      ...last,
    ]);
  });

  test.each([
    ["as many as it has times", {}, 0, 4],
    ["one, if its limit allows one more", { callsPerDay: 2 }, 1, 1],
    ["no more than fit beside each other", { gapMinutes: 10 }, 0, 2],
    ["none on a full day", { callsPerDay: 1 }, 2, 0],
    [
      "one, without the time of the call that moves",
      { callMinutes: { from: 45, to: 60 } },
      0,
      1,
      "2027-03-01T14:00:00.000Z",
    ],
  ])(
    "a day says how many calls it takes: %s",
    (_, changes, booked, left, except = "") => {
      const call = {
        startsAt: "2027-03-01T14:00:00Z",
        endsAt: "2027-03-01T14:30:00Z",
        kind: "call",
      } as const;
      const busy = Array.from({ length: booked }, () => call);
      const offered = hours("09:00", "11:00", changes);
      const { days } = openTimes(offered, busy, DAYS_AGO, except);
      expect(days.find(({ day }) => day === "2027-03-01")).toMatchObject({
        left,
      });
    },
  );

  test("are in order and without repetition when windows meet or overlap", () => {
    const weekly: Availability["weekly"] = [
      { days: ["monday"], from: "10:00", to: "11:30" },
      { days: ["sunday", "monday"], from: "09:30", to: "11:00" },
    ];
    expect(
      timesOf(
        { ...availability, noticeHours: 0, weekly },
        "2027-03-01",
        [],
        now,
      ),
    ).toEqual(utc("2027-03-01 14:30 15:00 15:30 16:00"));
  });
});
