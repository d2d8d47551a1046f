/** Texts: who gets them, when, never after STOP, and never twice. */
import { expect } from "vitest";
import { first, value } from "./scenario.ts";
import { booked, Calls, HALF_PAST, minutesAfter, other, TEN } from "./calls.ts";
import { testWith } from "./stores.ts";

const WORDS = "Agency may text me. Reply STOP to stop.";
const NUMBER = "+442079460958";

class Texts extends Calls {
  constructor(...parts: ConstructorParameters<typeof Calls>) {
    super(...parts);
    this.settings.sms = { url: "https://sms.example/", user: "", password: "", sender: [] };
  }

  /** Books a call by a new lead that ticks the box. */
  async agree(startsAt = TEN, lead = {}, phone = NUMBER) {
    return booked(await this.book(startsAt, lead, { phone, textConsent: WORDS }));
  }

  async texts(at: string) {
    this.time = Date.parse(at);
    return (await this.claim("text")).map(({ kind, target }) => [kind, target]);
  }

  stop = (number = NUMBER) =>
    this.store.run("chooseTexts", { number, stoppedAt: new Date(this.time).toISOString() });
}

const test = testWith((store) => new Texts(store));
const NINE = minutesAfter(TEN, -60);

test("a visitor who ticked the box gets one reminder, at the number, and the words are stored with the call", async (calls) => {
  const { lead } = await calls.agree();
  expect(first((await calls.detail(lead.id)).bookings)).toMatchObject({
    textConsent: WORDS,
    phone: NUMBER,
    createdAt: calls.now,
  });
  expect(await calls.texts(minutesAfter(NINE, -1))).toEqual([]);
  expect(await calls.texts(NINE)).toEqual([["text-reminder", NUMBER]]);
  expect((await calls.claim()).map(({ kind }) => kind)).not.toContain("text-reminder");
});

test("without the tick, for a number that could not be read, and without SMS_URL, nothing is planned", async (calls) => {
  await calls.book(TEN, other(9));
  await calls.agree(HALF_PAST, other(1), "555 0100");
  calls.settings.sms = undefined;
  await calls.agree(minutesAfter(TEN, 60), other(2));
  for (const { leadId } of await calls.all())
    expect(await calls.states(leadId)).not.toHaveProperty("text-reminder");
});

test("a moved call reminds at its new time alone, and a cancelled one never", async (calls) => {
  const { booking } = await calls.agree();
  await calls.agree(minutesAfter(TEN, 120), other(1)).then((one) => calls.cancel(one.booking.id));
  await calls.move(booking.id, minutesAfter(TEN, 60));
  expect(await calls.texts(NINE)).toEqual([]);
  expect(await calls.texts(TEN)).toEqual([["text-reminder", NUMBER]]);
  expect(await calls.texts(minutesAfter(TEN, 60))).toEqual([]);
});

test("after STOP a number gets nothing, whoever's lead it is, also once the lead is deleted, until START", async (calls) => {
  const { lead } = await calls.agree();
  await calls.stop();
  expect(await calls.texts(NINE)).toEqual([]);
  await calls.cancel(first((await calls.detail(lead.id)).bookings).id);
  value(await calls.admin.remove({ ids: [lead.id] }));
  calls.time = Date.parse(NINE);
  await calls.agree(minutesAfter(TEN, 120), other(1));
  expect(await calls.texts(minutesAfter(TEN, 60))).toEqual([]);
  await calls.store.run("chooseTexts", { number: NUMBER, stoppedAt: undefined });
  await calls.agree(minutesAfter(TEN, 180), other(2));
  expect(await calls.texts(minutesAfter(TEN, 120))).toEqual([["text-reminder", NUMBER]]);
});

test("STOP cancels what waits for the number at once and for good, and a move plans no text", async (calls) => {
  const { lead, booking } = await calls.agree();
  const late = await calls.agree(HALF_PAST, other(1), "+442079460959");
  await calls.stop();
  const reminders = async () =>
    (await calls.detail(lead.id)).deliveries.filter(({ kind }) => kind === "text-reminder");
  const cancelled = [{ state: "cancelled", lastError: "The owner of the number stopped texts." }];
  expect(await reminders()).toMatchObject(cancelled);
  expect(await calls.states(late.lead.id)).toMatchObject({ "text-reminder": "due" });
  await calls.move(booking.id, minutesAfter(TEN, 60));
  expect(await reminders()).toMatchObject(cancelled);
  await calls.store.run("chooseTexts", { number: NUMBER, stoppedAt: undefined });
  value(await calls.admin.reopen({ id: lead.id }));
  expect(await reminders()).toMatchObject(cancelled);
});

test("a service that says the number has stopped texts is believed for all later ones", async (calls) => {
  await calls.agree();
  await calls.agree(HALF_PAST, other(1));
  calls.time = Date.parse(NINE);
  expect(await calls.sendAll("text", { kind: "gone", reason: "STOP" })).toEqual(["text-reminder"]);
  expect(await calls.texts(minutesAfter(NINE, 30))).toEqual([]);
});

test("a text whose process died is given up, since it may have been sent", async (calls) => {
  const { lead } = await calls.agree();
  expect(await calls.texts(NINE)).toHaveLength(1);
  expect(await calls.texts(minutesAfter(NINE, 4))).toEqual([]);
  expect(await calls.states(lead.id)).toMatchObject({ "text-reminder": "dead" });
  const { deliveries } = await calls.detail(lead.id);
  expect(deliveries.find(({ kind }) => kind === "text-reminder")?.lastError).toContain("may have been sent");
});

test("a reminder that is tried again ends with the call's start", async (calls) => {
  await calls.agree();
  calls.time = Date.parse(NINE);
  expect(
    await calls.sendAll("text", { kind: "retry", reason: "429", retryAfterMs: 61 * 60_000 }),
  ).toHaveLength(1);
  expect(await calls.texts(minutesAfter(TEN, 1))).toEqual([]);
});

test("the agency says once that it is running late, near the call, and not after STOP", async (calls) => {
  const { booking } = await calls.agree();
  const late = async () => value(await calls.admin.textLate({ id: booking.id })).became;
  expect(await late()).toBe("no-texts");
  calls.time = Date.parse(TEN);
  expect([await late(), await late()]).toEqual(["changed", "changed"]);
  expect(await calls.texts(minutesAfter(TEN, 1))).toEqual([["text-late", NUMBER]]);
  await calls.stop();
  expect(await late()).toBe("no-texts");
  calls.time = Date.parse(booking.endsAt);
  expect(await late()).toBe("no-texts");
});

test("a lead that is marked as spam gets no text", async (calls) => {
  const { lead } = await calls.agree();
  value(await calls.admin.outcome({ id: lead.id, outcome: "spam" }));
  expect(await calls.texts(NINE)).toEqual([]);
});
