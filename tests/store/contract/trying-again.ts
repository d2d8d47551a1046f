/** A failed delivery is retried, dead after days, and revived or sent once more on request. */
import { expect } from "vitest";
import { GIVE_UP_AFTER_MS, MAX_BACKOFF_MS } from "../../../server/outbox/outbox.ts";
import type { Store } from "../../../server/storage/operations.ts";
import { first, HOUR, Scenario, value, testWith } from "./scenario.ts";

const REFUSED = { kind: "refused", reason: "Nobody there (550)." } as const;
const RETRY = { kind: "retry", reason: "The receiver answered 500." } as const;

const HOOKS = ["https://a.example/hook", "https://b.example/hook"];

export function tryingAgain(open: () => Promise<Store>): void {
  const test = testWith(open, (store) => new Scenario(store));
  test("a failed delivery is retried later, not before the receiver asked, and no attempt is lost", async (scenario) => {
    scenario.webhookUrls = [first(HOOKS)];
    const { id } = await scenario.lead();
    const [event] = await scenario.claim("webhook");
    if (!event) throw new Error("Nothing was claimed.");
    await scenario.outbox.recordResult(event, { ...RETRY, retryAfterMs: HOUR });
    scenario.time += HOUR - 1;
    expect(await scenario.claim("webhook")).toEqual([]);
    const line = value(await scenario.admin.lead({ id })).deliveries.find(({ kind }) => kind === "webhook");
    expect(line).toMatchObject({
      state: "due",
      target: "a.example",
      attempts: 1,
      lastError: RETRY.reason,
      nextAt: "2026-11-20T13:00:00.000Z",
    });
    scenario.time += 1;
    expect(await scenario.claim("webhook")).toMatchObject([{ id: event.id, attempts: 2 }]);
  });

  test("a returned delivery is due at once and does not count as an attempt", async (scenario) => {
    await scenario.lead();
    for (const delivery of await scenario.claim()) await scenario.outbox.giveBack(delivery);
    expect((await scenario.claim()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  test("after three days of failures it is dead, and can be revived with its attempts counted anew", async (scenario) => {
    scenario.webhookUrls = [first(HOOKS)];
    const { id } = await scenario.lead();
    const start = scenario.time;
    let attempts = 0;
    while (scenario.time <= start + GIVE_UP_AFTER_MS) {
      for (const delivery of await scenario.claim("webhook")) {
        attempts = delivery.attempts;
        await scenario.outbox.recordResult(delivery, RETRY);
      }
      const next = await scenario.outbox.untilDue("webhook");
      if (next.kind !== "wait" || next.ms === undefined) break;
      expect(next.ms).toBeLessThanOrEqual(MAX_BACKOFF_MS);
      scenario.time += next.ms;
    }
    expect(scenario.time).toBe(start + GIVE_UP_AFTER_MS);
    const dead = value(await scenario.admin.lead({ id })).deliveries.find(({ kind }) => kind === "webhook");
    expect(dead).toMatchObject({ state: "dead", attempts, lastError: RETRY.reason });
    scenario.time += HOUR;
    await scenario.admin.sendAgain({ id: dead?.id ?? "", only: "dead" });
    expect(await scenario.claim("webhook")).toMatchObject([
      { id: dead?.id, attempts: 1, dueSince: new Date(scenario.time).toISOString() },
    ]);
  });

  test("refused mail to the agency is retried for three days all the same", async (scenario) => {
    const { id } = await scenario.lead();
    for (const delivery of await scenario.claim()) await scenario.outbox.recordResult(delivery, REFUSED);
    expect(await scenario.states(id)).toMatchObject({ confirmation: "dead", notification: "due" });
    scenario.time += GIVE_UP_AFTER_MS - 1;
    const again = first((await scenario.claim()).filter(({ kind }) => kind === "notification"));
    await scenario.outbox.recordResult(again, REFUSED);
    expect(await scenario.states(id)).toMatchObject({ notification: "due" });
  });

  test("a permanently refused delivery is dead at once; only dead ones are revived", async (scenario) => {
    const { id } = await scenario.lead();
    for (const delivery of await scenario.claim()) {
      await scenario.outbox.recordResult(
        delivery,
        delivery.kind === "confirmation" ? REFUSED : { kind: "sent" },
      );
    }
    expect(await scenario.states(id)).toMatchObject({ confirmation: "dead", notification: "sent" });
    const before = value(await scenario.admin.lead({ id }));
    const sent = before.deliveries.find(({ state }) => state === "sent");
    expect(value(await scenario.admin.sendAgain({ id: sent?.id ?? "", only: "dead" }))).toEqual([]);
    expect(value(await scenario.admin.lead({ id }))).toEqual(before);
  });

  test("a sent delivery is sent again on request, also a confirmation", async (scenario) => {
    const { id } = await scenario.lead();
    await scenario.sendAll();
    scenario.time += 4 * 24 * HOUR;
    await scenario.sendAll();
    for (const line of value(await scenario.admin.lead({ id })).deliveries) {
      const again = value(await scenario.admin.sendAgain({ id: line.id, only: "tried" }));
      // The earlier reminders were not needed, and still are not.
      expect(again).toEqual(line.state === "sent" ? [line.id] : []);
    }
    expect(await scenario.sendAll()).toEqual(["alarm-24h", "confirmation", "notification"]);
  });

  test("a waiting delivery is tried at once on request; one being sent stays with its worker", async (scenario) => {
    await scenario.lead();
    const [failed, held] = await scenario.claim();
    if (!failed || !held) throw new Error("Too little was claimed.");
    await scenario.outbox.recordResult(failed, { ...RETRY, retryAfterMs: 6 * HOUR });
    expect(await scenario.claim()).toEqual([]);
    expect(value(await scenario.admin.sendAgain({ all: "waiting" }))).toEqual([failed.id]);
    expect(value(await scenario.admin.sendAgain({ id: held.id, only: "tried" }))).toEqual([]);
    expect(await scenario.claim()).toMatchObject([{ id: failed.id, attempts: 2, dueSince: failed.dueSince }]);
    expect(value(await scenario.admin.sendAgain({ all: "waiting" }))).toEqual([]);
  });

  test("a mail that was written to a file is due again on request, while its lead is open", async (scenario) => {
    const waiting = await scenario.lead();
    const answered = await scenario.lead({ email: "b@sample.co" });
    for (const delivery of await scenario.claim())
      await scenario.outbox.recordResult(delivery, { kind: "written" });
    await scenario.admin.answer({ id: answered.id });
    expect(await scenario.states(waiting.id)).toMatchObject({
      confirmation: "written",
      notification: "written",
    });
    expect(value(await scenario.admin.health({}))).toMatchObject({ written: 2, undelivered: 0 });
    scenario.time += 4 * HOUR;
    expect(value(await scenario.admin.sendAgain({ all: "written" }))).toHaveLength(2);
    expect(value(await scenario.admin.health({}))).toMatchObject({ written: 0, undelivered: 2 });
    expect(await scenario.claim()).toMatchObject([
      { lead: { id: waiting.id }, attempts: 1 },
      { lead: { id: waiting.id }, attempts: 1 },
    ]);
  });

  test("all dead deliveries are due again on request", async (scenario) => {
    scenario.webhookUrls = HOOKS;
    await scenario.lead();
    const events = await scenario.claim("webhook");
    for (const event of events) await scenario.outbox.recordResult(event, REFUSED);
    const ids = events.map(({ id }) => id).toSorted();
    expect(value(await scenario.admin.sendAgain({ all: "dead" })).toSorted()).toEqual(ids);
    expect((await scenario.claim("webhook")).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  test("a receiver that is gone gets nothing more, until somebody revives a delivery to it", async (scenario) => {
    scenario.webhookUrls = HOOKS;
    const leads = [await scenario.lead(), await scenario.lead({ email: "b@sample.co" })];
    const [event, ...others] = await scenario.claim("webhook", 1);
    if (!event) throw new Error("Nothing was claimed.");
    expect(others).toEqual([]);
    const reason = "The receiver wants no more events (410).";
    await scenario.outbox.recordResult(event, { kind: "gone", reason });
    const isOther = (target: string) => target !== event.target;
    expect((await scenario.claim("webhook")).every(({ target }) => isOther(target))).toBe(true);
    const third = await scenario.lead({ email: "c@sample.co" });
    expect((await scenario.claim("webhook")).map(({ target }) => target)).toEqual(HOOKS.filter(isOther));
    expect(value(await scenario.admin.lead({ id: third.id })).deliveries).toHaveLength(6);
    const dead = value(await scenario.admin.deliveries({ state: "dead", page: 1, size: 10 })).deliveries;
    expect(dead.map(({ lastError }) => lastError)).toEqual(leads.map(() => reason));
    await scenario.admin.sendAgain({ id: first(dead).id, only: "dead" });
    expect(await scenario.claim("webhook")).toMatchObject([{ id: first(dead).id }]);
    const fourth = await scenario.lead({ email: "d@sample.co" });
    expect(value(await scenario.admin.lead({ id: fourth.id })).deliveries).toHaveLength(7);
  });

  test("a failure's reason is given once an hour at most, to one of all who ask", async (scenario) => {
    await scenario.lead();
    expect(await scenario.outbox.failingMail()).toEqual({ kind: "notice", failing: undefined });
    for (const delivery of await scenario.claim()) await scenario.outbox.recordResult(delivery, RETRY);
    scenario.time += HOUR - 1;
    expect(await scenario.outbox.failingMail()).toEqual({ kind: "notice", failing: undefined });
    scenario.time += 1;
    const asked = await Promise.all(Array.from({ length: 5 }, () => scenario.outbox.failingMail()));
    const told = asked.flatMap((result) => (result.kind === "notice" && result.failing) || []);
    expect(told).toEqual([{ since: "2026-11-20T12:00:00.000Z", undelivered: 2 }]);
    scenario.time += HOUR;
    expect(await scenario.outbox.failingMail()).toMatchObject({ failing: { undelivered: 2 } });
    await scenario.sendAll();
    scenario.time += HOUR;
    expect(await scenario.outbox.failingMail()).toEqual({ kind: "notice", failing: undefined });
  });

  test("a dead mail to the agency is reported once, unless its lead is answered", async (scenario) => {
    await scenario.lead();
    const answered = await scenario.lead({ email: "b@sample.co" });
    await giveUpNotifications(scenario);
    await scenario.admin.answer({ id: answered.id });
    const since = "2026-11-20T12:00:00.000Z";
    expect(await scenario.outbox.failingMail()).toEqual({
      kind: "notice",
      failing: { since, undelivered: 1 },
    });
    scenario.time += HOUR;
    expect(await scenario.outbox.failingMail()).toEqual({ kind: "notice", failing: undefined });
  });
}

/** Every other delivery of these leads was sent. */
async function giveUpNotifications(scenario: Scenario): Promise<void> {
  const end = scenario.time + GIVE_UP_AFTER_MS;
  for (; scenario.time <= end; scenario.time += MAX_BACKOFF_MS) {
    for (const delivery of await scenario.claim()) {
      const result = delivery.kind === "notification" ? REFUSED : ({ kind: "sent" } as const);
      await scenario.outbox.recordResult(delivery, result);
    }
  }
}
