/** The promise of the page: one confirmation a day for an address, and reminders until the lead is answered. */
import { expect, test } from "vitest";
import { LEASE_MS } from "../../../server/outbox/outbox.ts";
import type { Store } from "../../../server/storage/store.ts";
import { first, HOUR, House, value } from "./owing.ts";

const RETRY = { kind: "retry", reason: "The mail server did not answer in time." } as const;

export function promising(open: () => Promise<Store>): void {
  test("an address gets one confirmation a day, however many leads name it and whoever claims them", async () => {
    const house = new House(await open());
    const leads = await Promise.all(Array.from({ length: 8 }, () => house.lead()));
    const claims = await Promise.all(Array.from({ length: 8 }, () => house.claim("mail", 3)));
    const claimed = [...claims.flat(), ...(await house.claim())];
    expect(claimed.filter(({ kind }) => kind === "confirmation")).toHaveLength(1);
    expect(claimed.filter(({ kind }) => kind === "notification")).toHaveLength(leads.length);
    const states = await Promise.all(leads.map(({ id }) => house.states(id)));
    expect(states.filter(({ confirmation }) => confirmation === "withheld")).toHaveLength(leads.length - 1);
    // Another address is another matter.
    await house.lead({ email: "other@sample.co" });
    expect((await house.claim()).map(({ kind }) => kind).toSorted()).toEqual([
      "confirmation",
      "notification",
    ]);
  });

  test("the day begins when the confirmation was sent, not when it was first tried", async () => {
    const house = new House(await open());
    await house.lead();
    const start = house.time;
    // Five hours of failures.
    while (house.time < start + 5 * HOUR) {
      for (const delivery of await house.claim()) {
        await house.outbox.settle(delivery, delivery.kind === "confirmation" ? RETRY : { kind: "sent" });
      }
      house.time += HOUR / 2;
    }
    house.time += 6 * HOUR;
    expect(await house.sendAll()).toContain("confirmation");
    house.time += 24 * HOUR - 1;
    const withheld = await house.lead();
    expect(await house.sendAll()).not.toContain("confirmation");
    expect(await house.states(withheld.id)).toMatchObject({ confirmation: "withheld" });
    house.time += 1;
    await house.lead();
    expect(await house.sendAll()).toContain("confirmation");
  });

  test("whoever claims a confirmation again after a crash may still send it", async () => {
    const house = new House(await open());
    await house.lead();
    await house.claim();
    house.time += LEASE_MS;
    expect(await house.sendAll()).toEqual(["confirmation", "notification"]);
  });

  test("a test lead is confirmed every time, and stands in nobody's way", async () => {
    const house = new House(await open());
    const tests = [await house.lead({}, "test"), await house.lead({}, "test")];
    const claimed = await house.claim();
    expect(claimed.map(({ kind }) => kind).toSorted()).toEqual([
      "confirmation",
      "confirmation",
      "notification",
      "notification",
    ]);
    expect(claimed.every(({ test: isTest }) => isTest)).toBe(true);
    expect(value(await house.desk.lead(first(tests).id)).test).toBe(true);
    await house.lead();
    expect(await house.sendAll()).toEqual(["confirmation", "notification"]);
  });

  test("an unanswered lead reminds after 12 and 20 hours and alarms after 24", async () => {
    const house = new House(await open());
    await house.lead();
    await house.sendAll();
    const reminders: [number, string[]][] = [];
    for (let hours = 0; hours <= 30; hours += 0.25) {
      const kinds = await house.sendAll();
      if (kinds.length > 0) reminders.push([hours, kinds]);
      house.time += HOUR / 4;
    }
    expect(reminders).toEqual([
      [12, ["reminder-12h"]],
      [20, ["reminder-20h"]],
      [24, ["alarm-24h"]],
    ]);
  });

  test("answering cancels the reminders that have not been sent", async () => {
    const house = new House(await open());
    const { id } = await house.lead();
    await house.sendAll();
    house.time += 12 * HOUR;
    expect(await house.sendAll()).toEqual(["reminder-12h"]);
    const answered = value(await house.desk.answer(id));
    expect(answered.answeredAt).toBe("2026-11-21T00:00:00.000Z");
    house.time += 24 * HOUR;
    expect(await house.claim()).toEqual([]);
    expect(await house.states(id)).toMatchObject({
      "reminder-12h": "sent",
      "reminder-20h": "cancelled",
      "alarm-24h": "cancelled",
    });
    expect(value(await house.desk.answer(id)).answeredAt).toBe(answered.answeredAt);
  });

  test("a reminder that is on its way when its lead is answered was sent", async () => {
    const house = new House(await open());
    const { id } = await house.lead();
    await house.sendAll();
    house.time += 12 * HOUR;
    const reminder = first(await house.claim());
    await house.desk.answer(id);
    expect(await house.outbox.settle(reminder, { kind: "sent" })).toEqual({ kind: "recorded" });
    expect(await house.states(id)).toMatchObject({ "reminder-12h": "sent" });
  });

  test("a reminder that failed on its way when its lead was answered is not tried again", async () => {
    const house = new House(await open());
    const { id } = await house.lead();
    await house.sendAll();
    house.time += 12 * HOUR;
    const reminder = first(await house.claim());
    await house.desk.answer(id);
    await house.outbox.settle(reminder, RETRY);
    house.time += 24 * HOUR;
    expect(await house.claim()).toEqual([]);
    expect(await house.states(id)).toMatchObject({ "reminder-12h": "cancelled" });
  });

  test("a lead that is open again is reminded of at the times that are still to come", async () => {
    const house = new House(await open());
    const { id } = await house.lead();
    await house.sendAll();
    await house.desk.answer(id);
    house.time += 13 * HOUR;
    const reopened = value(await house.desk.reopen(id));
    expect(reopened).toMatchObject({ answeredAt: undefined, dueAt: "2026-11-21T12:00:00.000Z" });
    expect(await house.claim()).toEqual([]);
    house.time += 7 * HOUR;
    expect(await house.sendAll()).toEqual(["reminder-20h"]);
    house.time += 4 * HOUR;
    expect(await house.sendAll()).toEqual(["alarm-24h"]);
  });

  test("after a long pause only the latest reminder is sent, once for each lead", async () => {
    const house = new House(await open());
    const lead = await house.lead();
    house.time += 21 * HOUR;
    expect(await house.sendAll()).toEqual(["confirmation", "notification", "reminder-20h"]);
    expect(await house.states(lead.id)).toMatchObject({ "reminder-12h": "cancelled", "alarm-24h": "due" });
    house.time += 30 * HOUR;
    expect(await house.sendAll()).toEqual(["alarm-24h"]);
  });
}
