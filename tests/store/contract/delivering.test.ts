/**
 * One worker holds a delivery, which is retried
 * after a failure and dead after three days.
 */

import { expect } from "vitest";
import type {
  ChannelName,
  DeliveryKind,
} from "../../../contract/mail/delivery.ts";
import { noticeFailure } from "../../../server/deliveries/notices.ts";
import {
  GIVE_UP_AFTER_MS,
  LEASE_MS,
  MAX_BACKOFF_MS,
} from "../../../server/deliveries/outbox.ts";
import { sendAgain } from "../../../server/inbox/send-again.ts";
import { ARRIVAL, LEAD } from "../../support/leads.ts";
import {
  DAY,
  HOOKS,
  HOUR,
  REFUSED,
  RETRY,
  Scenario,
  TEN,
  first,
  minutesAfter,
  other,
} from "./scenario.ts";
import { scenarioTest as test, testOnSqlite } from "./stores.ts";

const webhookOf = async (scenario: Scenario, id: string) =>
  first(
    (await scenario.detail(id)).deliveries.filter(
      ({ kind }) => kind === "webhook",
    ),
  );
const resend = async ({ store, now }: Scenario, id: string) =>
  await sendAgain(store, { id }, now);

/** Fails deliveries until the outbox gives them up. @returns how often */
async function giveUp(
  scenario: Scenario,
  ...what: [ChannelName, DeliveryKind]
) {
  const end = scenario.time + GIVE_UP_AFTER_MS;
  let attempts = 0;
  for (; scenario.time <= end; scenario.time += MAX_BACKOFF_MS)
    attempts += (await scenario.send(what[0], RETRY, what[1])).length;
  return attempts;
}

const idsOf = (deliveries: readonly { id: string }[]) =>
  deliveries.map(({ id }) => id).toSorted();

test("a lead has a confirmation, a notification and an event for each webhook", async (scenario) => {
  scenario.webhookUrls = HOOKS;
  const lead = await scenario.lead();
  expect(await scenario.claim()).toMatchObject([
    { kind: "confirmation", target: "", lead, attempts: 1, test: false },
    {
      kind: "notification",
      dueAt: "2026-11-21T12:00:00.000Z",
      dueSince: lead.created_at,
    },
  ]);
  const events = await scenario.claim("webhook");
  expect(events.map(({ target }) => target).toSorted()).toEqual(HOOKS);
  // An address may hold a secret.
  const detail = await scenario.detail(lead.id);
  expect(JSON.stringify(detail)).not.toContain(HOOKS[0]);
});

test("a repeated lead adds no deliveries, and each lead of a batch has its own", async (scenario) => {
  const drafts = [1, 2, 3].map((number) => ({
    fields: { ...LEAD, email: `${number}@sample.co` },
  }));
  for (const repeated of [false, true])
    expect(
      await scenario.submit(drafts, { kind: "key", key: "k" }, ARRIVAL),
    ).toMatchObject({ repeated });
  expect(await scenario.send()).toHaveLength(6);
  expect(await scenario.claim()).toEqual([]);
});

test("concurrent claims do not get the same delivery", async (scenario) => {
  const leads = Array.from({ length: 10 }, (_, number) =>
    scenario.lead({ email: `${number}@sample.co` }),
  );
  await Promise.all(leads);
  const claims = await Promise.all(
    Array.from({ length: 12 }, () => scenario.claim("mail", 5)),
  );
  const ids = idsOf([...claims.flat(), ...(await scenario.claim())]);
  expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
});

test("after a lease expires, another worker gets the delivery, and the first can record nothing", async (scenario) => {
  const lead = await scenario.lead();
  const slow = await scenario.claim();
  scenario.time += LEASE_MS - 1;
  expect(await scenario.claim()).toEqual([]);
  scenario.time += 1;
  const next = await scenario.claim();
  expect(idsOf(next)).toEqual(idsOf(slow));
  expect(next.map(({ attempts }) => attempts)).toEqual([2, 2]);
  for (const result of [{ kind: "sent" }, RETRY, REFUSED] as const)
    expect(await scenario.outbox.recordResult(first(slow), result)).toBe(
      "lost",
    );
  expect(await scenario.states(lead.id)).toMatchObject({
    confirmation: "due",
    notification: "due",
  });
  for (const delivery of next)
    for (const outcome of ["recorded", "lost"])
      expect(
        await scenario.outbox.recordResult(delivery, { kind: "sent" }),
      ).toBe(outcome);
  expect(await scenario.states(lead.id)).toMatchObject({
    confirmation: "sent",
    notification: "sent",
  });
});

