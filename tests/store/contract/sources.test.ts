/** What came of the leads of each source and campaign. */
import { readSources } from "../../../server/inbox/sources.ts";
import { latestDays } from "../../../server/leads/days.ts";
import { expect } from "vitest";
import type { Results } from "../../../contract/leads-admin.ts";
import { deleteLeads, reopenLead, setOutcome } from "../../../server/inbox/admin-changes.ts";
import { Calls } from "./calls.ts";
import { value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Calls(store));

const from = (query: string) => ({ page: `https://agency.example/${query}` });
const AD = from("?gclid=1&utm_campaign=Spring");
const FREE = { page: "https://agency.example/", referrer: "https://www.google.com/" };

async function figures(calls: Calls, days = 30, timeZone = "UTC"): Promise<Record<string, number[]>> {
  const { sources } = value(await readSources(calls.store, latestDays(days, timeZone, calls.time)));
  const line = (of: Results) => [of.leads, of.calls, of.won, of.lost];
  return Object.fromEntries(
    sources.flatMap(({ source, campaigns, ...all }) => [
      [source, line(all)],
      ...campaigns.map(({ campaign, ...some }) => [`${source} / ${campaign}`, line(some)]),
    ]),
  );
}

test("a paid click and a free visit are two sources, whose figures follow their leads", async (calls) => {
  const [won, lost, spam] = [
    await calls.lead({}, "form", AD),
    await calls.lead({}, "form", AD),
    await calls.lead({}, "form", AD),
  ];
  const called = await calls.lead({ email: "called@sample.co" }, "form", FREE);
  await calls.lead({}, "test");
  expect(await figures(calls)).toEqual({
    "google,paid": [3, 0, 0, 0],
    "google,paid / Spring": [3, 0, 0, 0],
    google: [1, 0, 0, 0],
  });
  await setOutcome(calls.store, { ...calls.change({ id: won.id }), outcome: "won" });
  await setOutcome(calls.store, { ...calls.change({ id: lost.id }), outcome: "lost" });
  await setOutcome(calls.store, { ...calls.change({ id: spam.id }), outcome: "spam" });
  const booked = await calls.book("2026-11-20T15:00:00.000Z", called.id);
  expect(await figures(calls)).toEqual({
    "google,paid": [2, 0, 1, 1],
    "google,paid / Spring": [2, 0, 1, 1],
    google: [1, 1, 0, 0],
  });
  await reopenLead(calls.store, calls.change({ id: spam.id }));
  await setOutcome(calls.store, { ...calls.change({ id: lost.id }), outcome: "won" });
  if (booked.kind === "booked") await calls.cancel(booked.booking.id);
  await deleteLeads(calls.store, [won.id]);
  expect(await figures(calls)).toEqual({
    "google,paid": [2, 0, 1, 0],
    "google,paid / Spring": [2, 0, 1, 0],
    google: [1, 0, 0, 0],
  });
  await deleteLeads(calls.store, [called.id]);
  expect(Object.keys(await figures(calls))).not.toContain("google");
});
