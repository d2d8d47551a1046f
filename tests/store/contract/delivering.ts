/** What is owed is stored with its lead, claimed by one at a time, and recorded by who holds it. */
import { expect, test } from "vitest";
import { LEASE_MS } from "../../../server/outbox/outbox.ts";
import { GIVE_UP_AFTER_MS, MAX_BACKOFF_MS } from "../../../server/outbox/retry-schedule.ts";
import type { Store } from "../../../server/storage/store.ts";
import { LEAD } from "../../fakes/leads.ts";
import { first, HOUR, House, SECOND, value } from "./owing.ts";

const REFUSED = { kind: "refused", reason: "Nobody there (550)." } as const;
const RETRY = { kind: "retry", reason: "The receiver answered 500." } as const;

const HOOKS = ["https://a.example/hook", "https://b.example/hook"];

export function delivering(open: () => Promise<Store>): void {
  test("a lead owes a confirmation, a notification, three reminders and an event for each webhook", async () => {
    const house = new House(await open());
    house.webhookUrls = HOOKS;
    const lead = await house.lead();
    const [confirmation, notification] = await house.claim();
    expect([confirmation, notification]).toMatchObject([
      { kind: "confirmation", target: "", lead, attempts: 1, test: false },
      { kind: "notification", dueAt: "2026-11-21T12:00:00.000Z", owedSince: lead.created_at },
    ]);
    const events = await house.claim("webhook");
    expect(events.map(({ target }) => target).toSorted()).toEqual(HOOKS);
    expect(await house.states(lead.id)).toMatchObject({
      "reminder-12h": "due",
      "reminder-20h": "due",
      "alarm-24h": "due",
    });
  });

  test("a lead that is sent again owes nothing new, and each lead of a batch its own", async () => {
    const house = new House(await open());
    const drafts = [1, 2, 3].map((number) => ({ fields: { ...LEAD, email: `${number}@sample.co` } }));
    for (const repeated of [false, true]) {
      expect(await house.submit(drafts, { kind: "key", key: "k" })).toMatchObject({ repeated });
    }
    expect(await house.sendAll()).toHaveLength(6);
    expect(await house.claim()).toEqual([]);
  });

  test("an insert that is refused owes nothing", async () => {
    const house = new House(await open());
    const { id } = await house.lead();
    await house.sendAll();
    const drafts = [{ fields: LEAD }, { fields: LEAD, id }];
    expect(await house.submit(drafts, { kind: "never" })).toEqual({ kind: "duplicate-id" });
    expect(await house.claim()).toEqual([]);
    expect(value(await house.desk.deliveries({ state: undefined, page: 1, size: 100 })).total).toBe(5);
  });

  test("many who claim at once never get the same", async () => {
    const house = new House(await open());
    const leads = Array.from({ length: 20 }, (_, number) => house.lead({ email: `${number}@sample.co` }));
    await Promise.all(leads);
    const claims = await Promise.all(Array.from({ length: 12 }, () => house.claim("mail", 5)));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(40);
    const rest = await house.claim();
    expect(new Set([...ids, ...rest.map(({ id }) => id)]).size).toBe(40);
  });

  test("what is due longest comes first, and no more than asked for", async () => {
    const house = new House(await open());
    const early = await house.lead();
    house.time += SECOND;
    await house.lead({ email: "later@sample.co" });
    expect((await house.claim("mail", 2)).map(({ lead }) => lead.id)).toEqual([early.id, early.id]);
  });

  test("says when there is something to claim", async () => {
    const house = new House(await open());
    expect(await house.outbox.untilDue("mail")).toEqual({ kind: "wait", ms: undefined });
    await house.lead();
    expect(await house.outbox.untilDue("mail")).toEqual({ kind: "wait", ms: 0 });
    expect(await house.outbox.untilDue("webhook")).toEqual({ kind: "wait", ms: undefined });
    await house.claim();
    expect(await house.outbox.untilDue("mail")).toEqual({ kind: "wait", ms: LEASE_MS });
    house.time += LEASE_MS;
    await house.sendAll();
    expect(await house.outbox.untilDue("mail")).toEqual({ kind: "wait", ms: 12 * HOUR - LEASE_MS });
  });

  test("a claim that runs out is somebody else's, who sends under the same id; the first can record nothing", async () => {
    const house = new House(await open());
    const lead = await house.lead();
    const slow = await house.claim();
    house.time += LEASE_MS - 1;
    expect(await house.claim()).toEqual([]);
    house.time += 1;
    const next = await house.claim();
    expect(next.map(({ id }) => id).toSorted()).toEqual(slow.map(({ id }) => id).toSorted());
    expect(next.map(({ attempts }) => attempts)).toEqual([2, 2]);
    for (const result of [{ kind: "sent" }, RETRY, REFUSED, { ...REFUSED, kind: "gone" }] as const) {
      expect(await house.outbox.settle(first(slow), result)).toEqual({ kind: "lost" });
    }
    expect(await house.outbox.giveBack(first(slow))).toEqual({ kind: "lost" });
    expect(await house.states(lead.id)).toMatchObject({ confirmation: "due", notification: "due" });
    for (const delivery of next) {
      expect(await house.outbox.settle(delivery, { kind: "sent" })).toEqual({ kind: "recorded" });
      expect(await house.outbox.settle(delivery, { kind: "sent" })).toEqual({ kind: "lost" });
    }
    expect(await house.states(lead.id)).toMatchObject({ confirmation: "sent", notification: "sent" });
  });

  test("who was slow, but is still the last to have claimed, records", async () => {
    const house = new House(await open());
    await house.lead();
    const slow = first(await house.claim());
    house.time += 2 * LEASE_MS;
    expect(await house.outbox.settle(slow, { kind: "sent" })).toEqual({ kind: "recorded" });
  });

  test("what failed is tried again later, not before the receiver asked, and no try is lost", async () => {
    const house = new House(await open());
    house.webhookUrls = [first(HOOKS)];
    const { id } = await house.lead();
    const [event] = await house.claim("webhook");
    if (!event) throw new Error("Nothing was claimed.");
    await house.outbox.settle(event, { ...RETRY, retryAfterMs: HOUR });
    house.time += HOUR - 1;
    expect(await house.claim("webhook")).toEqual([]);
    const line = value(await house.desk.lead(id)).deliveries.find(({ kind }) => kind === "webhook");
    expect(line).toMatchObject({
      state: "due",
      target: "a.example",
      attempts: 1,
      lastError: RETRY.reason,
      nextAt: "2026-11-20T13:00:00.000Z",
    });
    house.time += 1;
    expect(await house.claim("webhook")).toMatchObject([{ id: event.id, attempts: 2 }]);
  });

  test("what was given back is due at once and was not tried", async () => {
    const house = new House(await open());
    await house.lead();
    for (const delivery of await house.claim()) await house.outbox.giveBack(delivery);
    expect((await house.claim()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  test("after three days of failures it is dead, and can be revived with its tries counted anew", async () => {
    const house = new House(await open());
    house.webhookUrls = [first(HOOKS)];
    const { id } = await house.lead();
    const start = house.time;
    let attempts = 0;
    while (house.time <= start + GIVE_UP_AFTER_MS) {
      for (const delivery of await house.claim("webhook")) {
        attempts = delivery.attempts;
        await house.outbox.settle(delivery, RETRY);
      }
      const next = await house.outbox.untilDue("webhook");
      if (next.kind !== "wait" || next.ms === undefined) break;
      expect(next.ms).toBeLessThanOrEqual(MAX_BACKOFF_MS);
      house.time += next.ms;
    }
    expect(house.time).toBe(start + GIVE_UP_AFTER_MS);
    const dead = value(await house.desk.lead(id)).deliveries.find(({ kind }) => kind === "webhook");
    expect(dead).toMatchObject({ state: "dead", attempts, lastError: RETRY.reason });
    house.time += HOUR;
    await house.desk.revive(dead?.id ?? "");
    expect(await house.claim("webhook")).toMatchObject([
      { id: dead?.id, attempts: 1, owedSince: new Date(house.time).toISOString() },
    ]);
  });

  test("what is refused is dead at once; what is not dead is not revived", async () => {
    const house = new House(await open());
    const { id } = await house.lead();
    for (const delivery of await house.claim()) {
      await house.outbox.settle(delivery, delivery.kind === "confirmation" ? REFUSED : { kind: "sent" });
    }
    expect(await house.states(id)).toMatchObject({ confirmation: "dead", notification: "sent" });
    const before = value(await house.desk.lead(id));
    const sent = before.deliveries.find(({ state }) => state === "sent");
    expect(value(await house.desk.revive(sent?.id ?? ""))).toEqual(before);
  });

  test("a receiver that is gone gets nothing more, until somebody revives a delivery to it", async () => {
    const house = new House(await open());
    house.webhookUrls = HOOKS;
    const leads = [await house.lead(), await house.lead({ email: "b@sample.co" })];
    const [event, ...others] = await house.claim("webhook", 1);
    if (!event) throw new Error("Nothing was claimed.");
    expect(others).toEqual([]);
    const reason = "The receiver wants no more events (410).";
    await house.outbox.settle(event, { kind: "gone", reason });
    const isOther = (target: string) => target !== event.target;
    expect((await house.claim("webhook")).every(({ target }) => isOther(target))).toBe(true);
    const third = await house.lead({ email: "c@sample.co" });
    expect((await house.claim("webhook")).map(({ target }) => target)).toEqual(HOOKS.filter(isOther));
    expect(value(await house.desk.lead(third.id)).deliveries).toHaveLength(6);
    const dead = value(await house.desk.deliveries({ state: "dead", page: 1, size: 10 })).deliveries;
    expect(dead.map(({ lastError }) => lastError)).toEqual(leads.map(() => reason));
    await house.desk.revive(first(dead).id);
    expect(await house.claim("webhook")).toMatchObject([{ id: first(dead).id }]);
    const fourth = await house.lead({ email: "d@sample.co" });
    expect(value(await house.desk.lead(fourth.id)).deliveries).toHaveLength(7);
  });

  test("a failure's reason is told once an hour at most, of all who ask to one", async () => {
    const house = new House(await open());
    await house.lead();
    expect(await house.outbox.failingMail()).toEqual({ kind: "notice", failing: undefined });
    for (const delivery of await house.claim()) await house.outbox.settle(delivery, RETRY);
    house.time += HOUR - 1;
    expect(await house.outbox.failingMail()).toEqual({ kind: "notice", failing: undefined });
    house.time += 1;
    const asked = await Promise.all(Array.from({ length: 5 }, () => house.outbox.failingMail()));
    const told = asked.flatMap((result) => (result.kind === "notice" && result.failing) || []);
    expect(told).toEqual([{ since: "2026-11-20T12:00:00.000Z", undelivered: 2 }]);
    house.time += HOUR;
    expect(await house.outbox.failingMail()).toMatchObject({ failing: { undelivered: 2 } });
    await house.sendAll();
    house.time += HOUR;
    expect(await house.outbox.failingMail()).toEqual({ kind: "notice", failing: undefined });
  });
}
