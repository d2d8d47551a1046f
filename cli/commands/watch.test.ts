import { expect, test } from "vitest";
import { NOON, openTestAdmin } from "../../tests/fakes/command.ts";
import { recordResults } from "../../tests/fakes/results.ts";
import type { LeadSummary } from "../../contract/leads-admin.ts";
import { changes } from "./watch.ts";

test("says that mail to the agency fails, and exits with an error only while it does", async () => {
  const { store, addLead, run } = await openTestAdmin({
    now: () => NOON,
    context: { interrupted: () => AbortSignal.timeout(50) },
  });
  await addLead();
  expect((await run("watch")).notes).toHaveLength(1);
  await recordResults(store, "mail", { kind: "refused", reason: "The mailbox is full (552)." }, () => NOON);
  await expect(run("watch")).rejects.toThrow("Mail to you could not be delivered");
});

const LEAD: LeadSummary = {
  id: "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e",
  name: "Dana Ortiz",
  companyName: "Ortiz HVAC",
  service: "ai-chatbot",
  createdAt: "2026-11-20T12:00:00.000Z",
  dueAt: "2026-11-21T12:00:00.000Z",
  answeredAt: undefined,
  test: false,
  problem: "",
  failedDeliveries: 0,
  version: 0,
};
const OTHER = { ...LEAD, id: "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6f", name: "Ben" };
const EARLY = { before: Date.parse("2026-11-20T13:00:00Z"), after: Date.parse("2026-11-20T13:00:02Z") };

const seen = (...leads: LeadSummary[]) => new Map(leads.map((lead) => [lead.id, lead]));
const told = (...args: Parameters<typeof changes>) =>
  changes(...args).map(({ kind, lead }) => [kind, lead.name]);

test("an unknown lead is new, one that has left the list was answered, and unchanged leads are not reported", () => {
  expect(told(seen(LEAD), seen(OTHER), EARLY)).toEqual([
    ["new", "Ben"],
    ["answered", "Dana Ortiz"],
  ]);
  expect(told(seen(LEAD, OTHER), seen(OTHER, LEAD), EARLY)).toEqual([]);
});

test("a lead is overdue once, between the two polls around its time", () => {
  const due = Date.parse(LEAD.dueAt);
  const at = (before: number, after: number) => told(seen(LEAD), seen(LEAD), { before, after });
  expect(at(due - 2000, due)).toEqual([]);
  expect(at(due - 1, due + 1)).toEqual([["overdue", "Dana Ortiz"]]);
  expect(at(due, due + 2000)).toEqual([["overdue", "Dana Ortiz"]]);
  expect(at(due + 1, due + 2000)).toEqual([]);
});

test("deliveries are reported when they fail, and when all of them arrived after all", () => {
  const failedDeliveries = (count: number) => seen({ ...LEAD, failedDeliveries: count });
  expect(told(failedDeliveries(0), failedDeliveries(1), EARLY)).toEqual([["not delivered", "Dana Ortiz"]]);
  expect(told(failedDeliveries(2), failedDeliveries(1), EARLY)).toEqual([]);
  expect(told(failedDeliveries(1), failedDeliveries(0), EARLY)).toEqual([["delivered", "Dana Ortiz"]]);
});
