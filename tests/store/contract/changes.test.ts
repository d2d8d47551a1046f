import { expect } from "vitest";
import { markLead } from "../../../server/inbox/mark/mark-lead.ts";
import { correctLead } from "../../../server/inbox/edit/enter-lead.ts";
import { StaleFailure, type ChangeNow } from "../../../server/leads/history.ts";
import type { Stale } from "../../../contract/inbox/leads-admin.ts";
import {
  ANA,
  BEN,
  HALF_PAST,
  HOUR,
  SPAM,
  type Scenario,
  TEN,
  first,
} from "./scenario.ts";
import { scenarioTest as test } from "./stores.ts";

const CRM = "https://crm.example:8443/";
const SLACK = "slack:https://hooks.slack.example/x";

type Which = Omit<Parameters<ChangeNow>[0], "id">;

/** Changes in the inbox, keyed by their names in the history. */
function changes(scenario: Scenario, id: string, callId: string) {
  const { store, services } = scenario;
  const { calls, entry } = services;
  const change = (which: Which) => scenario.change({ id, ...which });
  return {
    answered: (which: Which) => markLead(store, "answered", change(which)),
    reopened: (which: Which) => markLead(store, "reopened", change(which)),
    lost: (which: Which) => markLead(store, "lost", change(which)),
    spam: (which: Which) => markLead(store, "spam", change(which)),
    won: (which: Which) => markLead(store, "won", change(which)),
    corrected: (which: Which) =>
      correctLead(entry, { id, ...which }, { name: `Ada ${which.by}` }),
    "call-moved": (which: Which) => calls.move(callId, HALF_PAST, which),
    "call-cancelled": (which: Which) => calls.cancel(callId, which),
    "call-missed": (which: Which) => calls.say(callId, "missed", which),
  };
}

/** @returns undefined if the change was made */
function refusalOf(change: Promise<unknown>): Promise<Stale | undefined> {
  return change.then(
    () => undefined,
    (error) =>
      error instanceof StaleFailure ? error.leads[0] : Promise.reject(error),
  );
}

test("a change from an outdated page is refused, and the refusal lists all changes since", async (scenario) => {
  const { lead, booking } = await scenario.bookCall(TEN);
  const make = changes(scenario, lead.id, booking.id);
  for (const kind of [
    "lost",
    "reopened",
    "answered",
    "corrected",
    "call-moved",
    "call-missed",
  ] as const) {
    if (kind === "call-missed") scenario.time = Date.parse(HALF_PAST) + HOUR;
    const { version } = await scenario.detail(lead.id);
    await scenario.mark(lead.id, "lost", ANA);
    await scenario.mark(lead.id, "won", ANA);
    if (kind === "answered") await scenario.reopen(lead.id);
    const before = await scenario.detail(lead.id);
    const refused = await refusalOf(make[kind]({ seen: version, by: BEN }));
    expect(refused, kind).toMatchObject({
      leadId: lead.id,
      name: before.lead.name,
      version: before.version,
      wanted: {
        kind,
        author: BEN,
        ...(kind === "call-moved" && { startsAt: HALF_PAST }),
      },
    });
    expect(refused?.changes).toEqual(
      before.history.slice(0, before.version - version),
    );
    expect(await scenario.detail(lead.id), "nothing was changed").toEqual(
      before,
    );
    expect(
      await refusalOf(make[kind]({ seen: before.version, by: BEN })),
      kind,
    ).toBeUndefined();
    expect((await scenario.detail(lead.id)).version).toBe(before.version + 1);
  }
});

test("when two people change the same state at once, only one change is made", async (scenario) => {
  const kinds = [
    "lost",
    "spam",
    "reopened",
    "corrected",
    "call-moved",
    "call-cancelled",
  ] as const;
  for (const [place, kind] of kinds.entries()) {
    const startsAt = new Date(
      Date.parse(TEN) + place * 24 * HOUR,
    ).toISOString();
    const { lead, booking } = await scenario.bookCall(startsAt, {
      email: `${kind}@sample.co`,
    });
    const make = changes(scenario, lead.id, booking.id);
    const { version: seen } = await scenario.detail(lead.id);
    const both = await Promise.all(
      [make.won({ seen, by: ANA }), make[kind]({ seen, by: BEN })].map(
        refusalOf,
      ),
    );
    expect(both.filter(Boolean), kind).toHaveLength(1);
    expect((await scenario.detail(lead.id)).version).toBe(seen + 1);
  }
});

