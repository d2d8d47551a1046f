/** A call ends with its lead: as spam, or deleted. */

import { expect, vi } from "vitest";
import * as bookings from "../../../server/calls/bookings.ts";
import { TimeTaken } from "../../../server/calls/spam-calls.ts";
import {
  purgeLeads,
  removeLeads,
} from "../../../server/inbox/remove/remove-leads.ts";
import { StoreUnavailable } from "../../../server/store/unavailable.ts";
import { NEXT_DAY, SPAM, TEN, kindsOf, other } from "./scenario.ts";
import { scenarioTest as test } from "./stores.ts";

test("a call that looks like spam keeps its time, and its mail to the agency says so", async (scenario) => {
  const { lead } = await scenario.bookCall(TEN, SPAM);
  expect(await scenario.claim()).toMatchObject([
    { kind: "booking", suspected: true },
  ]);
  expect(await scenario.book(TEN, other(1))).toEqual({ kind: "taken" });
  expect(await scenario.book(TEN, lead.id)).toMatchObject({ repeated: true });
});

test("undoing a spam mark books the call again, unless its time is taken or has come", async (scenario) => {
  const { lead } = await scenario.bookCall(TEN);
  const { version } = await scenario.mark(lead.id, "spam");
  await scenario.undo(lead.id, version);
  await scenario.mark(lead.id, "spam");
  const again = await scenario.bookCall(NEXT_DAY, { problems: "Again" });
  expect(await scenario.mark(lead.id, "won")).toMatchObject({
    bookings: [{ state: "booked" }],
  });
  expect(await scenario.book(NEXT_DAY, again.lead.id)).toMatchObject({
    repeated: true,
  });
  await scenario.mark(lead.id, "spam");
  const { lead: late } = await scenario.bookCall(TEN, other(1));
  await expect(scenario.undo(lead.id, version)).rejects.toThrow(TimeTaken);
  expect(await scenario.detail(lead.id)).toMatchObject({ outcome: "spam" });
  expect((await scenario.reopen(lead.id)).outcome).toBeUndefined();
  await scenario.mark(late.id, "spam");
  scenario.now = TEN;
  expect(await scenario.reopen(late.id)).toMatchObject({
    bookings: [{ state: "cancelled" }],
  });
});

test("a visitor who was invited is told that a call stays off, once its lead is no spam and another call has come", async (scenario) => {
  const { lead } = await scenario.bookCall(TEN);
  for (const [another, mails] of [
    [lead.id, "booking invitation"],
    [other(1), "booking booking invitation invitation"],
  ] as const) {
    await scenario.mark(lead.id, "spam");
    await scenario.bookCall(NEXT_DAY, another);
    await scenario.reopen(lead.id);
    expect(await scenario.sendAll()).toBe(mails);
  }
});

test("a lead is deleted after its call is cancelled and both sides are notified", async (scenario) => {
  const { lead, booking } = await scenario.bookCall(TEN);
  await scenario.sendAll();
  const remove = (patienceMs: number) =>
    removeLeads(scenario.services, [lead.id], undefined, patienceMs);
  for (const spy of [
    vi.spyOn(bookings, "cancelCall"),
    vi.spyOn(scenario.store, "read"),
  ]) {
    spy.mockRejectedValue(new StoreUnavailable("locked"));
    await expect(remove(0)).rejects.toThrow(
      "The store cannot be used now: locked.",
    );
    spy.mockRestore();
  }
  expect(await scenario.remove(lead.id)).toBeUndefined();
  expect(await scenario.erase(lead.email)).toBeUndefined();
  expect(await scenario.calls()).toMatchObject([
    { id: booking.id, state: "cancelled", sequence: 1 },
  ]);
  const removed = remove(20_000);
  const sent: unknown[] = [];
  // The removal may hold one of the two mails for a moment.
  await expect
    .poll(async () => sent.push(...(await scenario.send())), {
      timeout: 20_000,
    })
    .toBe(2);
  expect(await removed).toMatchObject({ leads: 1 });
});

test("a deletion that is repeated sends no mail again that is being sent", async (scenario) => {
  const { lead } = await scenario.bookCall(TEN);
  await scenario.sendAll();
  expect(await scenario.remove(lead.id)).toBeUndefined();
  const held = await scenario.claim();
  expect(kindsOf(held)).toBe("booking invitation");
  for (const delivery of held.filter(({ kind }) => kind === "invitation"))
    await scenario.outbox.recordResult(delivery, { kind: "sent" });
  expect(await scenario.remove(lead.id)).toBeUndefined();
  expect(await scenario.claim()).toEqual([]);
});

test("a lead is kept until its call is over, and then deleted with its calls", async (scenario) => {
  await scenario.bookCall(TEN);
  const before = (time: string) => purgeLeads(scenario.store, time, time);
  expect(await before("2026-11-22T10:20:00.000Z")).toMatchObject({ leads: 0 });
  expect(await before("2026-11-22T10:20:00.001Z")).toMatchObject({ leads: 1 });
  expect(await scenario.calls()).toEqual([]);
});