test("a delivery that fails for three days is dead, and revived anew", async (scenario) => {
  scenario.webhookUrls = [first(HOOKS)];
  const { id } = await scenario.lead();
  const failing = async () => (await scenario.health()).givenUp;
  await scenario.send("webhook", RETRY, "webhook");
  scenario.time += HOUR - 1;
  expect(await failing()).toBe(0);
  scenario.time += 1;
  expect(await failing()).toBe(1);
  await sendAgain(scenario.store, { all: "awaited" }, scenario.now);
  expect(await failing()).toBe(0);
  const attempts = 1 + (await giveUp(scenario, "webhook", "webhook"));
  const dead = await webhookOf(scenario, id);
  expect(dead).toMatchObject({
    state: "dead",
    attempts,
    lastError: RETRY.reason,
  });
  await resend(scenario, dead.id);
  const revived = { id: dead.id, attempts: 1, dueSince: scenario.now };
  expect(await scenario.claim("webhook")).toMatchObject([revived]);
});

test("a refused delivery is dead at once, but mail to the agency is retried for three days", async (scenario) => {
  const { id } = await scenario.lead();
  await scenario.sendAll("mail", REFUSED);
  expect(await scenario.states(id)).toMatchObject({
    confirmation: "dead",
    notification: "due",
  });
  expect((await scenario.health()).mailToAgencyFailing).toBe(1);
  expect(await scenario.metrics()).toMatchObject({
    leads_open: 1,
    leads_overdue: 0,
    deliveries_dead: 1,
    mail_to_agency_failing: 1,
  });
  scenario.time += GIVE_UP_AFTER_MS - 1;
  const { deliveries_undelivered, ...later } = await scenario.metrics();
  expect(deliveries_undelivered).toBe(1);
  expect(later).toMatchObject({
    leads_overdue: 1,
    deliveries_oldest_undelivered_seconds: GIVE_UP_AFTER_MS / 1000,
  });
  expect(await scenario.sendAll("mail", REFUSED)).toContain("notification");
  expect(await scenario.states(id)).toMatchObject({ notification: "due" });
});

const UNCONFIRMED = { kind: "unconfirmed", reason: "No answer." } as const;

for (const [what, result, became] of [
  ["confirmed", { kind: "sent" }, { state: "sent", why: undefined }],
  ["unconfirmed again", UNCONFIRMED, { state: "sent", why: "unconfirmed" }],
  ["refused", REFUSED, { state: "sent", why: "unconfirmed" }],
  ["not taken yet", RETRY, { state: "due", why: "unconfirmed" }],
] as const)
  testOnSqlite((store) => new Scenario(store))(
    `a mail that was sent and not confirmed is tried once more after half an hour, and then ${what}`,
    async (scenario) => {
      const { id } = await scenario.lead();
      await scenario.sendAll("mail", UNCONFIRMED, "notification");
      const mail = async () =>
        (await scenario.detail(id)).deliveries.find(
          ({ kind }) => kind === "notification",
        );
      expect(await mail()).toMatchObject({ state: "due", why: "unconfirmed" });
      scenario.time += HOUR / 2 - 1;
      expect(await scenario.claim()).toEqual([]);
      scenario.time += 1;
      expect(await scenario.sendAll("mail", result)).toBe("notification");
      expect(await mail()).toMatchObject(became);
    },
  );

test("a delivery that is still being sent keeps its lease", async (scenario) => {
  await scenario.lead();
  const sending = await scenario.claim();
  scenario.time += LEASE_MS - 1;
  await scenario.outbox.keep(sending);
  scenario.time += LEASE_MS - 1;
  expect(await scenario.claim()).toEqual([]);
  for (const one of sending)
    expect(await scenario.outbox.recordResult(one, { kind: "sent" })).toBe(
      "recorded",
    );
});

test("while a receiver asks for a pause, none of its deliveries is sent, and all others are", async (scenario) => {
  scenario.webhookUrls = HOOKS;
  await scenario.lead();
  const [one] = await scenario.claim("webhook", 1);
  await scenario.bookCall(TEN, other(1));
  if (one)
    await scenario.outbox.recordResult(one, { ...RETRY, pauseMs: 40_000 });
  scenario.time += 39_999;
  const others = await scenario.send("webhook");
  expect(new Set(others.map(({ target }) => target))).toEqual(
    new Set(HOOKS.filter((url) => url !== one?.target)),
  );
  scenario.time += 1;
  // The reminders of the call wait longer than the receiver asks.
  expect(await scenario.claim("webhook")).toHaveLength(3);
});

