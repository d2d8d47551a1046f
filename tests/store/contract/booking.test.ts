/** Calls: how times are given, what is sent about a change, and the effect on the lead. */
import { answerLead, reopenLead, setOutcome } from "../../../server/inbox/admin-changes.ts";
import { readSources } from "../../../server/inbox/sources.ts";
import { latestDays } from "../../../server/leads/days.ts";
import { readLead } from "../../../server/leads/read-lead.ts";
import { expect, vi } from "vitest";
import { removeLeads, removePerson } from "../../../server/inbox/remove-leads.ts";
import { HOUR, NOBODY, untilAvailable, value } from "./scenario.ts";
import { booked, Calls, HALF_PAST, minutesAfter, other, TEN } from "./calls.ts";
import { testWith } from "./stores.ts";
import { closeTime, deleteClosedTimes, missCall } from "../../../server/calls/calendar.ts";
import { purgeLeads } from "../../../server/inbox/retention.ts";
import * as readLeadStatements from "../../../server/leads/read-lead.ts";
import * as bookings from "../../../server/calls/bookings.ts";
import { unavailable } from "../../../server/store/database.ts";

const WEBHOOK = "https://hooks.example/";

const test = testWith((store) => new Calls(store));
test("a call is stored with its lead, which is answered and booked, and both sides are notified", async (calls) => {
  calls.settings.webhookUrls = [WEBHOOK];
  const { booking: made, lead } = booked(await calls.book(TEN));
  expect(made).toMatchObject({
    leadId: lead.id,
    startsAt: TEN,
    endsAt: "2026-11-22T10:20:00.000Z",
    blockedUntil: HALF_PAST,
    state: "booked",
    sequence: 0,
    zone: "Europe/London",
  });
  const detail = await calls.detail(lead.id);
  expect(detail).toMatchObject({ outcome: "booked", answeredAt: calls.now, bookings: [made] });
  expect(detail.deliveries.map(({ kind }) => kind).toSorted()).toEqual([
    "booking",
    "booking.created",
    "booking.reminder",
    "booking.reminder",
    "call-reminder",
    "call-reminder",
    "invitation",
    "webhook",
  ]);
  const claimed = await calls.claim();
  expect(claimed.map(({ kind, event }) => `${kind} ${event?.booking?.sequence}`).toSorted()).toEqual([
    "booking 0",
    "invitation 0",
  ]);
});

test("of many requests for one time, or for overlapping ones, one succeeds", async (calls) => {
  const wanted = Array.from({ length: 40 }, (_, n) =>
    untilAvailable(() => calls.book(n % 2 === 0 ? TEN : minutesAfter(TEN, 25), other(n))),
  );
  const kinds = (await Promise.all(wanted)).map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual(["booked", ...Array.from({ length: 39 }, () => "taken")]);
  expect((await calls.list()).total).toBe(1);
  // Whichever succeeds has ended by then, with its gap.
  expect(await calls.book(minutesAfter(TEN, 60), other(41))).toMatchObject({ kind: "booked" });
});

test("the same request again is the same booking, and an address has one upcoming call", async (calls) => {
  const { booking: made } = booked(await calls.book(TEN));
  expect(await calls.book(TEN)).toMatchObject({ kind: "booked", repeated: true, booking: made });
  expect(await calls.book(HALF_PAST)).toMatchObject({ kind: "has-call", booking: made });
  // At a time that is taken nobody learns whether an address has a call, nor at which time.
  for (const lead of [{ problems: "Others" }, other(1)])
    expect(await calls.book(TEN, lead)).toEqual({ kind: "taken" });
  await calls.cancel(made.id);
  expect(await calls.book(TEN)).toMatchObject({ kind: "booked", repeated: false });
  expect((await calls.all()).map(({ state }) => state).toSorted()).toEqual(["booked", "cancelled"]);
});

