/** The store's part of the administration: the figures of health. */
import { answerLead } from "../../../server/inbox/admin-changes.ts";
import { readLatestLeads } from "../../../server/inbox/counts.ts";
import { latestDays } from "../../../server/leads/days.ts";
import { expect } from "vitest";
import { HOUR, RETRY, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
test("leads are counted by days of the time zone, with the median time to an answer", async (scenario) => {
  const zone = "America/New_York";
  // 4:30 UTC is still yesterday there.
  scenario.time = Date.parse("2026-11-18T04:30:00.000Z");
  const early = await scenario.lead({ email: "a@sample.co" });
  scenario.time += HOUR;
  const later = await scenario.lead({ email: "b@sample.co" });
  const slow = await scenario.lead({ email: "c@sample.co" });
  await scenario.lead({ email: "d@sample.co" });
  await scenario.lead({ email: "e@sample.co" }, "test");
  await answerLead(scenario.store, scenario.change({ id: later.id }));
  scenario.time += 2 * HOUR;
  await answerLead(scenario.store, scenario.change({ id: early.id }));
  const latest = async (count: number, timeZone = zone) =>
    value(await readLatestLeads(scenario.store, latestDays(count, timeZone, scenario.time), scenario.now));
  for (const count of [1, 2]) expect((await latest(count)).medianAnswerHours).toBe(2);
  scenario.time = Date.parse("2026-11-20T12:00:00.000Z");
  await answerLead(scenario.store, scenario.change({ id: slow.id }));
  expect(await latest(4)).toEqual({
    days: [
      { day: "2026-11-17", leads: 1 },
      { day: "2026-11-18", leads: 3 },
      { day: "2026-11-19", leads: 0 },
      { day: "2026-11-20", leads: 0 },
    ],
    medianAnswerHours: 28.75,
  });
  expect((await latest(1, "UTC")).medianAnswerHours).toBeUndefined();
});

test("health says what is unsent and since when, and which leads are overdue", async (scenario) => {
  const healthy = {
    undelivered: 0,
    dead: 0,
    written: 0,
    mailToAgencyFailing: 0,
    withheld: 0,
    withheldLeads: [],
    purgeWaits: 0,
    overdue: 0,
    suspected: 0,
    open: 0,
  };
  expect(await scenario.health()).toEqual(healthy);
  scenario.settings.webhookUrls = ["https://a.example/", "https://b.example/"];
  await scenario.lead();
  const since = { undeliveredSince: scenario.now };
  expect(await scenario.health()).toEqual({ ...healthy, ...since, undelivered: 4, open: 1 });
  const [one, other] = await scenario.claim("webhook");
  if (!one || !other) throw new Error("Too little was claimed.");
  await scenario.outbox.recordResult(one, RETRY);
  await scenario.outbox.recordResult(other, { kind: "refused", reason: "No." });
  await scenario.sendAll();
  scenario.time += 60_000;
  expect(await scenario.health()).toEqual({ ...healthy, ...since, undelivered: 1, dead: 1, open: 1 });
  scenario.time += 24 * HOUR;
  expect(await scenario.health()).toMatchObject({ overdue: 1, undelivered: 1 });
});
