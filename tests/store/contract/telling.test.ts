/** Events about a change to a lead are stored with the change, and only for webhooks that received the lead. */
import { answerLead, reopenLead, setOutcome } from "../../../server/inbox/admin-changes.ts";
import { correctLead } from "../../../server/inbox/enter-lead.ts";
import { expect } from "vitest";
import { HOUR, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const ANA = "ana@agency.example";
const CRM = "https://crm.example/";
const SLACK = "slack:https://hooks.slack.example/x";

const test = testWith((store) => {
  const scenario = new Scenario(store);
  scenario.settings.webhookUrls = [CRM, SLACK];
  return scenario;
});
const told = async (scenario: Scenario) => {
  const claimed = await scenario.claim("webhook");
  for (const delivery of claimed) await scenario.outbox.recordResult(delivery, { kind: "sent" });
  return claimed
    .toSorted((a, b) => (a.target < b.target ? -1 : 1))
    .map(({ target, event }) => [target, event?.type ?? "lead.created", event?.by, event?.outcome]);
};

test("an answer is sent once, with its time and author, in the transaction of the answer", async (scenario) => {
  const { id } = await scenario.lead();
  await scenario.sendAll("webhook");
  scenario.time += HOUR;
  const answered = value(await answerLead(scenario.store, scenario.change({ id, by: ANA })));
  expect(answered).toMatchObject({ answeredAt: "2026-11-20T13:00:00.000Z", answeredBy: ANA });
  const planned = answered.deliveries.filter(
    ({ kind, state }) => kind === "lead.answered" && state === "due",
  );
  expect(planned.map(({ target }) => target).toSorted()).toEqual(["crm.example", "hooks.slack.example"]);
  const [claimed] = await scenario.claim("webhook", 1);
  expect(claimed?.event).toEqual({ type: "lead.answered", at: "2026-11-20T13:00:00.000Z", by: ANA });
  scenario.time += HOUR;
  await answerLead(scenario.store, scenario.change({ id, by: "ben@agency.example" }));
  expect(await told(scenario)).toEqual([
    [CRM, "lead.answered", ANA, undefined],
    [SLACK, "lead.answered", ANA, undefined],
  ]);
});

test("a correction is sent to programs and not to chats, and only if something changed", async (scenario) => {
  const { id } = await scenario.lead();
  await scenario.sendAll("webhook");
  await correctLead(scenario.services.entry, { id, by: ANA }, { name: "Dana Ortega" });
  await correctLead(scenario.services.entry, { id, by: ANA }, { name: "Dana Ortega" });
  expect(await told(scenario)).toEqual([[CRM, "lead.updated", ANA, undefined]]);
});

test("each outcome is sent when it changes; reverting it sends nothing and removes its author", async (scenario) => {
  scenario.settings.webhookUrls = [CRM];
  const { id } = await scenario.lead();
  await scenario.sendAll("webhook");
  await setOutcome(scenario.store, { ...scenario.change({ id, by: ANA }), outcome: "booked" });
  await setOutcome(scenario.store, { ...scenario.change({ id }), outcome: "booked" });
  expect(await told(scenario)).toEqual([[CRM, "lead.outcome", ANA, "booked"]]);
  expect(
    value(await setOutcome(scenario.store, { ...scenario.change({ id }), outcome: "won" })),
  ).toMatchObject({ answeredBy: ANA, outcome: "won", outcomeBy: undefined });
  expect(await told(scenario)).toEqual([[CRM, "lead.outcome", undefined, "won"]]);
  expect(value(await reopenLead(scenario.store, scenario.change({ id })))).toMatchObject({
    answeredBy: undefined,
    outcomeBy: undefined,
  });
  expect(await told(scenario)).toEqual([]);
});

test("webhooks that did not receive the lead, were removed or need no event get none", async (scenario) => {
  const { id } = await scenario.lead();
  const [, gone] = (await scenario.claim("webhook")).toSorted((a, b) => (a.target < b.target ? -1 : 1));
  if (!gone) throw new Error("Nothing was claimed.");
  await scenario.outbox.recordResult(gone, { kind: "gone", reason: "410" });
  scenario.settings.webhookUrls = [SLACK, "https://later.example/"];
  await answerLead(scenario.store, scenario.change({ id }));
  expect((await scenario.detail(id)).deliveries.filter(({ kind }) => kind.startsWith("lead."))).toEqual([]);
});

test("only webhooks that received a lead learn that it is spam", async (scenario) => {
  scenario.settings.webhookUrls = [CRM];
  const held = await scenario.lead({ problems: "[url=https://x.example]cheap[/url]" });
  await setOutcome(scenario.store, { ...scenario.change({ id: held.id }), outcome: "spam" });
  expect(await told(scenario)).toEqual([]);
  const { id } = await scenario.lead({ email: "b@sample.co" });
  expect(await told(scenario)).toEqual([[CRM, "lead.created", undefined, undefined]]);
  await setOutcome(scenario.store, { ...scenario.change({ id, by: ANA }), outcome: "spam" });
  expect(await told(scenario)).toEqual([[CRM, "lead.outcome", ANA, "spam"]]);
});
