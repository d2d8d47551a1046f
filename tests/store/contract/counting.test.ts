import { expect } from "vitest";
import { RESULTS, type Result } from "../../../contract/inbox/leads-admin.ts";
import { listLeads } from "../../../server/inbox/list/list-leads.ts";
import {
  readMonths,
  readSources,
} from "../../../server/inbox/sources/sources.ts";
import { momentOf, spanOf } from "../../../server/leads/days.ts";
import { SPAM } from "./scenario.ts";
import { scenarioTest as test } from "./stores.ts";

const AD = { page: "https://agency.example/?gclid=1&utm_campaign=Spring" };
const FREE = {
  page: "https://agency.example/",
  referrer: "https://www.google.com/",
};

test("a paid click and a free visit are two sources, and each counts its own leads", async (scenario) => {
  const clock = { timeZone: "UTC", now: () => scenario.time };
  const said: string[] = [];
  const count = async (after: string) => {
    const { sources } = await readSources(scenario.store, "2026", clock);
    const lines = sources.map((one) => JSON.stringify(one));
    said.push([after, ...lines].join("\n  "));
  };
  const [won, lost, spam] = [
    await scenario.lead({}, AD),
    await scenario.lead({}, AD),
    await scenario.lead({}, AD),
  ];
  const called = await scenario.lead({ email: "called@sample.co" }, FREE);
  await scenario.services.sendTest();
  await scenario.note(won.id, "Called");
  expect(await scenario.names("all", "spring")).toHaveLength(3);
  await count("three paid clicks and a free visit");
  await scenario.mark(won.id, "won");
  await scenario.mark(lost.id, "lost");
  await scenario.mark(spam.id, "spam");
  const { booking } = await scenario.bookCall(
    "2026-11-20T15:00:00.000Z",
    called.id,
  );
  // The call counts for its source, even if the lead is lost later.
  await scenario.mark(called.id, "lost");
  await count("one is won, one lost, one spam, and the visitor had a call");
  await scenario.reopen(spam.id);
  await scenario.mark(lost.id, "won");
  await scenario.cancel(booking.id);
  await scenario.remove(won.id);
  await count(
    "the spam is none, the lost one is won, and the call and the first one are gone",
  );
  await expect(said.join("\n")).toMatchFileSnapshot("counting.said.txt");
});

test("a month's figures are the lengths of their lists, by what somebody said of the calls", async (scenario) => {
  const clock = { timeZone: "Asia/Kathmandu", now: () => scenario.time };
  await scenario.lead({}, AD);
  const [came, unsaid, missed] = [
    await scenario.lead({ email: "came@sample.co" }, AD),
    await scenario.lead({ email: "unsaid@sample.co" }, FREE),
    await scenario.lead({ email: "missed@sample.co" }, FREE),
  ];
  for (const [at, { id }] of [came, unsaid, missed, came].entries()) {
    const { booking } = await scenario.bookCall(inHours(at), id);
    scenario.now = booking.endsAt;
    const said = (["came", undefined, "missed"] as const)[at];
    if (said) await scenario.say(booking.id, said);
  }
  // This call is under way at the end.
  await scenario.bookCall("2026-11-30T18:00:00.000Z", missed.id);
  // A lead that has a follow-up due stands in
  // *Next*, and is a customer all the same.
  await scenario.mark(came.id, "won");
  await scenario.followUp(came.id, TODAY);
  await scenario.lead(SPAM);
  await scenario.services.sendTest();
  // In Kathmandu, December begins at 18:15 in UTC.
  scenario.now = "2026-11-30T18:14:59.000Z";
  await scenario.lead({ email: "late@sample.co" });
  scenario.time += 2_000;
  await scenario.lead({ email: "december@sample.co" });
  const months = await readMonths(scenario.store, clock);
  const said = months.map((one) => JSON.stringify(one)).join("\n");
  await expect(said).toMatchFileSnapshot("counting.months.said.txt");
  const listed = async (filter: Result, month: string) => {
    const span = spanOf(month, clock.timeZone);
    const at = { ...span, ...momentOf(clock), size: 100 };
    return (await listLeads(scenario.store, { filter, ...at })).total;
  };
  for (const { month, results: figures } of months)
    for (const name of RESULTS)
      expect(await listed(name, month), name).toBe(figures[name]);
});

const TODAY = "2026-11-20";
const inHours = (hours: number) => `2026-11-20T${15 + hours}:00:00.000Z`;
