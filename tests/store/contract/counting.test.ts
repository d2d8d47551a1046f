/** The store's part of the administration: the figures of the overview and of health. */
import { expect } from "vitest";
import { Calls, TEN } from "./calls.ts";
import { HOUR, RETRY, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
test("the overview counts days of the time zone, and the median time to an answer, of open leads so far", async (scenario) => {
  const zone = "America/New_York";
  // 4:30 UTC is still yesterday there.
  scenario.time = Date.parse("2026-11-18T04:30:00.000Z");
  const early = await scenario.lead({ email: "a@sample.co" });
  scenario.time += HOUR;
  const later = await scenario.lead({ email: "b@sample.co" });
  const slow = await scenario.lead({ email: "c@sample.co" });
  await scenario.lead({ email: "d@sample.co" });
  await scenario.lead({ email: "e@sample.co" }, "test");
  await scenario.admin.answer({ id: later.id });
  scenario.time += 2 * HOUR;
  await scenario.admin.answer({ id: early.id });
  expect(value(await scenario.admin.overview({ days: 1, timeZone: zone })).medianAnswerHours).toBe(2);
  expect(value(await scenario.admin.overview({ days: 2, timeZone: zone })).medianAnswerHours).toBe(2);
  scenario.time = Date.parse("2026-11-20T12:00:00.000Z");
  await scenario.admin.answer({ id: slow.id });
  expect(value(await scenario.admin.overview({ days: 4, timeZone: zone }))).toEqual({
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
    value(await scenario.admin.overview({ days: 1, timeZone: "UTC" })).medianAnswerHours,
  ).toBeUndefined();
});

testWith((store) => new Calls(store))(
  "a booked call is no answer: it leaves the median as it is",
  async (calls) => {
    const median = async () =>
      value(await calls.admin.overview({ days: 2, timeZone: "UTC" })).medianAnswerHours;
    await calls.book(TEN);
    expect(await median()).toBeUndefined();
    await calls.lead({ email: "waits@sample.co" });
    calls.time += 3 * HOUR;
    expect(await median()).toBe(3);
  },
);

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

test("any number of reasons is reduced to a bounded one", async (scenario) => {
  scenario.settings.webhookUrls = Array.from({ length: 40 }, (_, number) => `https://${number}.example/`);
  await scenario.lead();
  for (const [number, delivery] of (await scenario.claim("webhook")).entries()) {
    const reason = number < 5 ? "Often." : `Reason ${number}.`;
    await scenario.outbox.recordResult(delivery, { kind: "refused", reason });
  }
  const { failuresByReason } = await scenario.health();
  expect(Object.keys(failuresByReason)).toHaveLength(21);
  expect(failuresByReason).toMatchObject({ "Often.": 5, other: 16 });
});

test("a test lead is marked, goes to the agency, and is counted nowhere", async (scenario) => {
  const mine = value(await scenario.admin.test({}));
  expect(mine).toMatchObject({ test: true, lead: { email: "ana@agency.example" } });
  const list = { filter: "open", search: "", page: 1, size: 10 } as const;
  expect(value(await scenario.admin.list(list)).leads).toHaveLength(1);
  expect(await scenario.health()).toMatchObject({ open: 0 });
});
