/** The mornings' mails: whom to follow up with, and on Mondays what a week brought; once, whatever the number of processes. */
import { readToday } from "../../../server/calls/calendar.ts";
import { latestDays } from "../../../server/leads/days.ts";
import { answerLead, setFollowUp, setOutcome } from "../../../server/inbox/admin-changes.ts";
import { expect } from "vitest";
import { firstDayOf } from "../../../contract/locale/times.ts";
import { mailMorning, mailWeek } from "../../../server/inbox/team-notices.ts";
import { createTeamMails } from "../../../server/deliveries/mail/team-mails.ts";
import { mailSettings } from "../../support/outgoing.ts";
import { mailKeeper, firstMail } from "../../support/written-mail.ts";
import { booked, Calls, other, TEN } from "./calls.ts";
import { DAY, HOUR, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const MONDAY_EIGHT = Date.parse("2026-11-23T13:00:00.000Z");

const test = testWith((store) => {
  const calls = new Calls(store);
  const keeper = mailKeeper();
  const { sendWeek, sendMorning } = createTeamMails(
    mailSettings(),
    () => Promise.resolve(["ana@agency.example"]),
    keeper,
  );
  if (!sendWeek) throw new Error("The delivered content has no mail of the week.");
  const parts = { store, timeZone: "America/New_York", log: { error: () => {} }, now: () => calls.time };
  const weekOf = (tag: string) => mailWeek({ ...parts, send: sendWeek }, firstDayOf({ tag }));
  /** Two processes. */
  const mailedBy = (everyMinute: () => Promise<void>) => async () => {
    await Promise.all([everyMinute(), everyMinute()]);
    return (await keeper.mails()).length;
  };
  const minute = mailedBy(() => weekOf("de"));
  const morning = mailedBy(() => mailMorning({ ...parts, send: sendMorning }));
  const american = () => weekOf("en");
  return { calls, keeper, minute, morning, american };
});

test("a week's figures are mailed on Monday at eight, beside those of the week before", async (made) => {
  const { calls, keeper, minute } = made;
  const first = await calls.lead();
  calls.time += DAY;
  await calls.lead({}, "test");
  await calls.lead({ problems: "Best casino, viagra and cialis." });
  const page = "https://agency.example/?utm_source=newsletter";
  await calls.lead({ email: "news@shop.example" }, "wire", { page });
  calls.time += 2 * HOUR;
  value(await answerLead(calls.store, calls.change({ id: first.id })));
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
    /Leads: 3 \(0\)\n\nCalls: 1 \(0\)\n\nThey came: 0 \(0\)\n\nDidn't come: 1 \(0\)\n\nWon: 0 \(0\)/,
  );
  expect(mail.text).toMatch(/> newsletter: 1$/m);
  expect(await minute()).toBe(1);
  calls.time += 7 * DAY;
  expect(await minute()).toBe(2);
  expect((await keeper.mails()).at(-1)?.text).toContain("> 0 (3)");
});

test("a week ends on Saturday in the United States", async ({ calls, keeper, american }) => {
  const SUNDAY = MONDAY_EIGHT - 20 * HOUR;
  calls.time = SUNDAY - 7 * DAY;
  await calls.lead({ email: "a@shop.example" });
  calls.time = SUNDAY;
  await calls.lead({ email: "b@shop.example" });
  await calls.lead({ email: "c@shop.example" });
  calls.time = MONDAY_EIGHT;
  await american();
  calls.time += 7 * DAY;
  await american();
  expect((await keeper.mails()).map(({ subject }) => subject)).toEqual([
    "Week of Nov 15: leads 1, calls 0",
    "Week of Nov 22: leads 2, calls 0",
  ]);
  expect((await keeper.mails()).at(-1)?.text).toMatch(/Leads:\s(?:> )?2 \(1\)/);
});

test("a site without a lead before Monday has no such mail", async ({ calls, minute }) => {
  calls.time = MONDAY_EIGHT + HOUR;
  expect(await minute()).toBe(0);
  await calls.lead();
  expect(await minute()).toBe(0);
});

test("a follow-up is mailed at eight on its day and each morning until the lead is lost", async (made) => {
  const { calls, keeper, morning } = made;
  const { id } = await calls.lead({ name: "Nora Finch" });
  const assign = async (followUpOn: string) =>
    value(await setFollowUp(calls.store, { ...calls.change({ id }), followUpOn }));
  await assign("2026-11-21");
  expect(await morning()).toBe(0);
  calls.time = Date.parse("2026-11-21T12:59:59.000Z");
  expect(await morning()).toBe(0);
  calls.time += 1_000;
  expect(await morning()).toBe(1);
  const mail = await firstMail(keeper);
  expect(mail.subject).toBe("Today: Overdue (1), Follow up (1)");
  expect(mail.text).toContain(`Nora Finch, Ortiz HVAC:\nhttps://agency.example/inbox/leads/${id}`);
  calls.time += DAY;
  expect(await morning()).toBe(2);
  const today = async () =>
    value(await readToday(calls.store, latestDays(1, "America/New_York", calls.time))).followUps.map(
      ({ name }) => name,
    );
  expect(await today()).toEqual(["Nora Finch"]);
  // Nobody gets back to a lead that is lost.
  value(await setOutcome(calls.store, { ...calls.change({ id }), outcome: "lost" }));
  expect(await today()).toEqual([]);
  calls.time += DAY;
  // That is a Monday.
  expect((await keeper.mails()).filter(({ subject = "" }) => subject.includes("Follow up"))).toHaveLength(2);
});