test("a call for an existing lead ends its clock, and a missing lead gets none", async (calls) => {
  const { id } = await calls.lead();
  expect(await calls.book(TEN, id)).toMatchObject({ kind: "booked", lead: { id } });
  expect(await calls.states(id)).toMatchObject({ confirmation: "cancelled" });
  const open = { outcome: undefined, answeredAt: undefined };
  expect(value(await reopenLead(calls.store, calls.change({ id })))).toMatchObject(open);
  // The call counts for its source, whatever the lead's outcome later.
  await setOutcome(calls.store, { ...calls.change({ id }), outcome: "lost" });
  const { sources } = value(await readSources(calls.store, latestDays(30, "UTC", calls.time)));
  expect(sources).toMatchObject([{ leads: 1, calls: 1, lost: 1 }]);
  expect(await calls.book(HALF_PAST, NOBODY)).toEqual({ kind: "missing" });

  const lost = await calls.lead({ email: "lost@sample.co" });
  const { answeredAt } = value(
    await setOutcome(calls.store, { ...calls.change({ id: lost.id }), outcome: "lost" }),
  );
  calls.time += HOUR;
  const { booking: made } = booked(await calls.book(HALF_PAST, lost.id));
  expect(await calls.detail(lost.id)).toMatchObject({ outcome: "booked", answeredAt });
  await setOutcome(calls.store, { ...calls.change({ id: lost.id }), outcome: "won" });
  await calls.cancel(made.id);
  expect((await calls.detail(lost.id)).outcome).toBe("won");
});

test("each version of a call is sent once, and a newer one replaces those that wait", async (calls) => {
  calls.settings.webhookUrls = [WEBHOOK];
  const { booking: made, lead } = booked(await calls.book(TEN));
  expect(await calls.sendAll()).toEqual(["booking", "invitation"]);
  calls.time += HOUR;
  const moved = { startsAt: HALF_PAST, sequence: 1, updatedAt: calls.now };
  expect(await calls.move(made.id, HALF_PAST)).toMatchObject({ value: moved });
  expect((await calls.detail(lead.id)).outcome).toBe("booked");
  expect(await calls.move(made.id, HALF_PAST)).toMatchObject({ value: { sequence: 1 } });
  expect(await calls.cancel(made.id)).toMatchObject({ value: { state: "cancelled", sequence: 2 } });
  expect(await calls.cancel(made.id)).toMatchObject({ value: { sequence: 2 } });
  const sent = await calls.claim();
  expect(sent.map(({ event }) => [event?.type, event?.booking?.sequence])).toEqual([
    ["booking.cancelled", 2],
    ["booking.cancelled", 2],
  ]);
  // Programs get all versions.
  const events = (await calls.claim("webhook")).flatMap(({ event }) => event?.type ?? []);
  expect(events.toSorted()).toEqual(["booking.cancelled", "booking.created", "booking.moved"]);
  const { sources } = value(await readSources(calls.store, latestDays(30, "UTC", calls.time)));
  expect(sources).toMatchObject([{ leads: 1, calls: 0 }]);
  const detail = await calls.detail(lead.id);
  expect(detail.outcome).toBeUndefined();
  expect(detail.answeredAt).toBeDefined();
  expect(await calls.move(made.id, TEN)).toEqual({ kind: "over" });
  expect(await calls.book(HALF_PAST, other(1))).toMatchObject({ kind: "booked" });
  expect(await missCall(calls.store, { id: made.id, now: HALF_PAST, deliveries: [] })).toEqual({
    kind: "missing",
  });
});

test("a call is not moved onto another one, nor changed once it has begun", async (calls) => {
  await calls.book(HALF_PAST, other(1));
  const { booking: made } = booked(await calls.book(TEN));
  expect(await calls.move(made.id, minutesAfter(TEN, 10))).toEqual({ kind: "taken" });
  const miss = () => calls.services.calls.miss(made.id, {});
  expect(await miss()).toEqual({ kind: "missing" });
  calls.time = Date.parse(TEN);
  expect(await calls.book("2026-11-23T10:00:00.000Z")).toMatchObject({ kind: "has-call" });
  expect(await calls.cancel(made.id)).toEqual({ kind: "over" });
  expect(await calls.move(made.id, "2026-11-23T10:00:00.000Z")).toEqual({ kind: "over" });
  for (let again = 0; again < 2; again++)
    expect(await miss()).toMatchObject({ value: { state: "missed", sequence: 0 } });
  const mails = await calls.sendAll();
  expect(mails.filter((kind) => kind === "missed")).toHaveLength(1);
});

