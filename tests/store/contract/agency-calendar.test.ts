/** The agency's calendar: which versions of a call are written to it, and in which order. */
import { expect } from "vitest";
import { value } from "./scenario.ts";
import { booked, Calls, HALF_PAST, other, TEN } from "./calls.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => {
  const calls = new Calls(store);
  calls.settings.caldav = { url: "https://dav.example/ana/", user: "ana", password: "secret" };
  return calls;
});

const states = async (calls: Calls) =>
  (await calls.claim("calendar")).map(({ event }) => [event?.booking?.state, event?.booking?.sequence]);

test("without CALDAV_URL nothing is planned for a calendar", async (calls) => {
  calls.settings.caldav = undefined;
  const { lead } = booked(await calls.book(TEN));
  expect((await calls.detail(lead.id)).deliveries.map(({ kind }) => kind)).not.toContain("calendar");
});

test("only the newest version of a call is written, and neither mail nor webhooks get it", async (calls) => {
  const { booking } = booked(await calls.book(TEN));
  await calls.move(booking.id, HALF_PAST);
  expect((await calls.claim()).map(({ kind }) => kind)).not.toContain("calendar");
  expect(await calls.claim("webhook")).toEqual([]);
  expect(await states(calls)).toEqual([["booked", 1]]);
});

test("while an event is being written, the next one of its lead waits, and those of others do not", async (calls) => {
  const { booking } = booked(await calls.book(TEN));
  const [first] = await calls.claim("calendar");
  await calls.cancel(booking.id);
  booked(await calls.book(HALF_PAST, other(1)));
  expect(await states(calls)).toEqual([["booked", 0]]);
  if (first) await calls.outbox.recordResult(first, { kind: "retry", reason: "The server took too long." });
  expect(await states(calls)).toEqual([["cancelled", 1]]);
});

test("a call of a lead that is marked as spam is removed from the calendar", async (calls) => {
  const { lead } = booked(await calls.book(TEN));
  expect(await calls.sendAll("calendar")).toEqual(["calendar"]);
  value(await calls.admin.outcome({ id: lead.id, outcome: "spam" }));
  expect(await states(calls)).toEqual([["cancelled", 1]]);
  expect(await calls.claim()).toEqual([]);
});
