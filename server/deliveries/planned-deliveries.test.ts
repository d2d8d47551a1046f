import { dueAt } from "../../contract/delivery.ts";
import { describe, expect, test } from "vitest";
import { WEEKDAYS, type WorkingHours } from "../../contract/booking.ts";
import { planBookingDeliveries, planReminders } from "./planned-deliveries.ts";

const ZONE = "America/New_York";

describe("the deliveries of a lead", () => {
  describe("with hours for reminders", () => {
    const weekly = [{ days: WEEKDAYS.slice(0, 5), from: "08:00", to: "18:00" }];
    const plan = (created_at: string, hours: WorkingHours["weekly"] = weekly) =>
      planReminders({ created_at }, { alertHours: { weekly: hours, timeZone: ZONE } });

    test.each([
      ["by day nothing moves", "2026-11-16T22:30", ["12h 17T13:00", "20h 17T18:30", "24h 17T22:30"]],
      [
        "one of the night is left out where it would come with the next",
        "2026-11-16T16:00",
        ["20h 17T13:00", "24h 17T16:00"],
      ],
      [
        "on a Friday one comes at closing time, before the promised time, and the alarm on Monday",
        "2026-11-20T15:00",
        ["20h 20T23:00", "24h 23T13:00"],
      ],
      ["on a Saturday only the alarm is left", "2026-11-21T15:00", ["24h 23T13:00"]],
      ["summer time ends in between", "2026-10-30T15:00", ["20h 30T22:00", "24h 02T13:00"]],
    ])("%s", (_what, created, planned) => {
      const said = plan(`${created}:00.000Z`).map(
        ({ kind, notBefore }) => `${kind.split("-")[1]} ${notBefore.slice(8, 16)}`,
      );
      expect(said).toEqual(planned);
    });

    test("windows in any order are times of the wall clock, on the day on which summer time ends, and a week later", () => {
      const sundays = [
        { days: ["sunday"] as const, from: "13:00", to: "18:00" },
        { days: ["sunday"] as const, from: "08:00", to: "12:00" },
      ];
      expect(plan("2026-11-01T03:00:00.000Z", sundays).map(({ notBefore }) => notBefore)).toEqual([
        "2026-11-01T15:00:00.000Z",
        "2026-11-01T23:00:00.000Z",
        "2026-11-08T13:00:00.000Z",
      ]);
    });

    test("no plan is outside the hours, out of order, or without the alarm", () => {
      const hours = [...weekly, { days: ["saturday"] as const, from: "20:00", to: "24:00" }];
      for (let hour = 0; hour < 14 * 24; hour++) {
        const created = new Date(Date.parse("2026-10-26T00:30:00Z") + hour * 60 * 60_000).toISOString();
        const planned = plan(created, hours);
        const times = planned.map(({ notBefore }) => notBefore);
        expect(planned.at(-1)?.kind).toBe("alarm-24h");
        expect(times).toEqual([...new Set(times)].toSorted());
        expect(times[0] && times[0] >= created).toBe(true);
        for (const time of times) {
          const { dayOfWeek: day, hour: at, minute } = Temporal.Instant.from(time).toZonedDateTimeISO(ZONE);
          const minutes = at * 60 + minute;
          const isOpen =
            day <= 5 ? minutes >= 480 && minutes <= 1080 : day === 6 ? minutes >= 1200 : minutes === 0;
          expect(isOpen, time).toBe(true);
        }
      }
    });
  });

  test("are due 24 real hours after the lead, also when summer time ends, in either store's notation", () => {
    for (const created_at of ["2026-10-31T20:30:00.000Z", "2026-10-31T22:30:00+02:00"])
      expect(dueAt({ created_at })).toBe("2026-11-01T20:30:00.000Z");
  });
});

test.each([
  [25 * 60, [24, 1]],
  [24 * 60, [1]],
  [90, [1]],
  [60, []],
  [-10, []],
] as const)("a call that begins in %i minutes is reminded of %j hours before", (minutes, hours) => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const startsAt = new Date(now + minutes * 60_000).toISOString();
  const settings = { webhookUrls: [], reminderHours: [24, 1] as const };
  const reminders = planBookingDeliveries(startsAt, settings, now).slice(2);
  expect(
    reminders.map(({ notBefore }) => (Date.parse(startsAt) - Date.parse(notBefore)) / 3_600_000),
  ).toEqual(hours);
});
