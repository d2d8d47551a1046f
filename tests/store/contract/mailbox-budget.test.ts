/** The budget of a mailbox: what a stranger can have sent to it in a day, whatever is done and whichever worker sends. */
import { sendAgain } from "../../../server/inbox/admin-changes.ts";
import { WITHHELD } from "../../../server/deliveries/conditions.ts";
import { expect } from "vitest";
import { MAILBOX_MAILS_A_DAY } from "../../../contract/limits.ts";
import { VISITOR } from "../../../contract/delivery.ts";
import { booked, Calls, minutesAfter, TEN } from "./calls.ts";
import { first, HOUR, RETRY, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

class Mailbox extends Calls {
  override callsPerDay = 99;

  /** A call of a lead, booked by the visitor or by the agency. */
  async call(lead: string, by = VISITOR) {
    return booked(await this.book(TEN, lead, { by, phone: "" })).booking;
  }

  moveBy(id: string, minutes: number, by = VISITOR) {
    return this.services.calls.move(id, minutesAfter(TEN, minutes), { by });
  }

  /** The kinds of mails to visitors that are sent now. */
  async sent() {
    const kinds = await this.sendAll();
    return kinds.filter((kind) => kind === "confirmation" || kind === "invitation");
  }
}

const test = testWith((store) => new Mailbox(store));

test("a mailbox gets all but one of its mails as confirmations, however it is written", async (scenario) => {
  for (let n = 0; n < 20; n++) await scenario.lead({ email: `victim+${n}@sample.co` });
  for (const email of ["vic.tim@gmail.com", "victim@gmail.com", "v.ictim+x@googlemail.com"])
    await scenario.lead({ email });
  const claims = await Promise.all(Array.from({ length: 8 }, () => scenario.claim("mail", 9)));
  const claimed = [...claims.flat(), ...(await scenario.claim())];
  const confirmed = claimed.filter(({ kind }) => kind === "confirmation");
  expect(Map.groupBy(confirmed, ({ lead }) => lead.email.split("@")[1]).size).toBe(3);
  expect(confirmed).toHaveLength(MAILBOX_MAILS_A_DAY - 1 + 3);
  expect(claimed.filter(({ kind }) => kind === "notification")).toHaveLength(10);
});

test("beyond the budget a call has no mails, but the first invitation is always sent", async (scenario) => {
  const { id } = await scenario.lead();
  for (let n = 0; n < 9; n++) await scenario.lead();
  expect(await scenario.sent()).toHaveLength(MAILBOX_MAILS_A_DAY - 1);
  const booking = await scenario.call(id);
  expect(await scenario.sent()).toEqual(["invitation"]);
  expect(await scenario.moveBy(booking.id, 60)).toMatchObject({ value: { sequence: 1 } });
  expect(await scenario.sent()).toEqual([]);
  expect(await scenario.moveBy(booking.id, 120)).toMatchObject({ value: { sequence: 2 } });
  expect(await scenario.sent()).toEqual([]);
  const withheld = (await scenario.detail(id)).deliveries.filter(
    ({ state, lastError }) => state === "dead" && lastError === WITHHELD,
  );
  // The mail about the first move is replaced by that about the second.
  expect(withheld.map(({ kind }) => kind)).toEqual(["invitation"]);
  expect((await scenario.health()).withheld).toBeGreaterThan(1);
  expect((await scenario.health()).withheldLeads).toContainEqual({ id, name: expect.any(String) });
  // The agency sends it by hand, once.
  expect(value(await sendAgain(scenario.store, { id: first(withheld).id }, scenario.now))).toHaveLength(1);
  expect(value(await sendAgain(scenario.store, { id: first(withheld).id }, scenario.now))).toEqual([]);
  expect(await scenario.sent()).toEqual(["invitation"]);
  expect((await scenario.health()).withheldLeads).not.toContainEqual({ id, name: expect.any(String) });
});

test("the day begins when a mail was counted, and all attempts count once", async (scenario) => {
  await scenario.lead();
  const start = scenario.time;
  // Five hours of failures.
  for (; scenario.time < start + 5 * HOUR; scenario.time += HOUR / 2)
    await scenario.sendAll("mail", RETRY, "confirmation");
  scenario.time = start + 11 * HOUR;
  expect(await scenario.sent()).toEqual(["confirmation"]);
  for (let n = 0; n < MAILBOX_MAILS_A_DAY; n++) await scenario.lead();
  expect(await scenario.sent()).toHaveLength(MAILBOX_MAILS_A_DAY - 2);
  scenario.time = start + 24 * HOUR - 1;
  await scenario.lead();
  expect(await scenario.sent()).toEqual([]);
  scenario.time += 1;
  await scenario.lead();
  expect(await scenario.sent()).toEqual(["confirmation"]);
});
