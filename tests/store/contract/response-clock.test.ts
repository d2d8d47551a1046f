/** The promise of the page: a confirmation, and reminders until the lead is answered. */
import { expect } from "vitest";
import { HOUR, RETRY, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
test("an unanswered lead reminds after 12 and 20 hours and alarms after 24", async (scenario) => {
  await scenario.lead();
  await scenario.sendAll();
  const reminders: [number, string[]][] = [];
  for (let hours = 0; hours <= 30; hours += 0.25) {
    const kinds = await scenario.sendAll();
    if (kinds.length > 0) reminders.push([hours, kinds]);
    scenario.time += HOUR / 4;
  }
  expect(reminders).toEqual([
    [12, ["reminder-12h"]],
    [20, ["reminder-20h"]],
    [24, ["alarm-24h"]],
  ]);
});

test("answering cancels the reminders that have not been sent", async (scenario) => {
  const { id } = await scenario.lead();
  await scenario.sendAll();
  scenario.time += 12 * HOUR;
  expect(await scenario.sendAll()).toEqual(["reminder-12h"]);
  const answered = value(await scenario.admin.answer({ id }));
  expect(answered.answeredAt).toBe("2026-11-21T00:00:00.000Z");
  scenario.time += 24 * HOUR;
  expect(await scenario.claim()).toEqual([]);
  expect(await scenario.states(id)).toMatchObject({
    "reminder-12h": "sent",
    "reminder-20h": "cancelled",
    "alarm-24h": "cancelled",
  });
  expect(value(await scenario.admin.answer({ id })).answeredAt).toBe(answered.answeredAt);
});

test("of reminders that were being sent when their leads were answered, a sent one counts as sent, and a failed one is not retried", async (scenario) => {
  for (const email of ["a@sample.co", "b@sample.co"]) await scenario.lead({ email });
  await scenario.sendAll();
  scenario.time += 12 * HOUR;
  const [sent, failed] = await scenario.claim();
  if (!sent || !failed) throw new Error("Too little was claimed.");
  for (const { lead } of [sent, failed]) await scenario.admin.answer({ id: lead.id });
  expect(await scenario.outbox.recordResult(sent, { kind: "sent" })).toEqual({ kind: "recorded" });
  await scenario.outbox.recordResult(failed, RETRY);
  scenario.time += 24 * HOUR;
  expect(await scenario.claim()).toEqual([]);
  expect(await scenario.states(sent.lead.id)).toMatchObject({ "reminder-12h": "sent" });
  expect(await scenario.states(failed.lead.id)).toMatchObject({ "reminder-12h": "cancelled" });
});

test("a reopened lead gets its reminders that are still to come", async (scenario) => {
  const { id } = await scenario.lead();
  await scenario.sendAll();
  await scenario.admin.answer({ id });
  scenario.time += 13 * HOUR;
  const reopened = value(await scenario.admin.reopen({ id }));
  expect(reopened).toMatchObject({ answeredAt: undefined, dueAt: "2026-11-21T12:00:00.000Z" });
  expect(await scenario.claim()).toEqual([]);
  scenario.time += 7 * HOUR;
  expect(await scenario.sendAll()).toEqual(["reminder-20h"]);
  scenario.time += 4 * HOUR;
  expect(await scenario.sendAll()).toEqual(["alarm-24h"]);
});

test("after a long pause only the latest reminder is sent, once for each lead", async (scenario) => {
  const lead = await scenario.lead();
  scenario.time += 21 * HOUR;
  expect(await scenario.sendAll()).toEqual(["confirmation", "notification", "reminder-20h"]);
  expect(await scenario.states(lead.id)).toMatchObject({ "reminder-12h": "cancelled", "alarm-24h": "due" });
  scenario.time += 30 * HOUR;
  expect(await scenario.sendAll()).toEqual(["alarm-24h"]);
});
