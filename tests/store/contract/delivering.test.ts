/** Deliveries are stored with their lead, claimed by one worker at a time, and recorded by its holder. */
import { expect } from "vitest";
import { LEASE_MS } from "../../../server/deliveries/outbox.ts";
import { LEAD } from "../../support/leads.ts";
import { first, HOOKS, REFUSED, RETRY, Scenario, WIRE } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
test("a lead has a confirmation, a notification, three reminders and an event for each webhook", async (scenario) => {
  scenario.settings.webhookUrls = HOOKS;
  const lead = await scenario.lead();
  const [confirmation, notification] = await scenario.claim();
  expect([confirmation, notification]).toMatchObject([
    { kind: "confirmation", target: "", lead, attempts: 1, test: false },
    { kind: "notification", dueAt: "2026-11-21T12:00:00.000Z", dueSince: lead.created_at },
  ]);
  const events = await scenario.claim("webhook");
  expect(events.map(({ target }) => target).toSorted()).toEqual(HOOKS);
});

test("a repeated lead adds no deliveries, and each lead of a batch has its own", async (scenario) => {
  const drafts = [1, 2, 3].map((number) => ({ fields: { ...LEAD, email: `${number}@sample.co` } }));
  for (const repeated of [false, true])
    expect(await scenario.submit(drafts, { kind: "key", key: "k" }, WIRE)).toMatchObject({ repeated });
  expect(await scenario.sendAll()).toHaveLength(6);
  expect(await scenario.claim()).toEqual([]);
});

test("concurrent claims never get the same delivery", async (scenario) => {
  const leads = Array.from({ length: 10 }, (_, number) => scenario.lead({ email: `${number}@sample.co` }));
  await Promise.all(leads);
  const claims = await Promise.all(Array.from({ length: 12 }, () => scenario.claim("mail", 5)));
  const ids = claims.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeLessThanOrEqual(20);
  const rest = await scenario.claim();
  expect(new Set([...ids, ...rest.map(({ id }) => id)]).size).toBe(20);
});

test("another worker claims an expired lease, and the first can record nothing", async (scenario) => {
  const lead = await scenario.lead();
  const slow = await scenario.claim();
  scenario.time += LEASE_MS - 1;
  expect(await scenario.claim()).toEqual([]);
  scenario.time += 1;
  const next = await scenario.claim();
  expect(next.map(({ id }) => id).toSorted()).toEqual(slow.map(({ id }) => id).toSorted());
  expect(next.map(({ attempts }) => attempts)).toEqual([2, 2]);
  for (const result of [{ kind: "sent" }, RETRY, REFUSED, { ...REFUSED, kind: "gone" }] as const)
    expect(await scenario.outbox.recordResult(first(slow), result)).toEqual({ kind: "lost" });
  expect(await scenario.states(lead.id)).toMatchObject({ confirmation: "due", notification: "due" });
  for (const delivery of next) {
    expect(await scenario.outbox.recordResult(delivery, { kind: "sent" })).toEqual({ kind: "recorded" });
    expect(await scenario.outbox.recordResult(delivery, { kind: "sent" })).toEqual({ kind: "lost" });
  }
  expect(await scenario.states(lead.id)).toMatchObject({ confirmation: "sent", notification: "sent" });
});
