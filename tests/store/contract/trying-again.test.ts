/** A failed delivery is retried, dead after days, and revived or sent once more on request. */
import { answerLead, reopenLead, sendAgain } from "../../../server/inbox/admin-changes.ts";
import { readGivenUp } from "../../../server/inbox/counts.ts";
import { RESTORED } from "../../../server/store/backups.ts";
import { expect } from "vitest";
import { GIVE_UP_AFTER_MS, MAX_BACKOFF_MS } from "../../../server/deliveries/outbox.ts";
import { first, HOOKS, HOUR, REFUSED, RETRY, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
const webhookOf = async (scenario: Scenario, id: string) =>
  first((await scenario.detail(id)).deliveries.filter(({ kind }) => kind === "webhook"));
const resend = async ({ store, now }: Scenario, which: Parameters<typeof sendAgain>[1]) =>
  value(await sendAgain(store, which, now));

test("a failed delivery is retried later, not before the receiver asked, and no attempt is lost", async (scenario) => {
  scenario.settings.webhookUrls = [first(HOOKS)];
  const { id } = await scenario.lead();
  await scenario.sendAll("webhook", { ...RETRY, retryAfterMs: HOUR });
  scenario.time += HOUR - 1;
  expect(await scenario.claim("webhook")).toEqual([]);
  const line = await webhookOf(scenario, id);
  const waits = { target: "a.example", attempts: 1, nextAt: "2026-11-20T13:00:00.000Z" };
  expect(line).toMatchObject({ state: "due", lastError: RETRY.reason, ...waits });
  scenario.time += 1;
  expect(await scenario.claim("webhook")).toMatchObject([{ id: line.id, attempts: 2 }]);
});

test("each of the agency's addresses has a delivery of its own, and is tried again alone", async (scenario) => {
  const [ana, ben] = ["ana@agency.example", "ben@agency.example"];
  scenario.settings.notifyEmail = [ana, ben];
  const { id } = await scenario.lead();
  for (const delivery of await scenario.claim())
    await scenario.outbox.recordResult(delivery, delivery.target === ben ? RETRY : { kind: "sent" });
  const { deliveries } = await scenario.detail(id);
  const ofBoth = deliveries.filter(({ kind }) => kind === "notification");
  expect(new Map(ofBoth.map(({ target, state }) => [target, state]))).toEqual(
    new Map([
      [ana, "sent"],
      [ben, "due"],
    ]),
  );
  const claimed = async () =>
    (await scenario.claim()).map(({ kind, target }) => `${kind} ${target}`).toSorted();
  scenario.time += HOUR;
  expect(await claimed()).toEqual([`notification ${ben}`]);
});

test("after three days of failures it is dead, and is revived with new attempts", async (scenario) => {
  scenario.settings.webhookUrls = [first(HOOKS)];
  const { id } = await scenario.lead();
  const start = scenario.time;
  let attempts = 0;
  while (scenario.time <= start + GIVE_UP_AFTER_MS) {
    attempts += (await scenario.sendAll("webhook", RETRY)).length;
    const { state, nextAt } = await webhookOf(scenario, id);
    if (state !== "due") break;
    expect(Date.parse(nextAt) - scenario.time).toBeLessThanOrEqual(MAX_BACKOFF_MS);
    scenario.time = Date.parse(nextAt);
  }
  expect(scenario.time).toBe(start + GIVE_UP_AFTER_MS);
  const dead = await webhookOf(scenario, id);
  expect(dead).toMatchObject({ state: "dead", attempts, lastError: RETRY.reason });
  scenario.time += HOUR;
  await resend(scenario, { id: dead.id });
  const dueSince = new Date(scenario.time).toISOString();
  expect(await scenario.claim("webhook")).toMatchObject([{ id: dead.id, attempts: 1, dueSince }]);
});

test("a refused delivery is dead at once, but mail to the agency is retried for three days", async (scenario) => {
  const { id } = await scenario.lead();
  await scenario.sendAll("mail", REFUSED);
  expect(await scenario.states(id)).toMatchObject({ confirmation: "dead", notification: "due" });
  expect((await scenario.health()).mailToAgencyFailing).toBe(1);
  scenario.time += GIVE_UP_AFTER_MS - 1;
  const again = first((await scenario.claim()).filter(({ kind }) => kind === "notification"));
  await scenario.outbox.recordResult(again, REFUSED);
  expect(await scenario.states(id)).toMatchObject({ notification: "due" });
});

test("a sent delivery is never sent again", async (scenario) => {
  const { id } = await scenario.lead();
  await scenario.sendAll();
  scenario.time += 4 * 24 * HOUR;
  await scenario.sendAll();
  const before = await scenario.detail(id);
  for (const line of before.deliveries) expect(await resend(scenario, { id: line.id })).toEqual([]);
  expect(await scenario.detail(id)).toEqual(before);
});

test("a receiver that is gone gets nothing more, until somebody revives a delivery to it", async (scenario) => {
  scenario.settings.webhookUrls = HOOKS;
  const leads = [await scenario.lead(), await scenario.lead({ email: "b@sample.co" })];
  const event = first(await scenario.claim("webhook", 1));
  const reason = "The receiver wants no more events (410).";
  await scenario.outbox.recordResult(event, { kind: "gone", reason });
  const isOther = (target: string) => target !== event.target;
  expect((await scenario.claim("webhook")).every(({ target }) => isOther(target))).toBe(true);
  const third = await scenario.lead({ email: "c@sample.co" });
  expect((await scenario.claim("webhook")).map(({ target }) => target)).toEqual(HOOKS.filter(isOther));
  expect((await scenario.detail(third.id)).deliveries).toHaveLength(3);
  const dead = value(await readGivenUp(scenario.store, 10)).deliveries;
  expect(dead.map(({ lastError }) => lastError)).toEqual(leads.map(() => reason));
  await resend(scenario, { id: first(dead).id });
  expect(await scenario.claim("webhook")).toMatchObject([{ id: first(dead).id }]);
  const fourth = await scenario.lead({ email: "d@sample.co" });
  expect((await scenario.detail(fourth.id)).deliveries).toHaveLength(4);
});

test("dead mail to the agency is counted and reported once, unless its lead is answered", async (scenario) => {
  const waiting = await scenario.lead();
  const answered = await scenario.lead({ email: "b@sample.co" });
  const end = scenario.time + GIVE_UP_AFTER_MS;
  for (; scenario.time <= end; scenario.time += MAX_BACKOFF_MS)
    await scenario.sendAll("mail", RETRY, "notification");
  for (const { id } of [waiting, answered])
    expect(await scenario.states(id)).toMatchObject({ notification: "dead" });
  const failing = async () => (await scenario.health()).mailToAgencyFailing;
  expect(await failing()).toBe(2);
  for (const { id } of [waiting, answered]) await answerLead(scenario.store, scenario.change({ id }));
  expect(await failing()).toBe(0);
  await reopenLead(scenario.store, scenario.change({ id: waiting.id }));
  expect(await failing()).toBe(1);
  expect(await scenario.outbox.failingMail()).toEqual({
    kind: "ok",
    value: { since: "2026-11-20T12:00:00.000Z", undelivered: 1 },
  });
  scenario.time += HOUR;
  expect(await scenario.outbox.failingMail()).toEqual({ kind: "missing" });
});

test("mail to the agency that a restore gave up is dead, and raises no alarm", async (scenario) => {
  const { id } = await scenario.lead();
  const end = scenario.time + GIVE_UP_AFTER_MS;
  for (; scenario.time <= end; scenario.time += MAX_BACKOFF_MS)
    await scenario.sendAll("mail", { ...RETRY, reason: RESTORED }, "notification");
  expect(await scenario.states(id)).toMatchObject({ notification: "dead" });
  expect(await scenario.health()).toMatchObject({ dead: 1, mailToAgencyFailing: 0 });
});
