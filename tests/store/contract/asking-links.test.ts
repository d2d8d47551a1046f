/** "Email me my link again": the mails that are planned for an address. */
import { setOutcome } from "../../../server/inbox/admin-changes.ts";
import { expect } from "vitest";
import { MAILBOX_MAILS_A_DAY } from "../../../contract/limits.ts";
import { booked, Calls, HALF_PAST, minutesAfter, other, TEN } from "./calls.ts";
import { DAY, HOUR, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const LEE = { email: "lee@sample.co" };

class Visitor extends Calls {
  async asked(email = LEE.email): Promise<number> {
    return value(await this.services.calls.mailLinks(email));
  }

  /** The starts of the calls whose links are sent now; undefined for the link to the times. */
  async links() {
    const claimed = await this.claim();
    for (const one of claimed) await this.outbox.recordResult(one, { kind: "sent" });
    return claimed.filter(({ kind }) => kind === "link").map(({ event }) => event?.booking?.startsAt);
  }
}

const test = testWith((store) => new Visitor(store));

test("every coming call of the address is mailed, but none of suspected spam or of others", async (visitor) => {
  const { lead } = booked(
    await visitor.book(TEN, { ...LEE, problems: "[url=https://x.example]cheap[/url]" }),
  );
  booked(await visitor.book(minutesAfter(TEN, 60), other(1)));
  booked(await visitor.book(HALF_PAST, LEE));
  await visitor.links();
  expect(await visitor.asked()).toBe(1);
  expect(await visitor.links()).toEqual([HALF_PAST]);
  await setOutcome(visitor.store, { ...visitor.change({ id: lead.id }), outcome: "won" });
  await visitor.links();
  expect(await visitor.asked()).toBe(2);
  expect(await visitor.links()).toEqual([TEN, HALF_PAST]);
  expect(await visitor.asked("nobody@sample.co")).toBe(0);
  expect(await visitor.links()).toEqual([]);
});

test("a lead without a call gets one link to the times, for a month", async (visitor) => {
  await visitor.lead(LEE);
  await visitor.lead(LEE);
  expect([await visitor.asked(), await visitor.asked()]).toEqual([1, 1]);
  expect(await visitor.links()).toEqual([undefined]);
  visitor.time += 31 * DAY;
  expect(await visitor.asked()).toBe(0);
});

test("beyond the mailbox's budget the link waits, and is sent when it is asked for a day later", async (visitor) => {
  booked(await visitor.book(minutesAfter(TEN, 10 * 24 * 60), LEE));
  for (let n = 0; n < MAILBOX_MAILS_A_DAY; n++) await visitor.lead({ ...LEE, name: `Lee ${n}` });
  await visitor.sendAll();
  for (let n = 0; n < 3; n++) {
    await visitor.asked();
    expect(await visitor.links()).toEqual([]);
  }
  expect((await visitor.health()).withheld).toBeGreaterThan(0);
  visitor.time += 24 * HOUR;
  await visitor.asked();
  expect(await visitor.links()).toEqual([minutesAfter(TEN, 10 * 24 * 60)]);
});
