/** Monday's mail: what a week brought, beside the one before; once, whatever the number of processes. */
import { expect } from "vitest";
import { content } from "../../content.ts";
import { createWeekReport } from "../../../server/lifecycle/notices.ts";
import { createTeamMails } from "../../../server/outbox/channels/mail/team-mails.ts";
import { mailSettings } from "../../fakes/outgoing.ts";
import { mailKeeper, firstMail } from "../../fakes/written-mail.ts";
import { booked, Calls, other, TEN } from "./calls.ts";
import { DAY, HOUR, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const MONDAY_EIGHT = Date.parse("2026-11-23T13:00:00.000Z");

const test = testWith((store) => {
  const calls = new Calls(store);
  const keeper = mailKeeper();
  const settings = { ...mailSettings(), content: content.mail };
  const { sendWeek } = createTeamMails(settings, ["ana@agency.example"], keeper);
  if (!sendWeek) throw new Error("The delivered content has no mail of the week.");
  const parts = { store, send: sendWeek, timeZone: "America/New_York", log: { error: () => {} } };
  const processes = [0, 1].map(() => createWeekReport({ ...parts, now: () => calls.time }));
  const minute = async () => {
    await Promise.all(processes.map((everyMinute) => everyMinute()));
    return (await keeper.mails()).length;
  };
  return { calls, keeper, minute };
});

test("a week's leads, calls and answers are mailed on Monday at eight, beside those of the week before", async ({
  calls,
  keeper,
  minute,
}) => {
  const first = await calls.lead();
  calls.time += DAY;
  await calls.lead({}, "test");
  await calls.lead({ problems: "Best casino, viagra and cialis." });
  const page = "https://agency.example/?utm_source=newsletter";
  await calls.lead({ email: "news@shop.example" }, "wire", { page });
  calls.time += 2 * HOUR;
  value(await calls.admin.answer({ id: first.id }));
  const { booking } = booked(await calls.book(TEN, other(1)));
  calls.time = Date.parse(TEN);
  await calls.services.calls.miss(booking.id, {});
  calls.time = MONDAY_EIGHT - 1;
  expect(await minute()).toBe(0);
  calls.time = MONDAY_EIGHT;
  expect(await minute()).toBe(1);
  const mail = await firstMail(keeper);
  expect(mail.subject).toBe("Week of Nov 16: leads 3, calls 1");
  expect(mail.text?.replaceAll(/:\n> /g, ": ")).toMatch(
    /Leads: 3 \(0\)\n\nCalls: 1 \(0\)\n\nThey came: 0 \(0\)\n\nDid not come: 1 \(0\)\n\nWon: 0 \(0\)/,
  );
  expect(mail.text).toMatch(/> newsletter: 1$/m);
  expect(await minute()).toBe(1);
  calls.time += 7 * DAY;
  expect(await minute()).toBe(2);
  expect((await keeper.mails()).at(-1)?.text).toContain("> 0 (3)");
});

test("a site without a lead before Monday has no such mail", async ({ calls, minute }) => {
  calls.time = MONDAY_EIGHT + HOUR;
  expect(await minute()).toBe(0);
  await calls.lead();
  expect(await minute()).toBe(0);
});
