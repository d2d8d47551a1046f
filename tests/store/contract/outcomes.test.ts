/** Outcomes of leads, and their effect on the clock, on deliveries and on the counts. */
import { answerLead, reopenLead, setOutcome } from "../../../server/inbox/admin-changes.ts";
import { readLatestLeads } from "../../../server/inbox/counts.ts";
import { latestDays } from "../../../server/leads/days.ts";
import { expect } from "vitest";
import { HOUR, NOBODY, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
test("a lead with an outcome is answered, keeps its first answer, and is found by its outcome", async (scenario) => {
  const { id } = await scenario.lead({ name: "Ada" });
  await scenario.lead({ name: "Ben", email: "ben@sample.co" });
  await scenario.sendAll();
  scenario.time += HOUR;
  const booked = value(await setOutcome(scenario.store, { ...scenario.change({ id }), outcome: "booked" }));
  expect(booked).toMatchObject({ outcome: "booked", answeredAt: "2026-11-20T13:00:00.000Z" });
  expect(await scenario.states(id)).toMatchObject({ confirmation: "sent" });
  scenario.time += HOUR;
  expect(
    value(await setOutcome(scenario.store, { ...scenario.change({ id }), outcome: "won" })),
  ).toMatchObject({
    outcome: "won",
    outcomeAt: "2026-11-20T14:00:00.000Z",
    answeredAt: "2026-11-20T13:00:00.000Z",
  });
  expect(await scenario.names("won")).toEqual(["Ada"]);
  expect(await scenario.names("booked")).toEqual([]);
  expect(await scenario.names("answered")).toEqual(["Ada"]);
  expect(await scenario.names("open")).toEqual(["Ben"]);
  expect(value(await reopenLead(scenario.store, scenario.change({ id }))).outcome).toBeUndefined();
  expect(await scenario.names("open")).toEqual(["Ada", "Ben"]);
  expect(await setOutcome(scenario.store, { ...scenario.change({ id: NOBODY }), outcome: "won" })).toEqual({
    kind: "missing",
  });
});

test("for spam nothing more is sent, and no count includes it", async (scenario) => {
  scenario.settings.webhookUrls = ["https://hooks.example/"];
  const { id } = await scenario.lead();
  const real = await scenario.lead({ name: "Ben", email: "ben@sample.co" });
  scenario.time += HOUR;
  await setOutcome(scenario.store, { ...scenario.change({ id }), outcome: "spam" });
  expect(new Set(Object.values(await scenario.states(id)))).toEqual(new Set(["cancelled"]));
  scenario.time += HOUR;
  await answerLead(scenario.store, scenario.change({ id: real.id }));
  expect(
    value(await readLatestLeads(scenario.store, latestDays(1, "UTC", scenario.time), scenario.now)),
  ).toEqual({ days: [{ day: "2026-11-20", leads: 1 }], medianAnswerHours: 2 });
  // The event of the answer is the fourth.
  expect(await scenario.health()).toMatchObject({ open: 0, undelivered: 4 });
  expect(await scenario.names("answered")).toEqual(["Ben"]);
  expect(await scenario.names("spam")).toEqual(["Dana Ortiz"]);
  expect(await scenario.names("all")).toEqual(["Ben", "Dana Ortiz"]);
});

test("of a lead that looks like spam nothing is sent, and only its own count includes it", async (scenario) => {
  scenario.settings.webhookUrls = ["https://hooks.example/"];
  const { id } = await scenario.lead({ problems: "[url=https://x.example]cheap[/url]" });
  expect(await scenario.detail(id)).toMatchObject({ outcome: "suspected", suspicion: ["markup", "pitch"] });
  expect(new Set(Object.values(await scenario.states(id)))).toEqual(new Set(["cancelled"]));
  for (const channel of ["mail", "webhook"] as const) expect(await scenario.claim(channel)).toEqual([]);
  expect(await scenario.names("suspected")).toEqual(["Dana Ortiz"]);
  expect(await scenario.names("open")).toEqual([]);
  const figures = { open: 0, overdue: 0, undelivered: 0, suspected: 1 };
  expect(await scenario.health()).toMatchObject(figures);
  expect(
    value(await readLatestLeads(scenario.store, latestDays(1, "UTC", scenario.time), scenario.now)).days,
  ).toEqual([{ day: "2026-11-20", leads: 0 }]);
  scenario.time += 50 * HOUR;
  expect(await scenario.claim()).toEqual([]);
  const freed = value(await reopenLead(scenario.store, scenario.change({ id })));
  expect(freed).toMatchObject({ outcome: undefined, dueAt: "2026-11-23T14:00:00.000Z" });
  expect(await scenario.sendAll()).toEqual(["confirmation", "notification"]);
  expect(await scenario.sendAll("webhook")).toEqual(["webhook"]);
});
