import { expect } from "vitest";
import { MAILBOX_MAILS_A_DAY } from "../../../contract/limits.ts";
import { VISITOR } from "../../../contract/mail/delivery.ts";
import { isMailPlanned } from "../../../server/deliveries/mailbox-budget.ts";
import { sendAgain } from "../../../server/inbox/send-again.ts";
import {
  ANA,
  DAY,
  HALF_PAST,
  SPAM,
  Scenario,
  TEN,
  minutesAfter,
  other,
} from "./scenario.ts";
import { testWith } from "./stores.ts";

const LEE = { email: "lee@sample.co" };

class Mailbox extends Scenario {
  /** Sends all due mails. @returns the kinds of mails to visitors */
  async sendMails() {
    const kinds = (await this.send()).map(({ kind }) => kind);
    return kinds.filter(
      (kind) => kind === "confirmation" || kind === "invitation",
    );
  }

  askForLinks(email = LEE.email) {
    return this.services.calls.mailLinks(email);
  }

  /**
   * Sends all due mails. @returns each link's call
   * time; undefined for a link to the open times
   */
  async sendLinks(sent = "link") {
    return (await this.send())
      .filter(({ kind }) => kind === sent)
      .map(({ event }) => event?.booking?.startsAt);
  }
}

const test = testWith((store) => new Mailbox(store));

test("no confirmation uses up a mailbox's last mail of a day, however its address is written", async (mailbox) => {
  for (let n = 0; n < 20; n++)
    await mailbox.lead({ email: `victim+${n}@sample.co` });
  for (const email of [
    "vic.tim@gmail.com",
    "victim@gmail.com",
    "v.ictim+x@googlemail.com",
  ])
    await mailbox.lead({ email });
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => mailbox.claim("mail", 9)),
  );
  const claimed = [...claims.flat(), ...(await mailbox.claim())];
  const confirmed = claimed.filter(({ kind }) => kind === "confirmation");
  expect(
    Map.groupBy(confirmed, ({ lead }) => lead.email.split("@")[1]).size,
  ).toBe(3);
  expect(confirmed).toHaveLength(MAILBOX_MAILS_A_DAY - 1 + 3);
  expect(claimed.filter(({ kind }) => kind === "notification")).toHaveLength(
    10,
  );
});

test("beyond a mailbox's budget, a visitor gets the invitation, and every news of the call", async (mailbox) => {
  const { id } = await mailbox.lead();
  for (let n = 0; n < 9; n++) await mailbox.lead();
  expect(await mailbox.sendMails()).toHaveLength(MAILBOX_MAILS_A_DAY - 1);
  const { booking } = await mailbox.bookCall(TEN, id, {
    by: VISITOR,
    phone: "",
  });
  expect(await mailbox.sendMails()).toEqual(["invitation"]);
  const isPlanned = () =>
    isMailPlanned(mailbox.store, id, "invitation", mailbox.time);
  for (const sequence of [1, 2]) {
    await mailbox.move(booking.id, minutesAfter(TEN, 60 * sequence), VISITOR);
    expect(await isPlanned()).toBe(true);
    expect(await mailbox.sendMails()).toEqual(["invitation"]);
  }
  await mailbox.services.calls.cancel(booking.id, { by: VISITOR });
  expect(await mailbox.sendMails()).toEqual(["invitation"]);
  // Another call's invitation is withheld, unless the agency books the call.
  for (const [by, sent] of [
    [VISITOR, []],
    [ANA, ["invitation"]],
  ] as const) {
    const another = await mailbox.bookCall(TEN, id, { by, phone: "" });
    expect(await isPlanned()).toBe(by === ANA);
    expect(await mailbox.sendMails()).toEqual(sent);
    await mailbox.cancel(another.booking.id);
    await mailbox.send();
  }
});

