/** Calls that are held until their visitors confirm them, once more were booked in a day than a day holds. */
import { expect } from "vitest";
import { booked, Calls, minutesAfter, other, TEN } from "./calls.ts";
import { HOUR } from "./scenario.ts";
import { testWith } from "./stores.ts";

const NOON = minutesAfter(TEN, 120);

class Crowd extends Calls {
  /** A lead without a call. */
  async quietLead(number: number): Promise<string> {
    const { lead, booking } = booked(await this.book(minutesAfter(TEN, 24 * 60 * number), other(number)));
    await this.cancel(booking.id);
    return lead.id;
  }

  hold(startsAt: string, lead: string) {
    const call = { zone: "Europe/London", phone: "", limit: this.limit(startsAt), lead };
    return this.services.calls.hold(startsAt, call);
  }

  async held(startsAt: string, lead: string) {
    const result = await this.hold(startsAt, lead);
    if (result.kind !== "ok") throw new Error(`It was not held: ${result.kind}.`);
    return result.value;
  }

  confirm(call: { id: string; startsAt: string }) {
    return this.services.calls.confirm(call, this.limit(call.startsAt));
  }

  async taken(): Promise<string[]> {
    return (await this.busy()).map(({ startsAt }) => startsAt);
  }

  /** Mails that are due, by kind. */
  async due(): Promise<string[]> {
    return (await this.claim()).map(({ kind }) => kind).toSorted();
  }
}

const test = testWith((store) => new Crowd(store));

test("the calls of a day are booked up to its number, then nothing is stored and nothing of it is told; a day later they are again", async (calls) => {
  for (let n = 0; n < 3; n++)
    expect(await calls.book(minutesAfter(TEN, 60 * n), other(n), { crowd: 3 })).toMatchObject({
      kind: "booked",
    });
  await calls.sendAll();
  expect(await calls.book(minutesAfter(TEN, 180), other(3), { crowd: 3 })).toEqual({ kind: "crowd" });
  expect((await calls.list()).total).toBe(3);
  expect(await calls.due()).toEqual([]);
  expect(await calls.book(minutesAfter(TEN, 180), other(4)), "the agency's own").toMatchObject({
    kind: "booked",
  });
  calls.time += 24 * HOUR;
  expect(await calls.book(minutesAfter(TEN, 240), other(3), { crowd: 3 })).toMatchObject({ kind: "booked" });
});

test("a held call blocks its time for a quarter of an hour, and for its own lead another one instead", async (calls) => {
  const [first, second] = [await calls.quietLead(1), await calls.quietLead(2)];
  const held = await calls.held(TEN, first);
  expect(held).toMatchObject({ state: "held", heldUntil: minutesAfter(calls.now, 15) });
  expect(await calls.hold(TEN, first), "the same again").toEqual({ kind: "ok", value: held });
  expect(await calls.taken()).toEqual([TEN]);
  expect(await calls.book(TEN, other(3))).toEqual({ kind: "taken" });
  expect(await calls.hold(minutesAfter(TEN, 25), second)).toEqual({ kind: "taken" });
  await calls.held(minutesAfter(TEN, 25), first);
  expect(await calls.taken(), "of its own lead").toEqual([minutesAfter(TEN, 25)]);
  calls.time += 15 * 60_000;
  expect(await calls.taken()).toEqual([]);
  expect(await calls.book(minutesAfter(TEN, 25), other(3))).toMatchObject({ kind: "booked" });
  expect(
    (await calls.all()).map(({ state }) => state),
    "no list shows what is held",
  ).not.toContain("held");
});

test("its visitor is asked to confirm, the agency is told once a day, and the lead stays open", async (calls) => {
  const [first, second] = [await calls.quietLead(1), await calls.quietLead(2)];
  await calls.sendAll();
  await calls.held(TEN, first);
  expect(await calls.due()).toEqual(["hold", "holding"]);
  expect((await calls.health()).unconfirmed).toBe(1);
  await calls.held(NOON, second);
  expect(await calls.due()).toEqual(["hold"]);
  expect((await calls.detail(first)).outcome).toBeUndefined();
  calls.time += 24 * HOUR + 1;
  expect((await calls.health()).unconfirmed).toBe(0);
  await calls.held(minutesAfter(NOON, 60), first);
  expect(await calls.due()).toContain("holding");
});

test("a confirmed call is booked like any other, once, and the request to confirm it is not sent any more", async (calls) => {
  const lead = await calls.quietLead(1);
  await calls.sendAll();
  const held = await calls.held(TEN, lead);
  const confirmed = await calls.confirm(held);
  expect(confirmed).toMatchObject({ kind: "ok", value: { state: "booked", sequence: 0 } });
  expect(confirmed).toHaveProperty("value.heldUntil", undefined);
  expect(await calls.confirm(held)).toEqual(confirmed);
  expect(await calls.due()).toEqual(["booking", "holding", "invitation"]);
  expect(await calls.detail(lead)).toMatchObject({ outcome: "booked" });
  calls.time += HOUR;
  expect(await calls.taken()).toEqual([TEN]);
});

test("a call is confirmed late while its time is free, and not once it is taken, begun, or its address has another", async (calls) => {
  const lead = await calls.quietLead(1);
  const [late, gone] = [await calls.held(TEN, lead), await calls.held(NOON, await calls.quietLead(2))];
  calls.time += HOUR;
  await calls.book(NOON, other(3));
  expect(await calls.confirm(gone)).toEqual({ kind: "taken" });
  expect(await calls.confirm(late)).toMatchObject({ kind: "ok" });
  const again = await calls.held(minutesAfter(NOON, 60), await calls.quietLead(4));
  const { booking } = booked(await calls.book(minutesAfter(NOON, 120), { ...other(4), name: "Another" }));
  expect(await calls.confirm(again)).toEqual({ kind: "has-call", booking });
  const begun = await calls.held(minutesAfter(NOON, 180), await calls.quietLead(5));
  calls.time = Date.parse(begun.startsAt);
  expect(await calls.confirm(begun)).toEqual({ kind: "over" });
});