test("a sent delivery is not sent again, even on request", async (scenario) => {
  const { id } = await scenario.lead();
  await scenario.sendAll();
  scenario.time += 4 * DAY;
  await scenario.sendAll();
  const before = await scenario.detail(id);
  for (const line of before.deliveries)
    expect(await resend(scenario, line.id)).toEqual([]);
  expect(await scenario.detail(id)).toEqual(before);
});

test("dead mail to the agency is counted while its lead is open, and announced once", async (scenario) => {
  const leads = [
    await scenario.lead(),
    await scenario.lead({ email: "b@sample.co" }),
  ];
  await giveUp(scenario, "mail", "notification");
  for (const { id } of leads)
    expect(await scenario.states(id)).toMatchObject({ notification: "dead" });
  const failing = async () => (await scenario.health()).mailToAgencyFailing;
  expect(await failing()).toBe(2);
  for (const { id } of leads) await scenario.answer(id);
  expect(await failing()).toBe(0);
  await scenario.reopen(first(leads).id);
  expect(await failing()).toBe(1);
  const mail = { since: "2026-11-20T12:00:00.000Z", undelivered: 1 };
  expect(await noticeFailure(scenario.store, scenario.time)).toEqual(mail);
  await scenario.store.write(
    (query) => query`UPDATE deliveries SET why = 'restored'`,
  );
  expect(await failing(), "the mail may have been sent").toBe(0);
  // Nobody has tried this lead's mails yet.
  await scenario.lead(other(1));
  scenario.time += HOUR;
  expect(await noticeFailure(scenario.store, scenario.time)).toBeUndefined();
});

test("dead mail about a call is counted until the call is over", async (scenario) => {
  const { booking } = await scenario.bookCall(minutesAfter(TEN, 7 * 24 * 60));
  await giveUp(scenario, "mail", "booking");
  const figures = { mail_to_agency_failing: 1, deliveries_undelivered: 0 };
  expect(await scenario.metrics()).toMatchObject(figures);
  scenario.now = booking.endsAt;
  expect((await scenario.health()).mailToAgencyFailing).toBe(0);
});

test("a mail in whose place a call's mail goes is not tried again, whether it failed before or fails later", async (scenario) => {
  const { id } = await scenario.lead();
  const [failed, failing] = await scenario.claim();
  if (failed) await scenario.outbox.recordResult(failed, REFUSED);
  await scenario.book(TEN, id);
  if (failing) await scenario.outbox.recordResult(failing, RETRY);
  const cancelled = { confirmation: "cancelled", notification: "cancelled" };
  expect(await scenario.states(id)).toMatchObject(cancelled);
});

test("mail that fails for an hour is announced, at most once an hour", async (scenario) => {
  const since = scenario.now;
  await scenario.bookCall(minutesAfter(TEN, 7 * 24 * 60));
  await scenario.sendAll("mail", RETRY);
  const notice = () => noticeFailure(scenario.store, scenario.time);
  expect(await scenario.metrics()).toMatchObject({ mail_to_agency_failing: 1 });
  scenario.time += HOUR - 1;
  expect(await notice()).toBeUndefined();
  scenario.time += 1;
  expect([await notice(), await notice()]).toEqual([
    { since, undelivered: 2 },
    undefined,
  ]);
  scenario.time += HOUR;
  expect(await notice()).toEqual({ since, undelivered: 2 });
  // The reminders wait for their time.
  const { store, now } = scenario;
  expect(await sendAgain(store, { all: "waiting" }, now)).toHaveLength(2);
});

test("mails that a clock ran ahead for are sent at once, and a reminder waits for its call", async (scenario) => {
  // At nine in the evening, the agency's mail about the call waits.
  scenario.time += 14 * HOUR;
  Object.assign(scenario.settings, { mailLeadsAtNight: false });
  const { booking } = await scenario.bookCall(minutesAfter(TEN, 7 * 24 * 60));
  await scenario.sendAll();
  scenario.time += 9 * DAY;
  await scenario.lead(other(1));
  scenario.time -= 9 * DAY;
  await scenario.outbox.mendTimes();
  expect(await scenario.sendAll()).toBe("confirmation notification");
  scenario.time = Date.parse(booking.startsAt) - DAY;
  expect(await scenario.sendAll()).toBe("booking call-reminder");
});