test("closed times and full days cannot be booked", async (calls) => {
  const closed = { id: calls.newId(), startsAt: TEN, endsAt: HALF_PAST };
  await closeTime(calls.store, closed);
  expect(await calls.book(minutesAfter(TEN, 20))).toEqual({ kind: "taken" });
  expect(await calls.busy()).toMatchObject([{ startsAt: TEN, call: false }]);
  for (const minutes of [-30, 30])
    expect(await calls.book(minutesAfter(TEN, minutes), other(minutes))).toMatchObject({ kind: "booked" });
  expect(value(await deleteClosedTimes(calls.store, [closed.id]))).toBe(1);
  expect(await calls.book(TEN, other(0))).toMatchObject({ kind: "booked" });

  // A day begins at midnight, and neither a cancelled call nor one's own fills it.
  calls.callsPerDay = 1;
  expect(await calls.book("2026-11-24T00:00:00.000Z", other(1))).toMatchObject({ kind: "booked" });
  expect(await calls.book("2026-11-24T15:00:00.000Z", other(2))).toEqual({ kind: "taken" });
  const { booking: made } = booked(await calls.book("2026-11-23T15:00:00.000Z", other(3)));
  expect(await calls.move(made.id, "2026-11-23T20:00:00.000Z")).toMatchObject({ kind: "ok" });
  await calls.cancel(made.id);
  const starts = (await calls.all()).map(({ startsAt }) => startsAt);
  expect(starts).toEqual(starts.toSorted());
  expect((await calls.busy()).filter(({ call }) => call)).toHaveLength(starts.length - 1);
  expect(await calls.book("2026-11-23T15:00:00.000Z", other(2))).toMatchObject({ kind: "booked" });
});

test("the visitor is reminded a day and an hour before, never of a former time or after the call", async (calls) => {
  const { booking: made } = booked(await calls.book(TEN));
  await calls.move(made.id, "2026-11-23T08:55:00.000Z");
  await calls.sendAll();
  calls.time = Date.parse("2026-11-22T08:54:00.000Z");
  expect(await calls.claim()).toEqual([]);
  // By now the hour before the former time has begun, too.
  calls.time += 10 * 60_000;
  expect(await calls.sendAll()).toEqual(["call-reminder"]);
  calls.time = Date.parse("2026-11-23T09:15:00.000Z");
  expect(await calls.claim()).toEqual([]);
  // The call is over, so the address can have another. Both are due after the site was off: the later one is enough.
  const next = booked(await calls.book("2026-11-25T10:00:00.000Z", { problems: "Others" }));
  await calls.sendAll();
  calls.time = Date.parse(next.booking.startsAt) - HOUR / 2;
  expect(await calls.sendAll()).toEqual(["call-reminder"]);
});

test("a program gets the number and the time when a reminder is due, and a chat gets nothing", async (calls) => {
  calls.settings.webhookUrls = [WEBHOOK, "slack:https://hooks.slack.com/services/T/B/x"];
  const { booking: made } = booked(await calls.book(TEN, {}, { phone: "+442079460958" }));
  await calls.sendAll("webhook");
  const moved = "2026-11-23T08:55:00.000Z";
  await calls.move(made.id, moved);
  await calls.sendAll("webhook");
  const remindedAt = async (time: string) => {
    calls.time = Date.parse(time);
    return (await calls.claim("webhook")).map(({ target, event }) => [target, event]);
  };
  expect(await remindedAt("2026-11-22T08:54:00.000Z")).toEqual([]);
  const booking = { startsAt: moved, phone: "+442079460958" };
  expect(await remindedAt("2026-11-22T08:55:00.000Z")).toMatchObject([
    [WEBHOOK, { type: "booking.reminder", at: "2026-11-22T08:55:00.000Z", booking }],
  ]);
  expect(await remindedAt(moved)).toEqual([]);
});

