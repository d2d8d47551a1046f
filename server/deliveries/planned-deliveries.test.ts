import { dueAt } from "../../contract/delivery.ts";
import { expect, test } from "vitest";
import { planBookingDeliveries, planReminders } from "./planned-deliveries.ts";

test("an unanswered lead is due 24 real hours after it came, also when summer time ends, in either store's notation", () => {
  for (const created_at of ["2026-10-31T20:30:00.000Z", "2026-10-31T22:30:00+02:00"])
    expect(dueAt({ created_at })).toBe("2026-11-01T20:30:00.000Z");
});

test("the agency is reminded of it after 12 and 20 hours, and again when it is due", () => {
  const planned = planReminders({ created_at: "2026-11-21T15:00:00.000Z" }, { notifyEmail: ["a@x.example"] });
  expect(planned.map(({ kind, notBefore }) => [kind, notBefore])).toEqual([
    ["reminder-12h", "2026-11-22T03:00:00.000Z"],
    ["reminder-20h", "2026-11-22T11:00:00.000Z"],
    ["alarm-24h", "2026-11-22T15:00:00.000Z"],
  ]);
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