test("*Undo* of a reopening restores the spam mark; *Undo* of that mark sends the mails", async (scenario) => {
  const { id } = await scenario.lead();
  const { outcomeAt, dueAt, version } = await scenario.mark(id, "spam", ANA);
  scenario.time += HOUR;
  await scenario.reopen(id);
  expect(await scenario.undo(id, version + 1)).toMatchObject({
    outcome: "spam",
    outcomeAt,
    dueAt,
  });
  expect(await scenario.sendAll()).toBe("");
  await scenario.undo(id, version);
  expect(await scenario.sendAll()).toBe("confirmation notification");
});

/** Sends the due events. @returns receiver, type, author and outcome of each, sorted by receiver */
const sendEvents = async (scenario: Scenario) =>
  (await scenario.send("webhook"))
    .toSorted((a, b) => (a.target < b.target ? -1 : 1))
    .map(({ target, event }) => [
      target,
      event?.type ?? "lead.created",
      event?.by,
      event?.outcome,
    ]);

async function leadSentTo(scenario: Scenario, ...webhookUrls: string[]) {
  scenario.webhookUrls = webhookUrls;
  const { id } = await scenario.lead();
  await scenario.sendAll("webhook");
  return id;
}

test("an answer sends one event to each webhook, with the answer's time and author", async (scenario) => {
  const id = await leadSentTo(scenario, CRM, SLACK);
  scenario.time += HOUR;
  const at = "2026-11-20T13:00:00.000Z";
  const answered = await scenario.answer(id, ANA);
  expect(answered).toMatchObject({ answeredAt: at, answeredBy: ANA });
  const planned = answered.deliveries.filter(
    (one) => one.kind === "lead.answered" && one.state === "due",
  );
  expect(planned.map(({ target }) => target).toSorted()).toEqual([
    "crm.example:8443",
    "hooks.slack.example",
  ]);
  const claimed = first(await scenario.claim("webhook", 1));
  expect(claimed.event).toEqual({ type: "lead.answered", at, by: ANA });
  scenario.time += HOUR;
  await scenario.answer(id, BEN);
  expect(await sendEvents(scenario)).toEqual([
    [CRM, "lead.answered", ANA, undefined],
    [SLACK, "lead.answered", ANA, undefined],
  ]);
});

test("a correction is sent to webhooks but not to chats, and only if it changes something", async (scenario) => {
  const id = await leadSentTo(scenario, CRM, SLACK);
  for (let times = 0; times < 2; times++)
    await scenario.correct(id, { name: "Dana Ortega" }, ANA);
  expect(await sendEvents(scenario)).toEqual([
    [CRM, "lead.updated", ANA, undefined],
  ]);
});

test("each new outcome is sent; reopening the lead sends nothing", async (scenario) => {
  const id = await leadSentTo(scenario, CRM);
  await scenario.mark(id, "lost", ANA);
  await scenario.mark(id, "lost");
  expect(await sendEvents(scenario)).toEqual([
    [CRM, "lead.outcome", ANA, "lost"],
  ]);
  await scenario.mark(id, "won");
  expect(await sendEvents(scenario)).toEqual([
    [CRM, "lead.outcome", undefined, "won"],
  ]);
  await scenario.reopen(id);
  expect(await sendEvents(scenario)).toEqual([]);
});

test("pressing *Undo* twice sends the restored outcome once", async (scenario) => {
  const id = await leadSentTo(scenario, CRM);
  await scenario.mark(id, "won", ANA);
  const { version } = await scenario.mark(id, "lost", ANA);
  await sendEvents(scenario);
  const undone = await scenario.undo(id, version);
  expect(await scenario.undo(id, version)).toEqual(undone);
  expect(await sendEvents(scenario)).toEqual([
    [CRM, "lead.outcome", BEN, "won"],
  ]);
  await scenario.followUp(id, scenario.now.slice(0, 10));
  const reached = await scenario.reach(id);
  await scenario.undo(id, reached.version);
  expect(await sendEvents(scenario), "the outcome stayed").toEqual([]);
});

test("only webhooks that received a lead learn that it is spam", async (scenario) => {
  scenario.webhookUrls = [CRM];
  const suspected = await scenario.lead(SPAM);
  await scenario.mark(suspected.id, "spam");
  expect(await sendEvents(scenario)).toEqual([]);
  await scenario.mark(await leadSentTo(scenario, CRM), "spam", ANA);
  expect(await sendEvents(scenario)).toEqual([
    [CRM, "lead.outcome", ANA, "spam"],
  ]);
});