test("of a call that looks like spam only the agency is notified until somebody clears it", async (calls) => {
  calls.settings.webhookUrls = [WEBHOOK];
  const { lead, booking: made } = booked(
    await calls.book(TEN, { problems: "[url=https://x.example]cheap[/url]" }),
  );
  const [told, ...others] = await calls.claim();
  expect(told).toMatchObject({ kind: "booking", suspected: true });
  if (told) await calls.outbox.recordResult(told, { kind: "sent" });
  expect([...others, ...(await calls.claim("webhook"))]).toEqual([]);
  expect(await calls.book(TEN, other(1))).toEqual({ kind: "taken" });
  calls.time += HOUR;
  expect(value(await reopenLead(calls.store, calls.change({ id: lead.id })))).toMatchObject({
    outcome: "booked",
  });
  expect(await calls.sendAll()).toEqual(["invitation"]);
  expect(await calls.sendAll("webhook")).toEqual(["webhook", "webhook"]);
  calls.time = Date.parse(TEN) - 24 * HOUR;
  expect(await calls.sendAll()).toEqual(["call-reminder"]);
  await setOutcome(calls.store, { ...calls.change({ id: lead.id }), outcome: "spam" });
  expect(await calls.all()).toMatchObject([{ id: made.id, state: "cancelled" }]);
  expect(value(await reopenLead(calls.store, calls.change({ id: lead.id }))).outcome).toBeUndefined();
  await setOutcome(calls.store, { ...calls.change({ id: lead.id }), outcome: "spam" });
  await calls.book(TEN, lead.id);
  expect(await calls.sendAll()).toEqual(["booking"]);
  expect(value(await answerLead(calls.store, calls.change({ id: lead.id }))).outcome).toBe("booked");
  expect(await calls.sendAll()).toEqual(["invitation"]);
  calls.time = Date.parse(TEN);
  await setOutcome(calls.store, { ...calls.change({ id: lead.id }), outcome: "spam" });
  expect((await calls.all()).map(({ state }) => state).toSorted()).toEqual(["booked", "cancelled"]);
});

test("a lead is deleted once its call is cancelled and both sides were notified", async (calls) => {
  const { lead, booking: made } = booked(await calls.book(TEN));
  await calls.sendAll();
  const remove = (patienceMs: number) =>
    removeLeads({ ...calls.services.removal, patienceMs }, [lead.id], undefined);
  for (const spy of [vi.spyOn(bookings, "changeCall"), vi.spyOn(readLeadStatements, "readLeads")]) {
    spy.mockResolvedValue(unavailable("locked"));
    await expect(remove(0)).rejects.toThrow("The store cannot be used now: locked.");
    spy.mockRestore();
  }
  for (const removed of [await remove(0), await removePerson(calls.services.removal, lead.email)])
    expect(removed).toMatchObject({ leads: 0, waits: true });
  expect(await calls.all()).toMatchObject([{ id: made.id, state: "cancelled", sequence: 1 }]);
  const removed = remove(20_000);
  await expect.poll(() => calls.sendAll(), { timeout: 20_000 }).toEqual(["booking", "invitation"]);
  expect(await removed).toMatchObject({ leads: 1 });
});

test("a lead is kept until its call is over, and its calls are deleted with it", async (calls) => {
  const { lead } = booked(await calls.book(TEN));
  const before = (time: string) => purgeLeads(calls.store, { before: time, now: time });
  expect(value(await before("2026-11-22T10:20:00.000Z"))).toMatchObject({ leads: 0 });
  expect(value(await before("2026-11-22T10:20:00.001Z"))).toMatchObject({ leads: 1 });
  expect(await calls.all()).toEqual([]);
  expect(await readLead(calls.store, lead.id)).toEqual({ kind: "missing" });
});
