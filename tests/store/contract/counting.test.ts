/** The store's part of the administration: the figures of the overview and of health. */
import { answerLead } from "../../../server/inbox/admin-changes.ts";
import { readOverview } from "../../../server/inbox/counts.ts";
import { latestDays } from "../../../server/leads/days.ts";
import { expect } from "vitest";
import { HOUR, RETRY, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
test("the overview counts days of the time zone, and the median time to an answer", async (scenario) => {
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
  expect(
    value(await readOverview(scenario.store, latestDays(1, zone, scenario.time), { now: scenario.now }))
      .medianAnswerHours,
  ).toBe(2);
  expect(
    value(await readOverview(scenario.store, latestDays(2, zone, scenario.time), { now: scenario.now }))
      .medianAnswerHours,
  ).toBe(2);
  scenario.time = Date.parse("2026-11-20T12:00:00.000Z");
  await answerLead(scenario.store, scenario.change({ id: slow.id }));
  expect(
    value(await readOverview(scenario.store, latestDays(4, zone, scenario.time), { now: scenario.now })),
  ).toEqual({
    days: [
      { day: "2026-11-17", leads: 1 },
      { day: "2026-11-18", leads: 3 },
      { day: "2026-11-19", leads: 0 },
      { day: "2026-11-20", leads: 0 },
    ],
    medianAnswerHours: 28.75,
    open: 1,
    overdue: 1,
    suspected: 0,
    undelivered: expect.any(Number),
    dead: 0,
    mailToAgencyFailing: 0,
    withheld: 0,
    withheldLeads: [],
    purgeWaits: 0,
    filters: {
      open: 2,
      overdue: 2,
      mine: 0,
      answered: 3,
      all: 5,
      leads: 5,
      calls: 0,
      booked: 0,
      won: 0,
      lost: 0,
      spam: 0,
      suspected: 0,
    },
  });
  expect(
    value(await readOverview(scenario.store, latestDays(1, "UTC", scenario.time), { now: scenario.now }))
      .medianAnswerHours,
  ).toBeUndefined();
});

test("health says what is unsent, since when and why, and which leads are overdue", async (scenario) => {
  const healthy = {
    oldestUndeliveredSeconds: 0,
    undelivered: 0,
    dead: 0,
    written: 0,
    upcomingCalls: 0,
    mailToAgencyFailing: 0,
    withheld: 0,
    purgeWaits: 0,
    overdue: 0,
    suspected: 0,
    open: 0,
    failuresByReason: {},
  };
  expect(await scenario.health()).toEqual(healthy);
  scenario.settings.webhookUrls = ["https://a.example/", "https://b.example/"];
  await scenario.lead();
  expect(await scenario.health()).toEqual({ ...healthy, undelivered: 4, open: 1 });
  const [one, other] = await scenario.claim("webhook");
  if (!one || !other) throw new Error("Too little was claimed.");
  await scenario.outbox.recordResult(one, RETRY);
  await scenario.outbox.recordResult(other, { kind: "refused", reason: "No." });
  await scenario.sendAll();
  scenario.time += 60_000;
  expect(await scenario.health()).toEqual({
    ...healthy,
    oldestUndeliveredSeconds: 60,
    undelivered: 1,
    dead: 1,
    open: 1,
    failuresByReason: { [RETRY.reason]: 1, "No.": 1 },
  });
  scenario.time += 24 * HOUR;
  expect(await scenario.health()).toMatchObject({ overdue: 1, undelivered: 1 });
});