test("a withheld mail can be sent once, by hand", async (mailbox) => {
  const { id } = await mailbox.lead();
  for (let n = 0; n < 9; n++) await mailbox.lead();
  await mailbox.sendMails();
  const { withheld, withheldLeads } = await mailbox.health();
  expect([withheld, withheldLeads.length]).toEqual([5, 5]);
  expect(await mailbox.metrics()).toMatchObject({ deliveries_dead: 0 });
  const all = await Promise.all(
    withheldLeads.map((lead) => mailbox.detail(lead.id)),
  );
  const [mail] = all.flatMap(({ deliveries }) =>
    deliveries.filter(({ why }) => why === "withheld"),
  );
  const byHand = async () =>
    await sendAgain(mailbox.store, { id: mail?.id ?? id }, mailbox.now);
  expect([await byHand(), await byHand()]).toMatchObject([{ length: 1 }, []]);
  expect(await mailbox.sendMails()).toEqual(["confirmation"]);
  for (const lead of withheldLeads) await mailbox.mark(lead.id, "won");
  expect((await mailbox.health()).withheld).toBe(0);
});

test("a visitor is told of a mail that was written to a file, as of a sent one", async (mailbox) => {
  const { id } = await mailbox.lead();
  await mailbox.send("mail", { kind: "written" });
  const { store, time } = mailbox;
  expect(await isMailPlanned(store, id, "confirmation", time)).toBe(true);
  expect(await mailbox.metrics()).toMatchObject({ deliveries_dead: 0 });
});

test("a visitor is mailed links to their upcoming calls, but not to suspected calls", async (mailbox) => {
  const { lead } = await mailbox.bookCall(TEN, { ...LEE, ...SPAM });
  await mailbox.bookCall(minutesAfter(TEN, 60), other(1));
  const { booking } = await mailbox.bookCall(HALF_PAST, LEE);
  await mailbox.lead(LEE);
  expect(await mailbox.sendLinks("confirmation")).toEqual([HALF_PAST]);
  expect(await mailbox.askForLinks()).toBe(1);
  expect(await mailbox.sendLinks()).toEqual([HALF_PAST]);
  await mailbox.mark(lead.id, "won");
  await mailbox.sendLinks();
  expect(await mailbox.askForLinks()).toBe(2);
  expect(new Set(await mailbox.sendLinks())).toEqual(new Set([TEN, HALF_PAST]));
  await mailbox.cancel(booking.id);
  expect(await mailbox.askForLinks(), "one was cancelled").toBe(1);
  await mailbox.sendLinks();
  expect(await mailbox.askForLinks("nobody@sample.co")).toBe(0);
  expect(await mailbox.sendLinks()).toEqual([]);
  mailbox.now = minutesAfter(HALF_PAST, 20);
  await mailbox.askForLinks();
  expect(await mailbox.sendLinks(), "both are over").toEqual([undefined]);
});

test("a lead without a call gets one link to the open times, and none after a month", async (mailbox) => {
  await mailbox.lead(LEE);
  mailbox.time += 1;
  const { id } = await mailbox.lead(LEE);
  expect([await mailbox.askForLinks(), await mailbox.askForLinks()]).toEqual([
    1, 1,
  ]);
  const sent = await mailbox.send();
  const links = sent.filter(({ kind }) => kind === "link");
  expect(links).toMatchObject([{ lead: { id }, event: undefined }]);
  mailbox.time += 31 * DAY;
  expect(await mailbox.askForLinks()).toBe(0);
});

test("a link beyond a mailbox's budget is sent only if the visitor asks again a day later", async (mailbox) => {
  const startsAt = minutesAfter(TEN, 10 * 24 * 60);
  const { booking } = await mailbox.bookCall(TEN, LEE);
  for (let n = 0; n < MAILBOX_MAILS_A_DAY; n++)
    await mailbox.lead({ ...LEE, name: `Lee ${n}` });
  await mailbox.sendAll();
  for (let n = 0; n < 3; n++) {
    await mailbox.askForLinks();
    expect(await mailbox.sendLinks()).toEqual([]);
  }
  expect((await mailbox.health()).withheld).toBe(2);
  mailbox.time += DAY;
  await mailbox.move(booking.id, startsAt);
  await mailbox.askForLinks();
  expect(await mailbox.sendLinks()).toEqual([startsAt]);
});
