import { expect, test } from "vitest";
import { planBookingDeliveries, planDeliveries } from "./planned-deliveries.ts";

const timeZone = "America/New_York";
const SETTINGS = {
  webhookUrls: [],
  timeZone,
  mailLeadsAtNight: false,
};

test.each([
  ["by day", "2026-11-20T18:00", "20T18:00"],
  ["at 8 AM", "2026-11-20T13:00", "20T13:00"],
  ["at 9 PM", "2026-11-21T02:00", "21T13:00"],
  ["before 8 AM", "2026-11-20T12:59", "20T13:00"],
  ["in the night in which summer time ends", "2026-11-01T04:30", "01T13:00"],
])(
  "a lead that comes %s is mailed to the agency by day",
  (_when, created, mailed) => {
    const planned = [false, true].flatMap((mailLeadsAtNight) =>
      planDeliveries(`${created}:00.000Z`, {
        ...SETTINGS,
        mailLeadsAtNight,
      }).map(({ notBefore }) => notBefore.slice(8, 16)),
    );
    const came = created.slice(8);
    expect(planned).toEqual([came, mailed, came, came]);
  },
);

test.each([
  [25 * 60, [24, 1]],
  [24 * 60, [1]],
  [90, [1]],
  [60, []],
])(
  "the visitor of a call in %i minutes is reminded %j hours before it",
  (minutes, hours) => {
    const now = Date.parse("2026-11-20T12:00:00Z");
    const startsAt = new Date(now + minutes * 60_000).toISOString();
    const reminders = planBookingDeliveries(
      startsAt,
      SETTINGS,
      [24, 1],
      now,
    ).slice(2);
    const before = reminders.map(
      ({ notBefore }) => Date.parse(startsAt) - Date.parse(notBefore),
    );
    expect(before).toEqual(hours.map((hour) => hour * 3_600_000));
  },
);

test("a chat is told of a call, and only programs are reminded of it", () => {
  const [program, chat] = ["https://crm.example/", "slack:https://b.example/"];
  const planned = planBookingDeliveries(
    "2026-11-20T15:00:00.000Z",
    { ...SETTINGS, webhookUrls: [program, chat] },
    [1],
    Date.parse("2026-11-20T12:00:00Z"),
  );
  const told = planned.filter(({ kind }) => kind === "webhook");
  expect(told.map(({ target, reminds }) => [target, reminds])).toEqual([
    [program, undefined],
    [chat, undefined],
    [program, true],
  ]);
});
