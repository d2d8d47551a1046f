/** A clock that is wrong for a while: nothing is sent early, nothing is lost, and times are mended. */
import { expect } from "vitest";
import { leadRow } from "../../fakes/leads.ts";
import { HOUR, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
test("deliveries that failed while the clock was a year ahead are retried once it is right, and nothing else is sent early", async (scenario) => {
  const YEAR = 365 * 24 * HOUR;
  const early = await scenario.lead();
  scenario.time += YEAR;
  const late = await scenario.lead({ email: "late@sample.co" });
  await scenario.sendAll("mail", { kind: "retry", reason: "The mail server is away." });
  const untried = await scenario.lead({ email: "untried@sample.co" });
  scenario.time -= YEAR;
  expect(await scenario.claim()).toEqual([]);
  await scenario.outbox.mendTimes();
  const again = await scenario.claim();
  const notified = again.filter(({ kind }) => kind === "notification").map(({ lead }) => lead.id);
  expect(notified.toSorted()).toEqual([early.id, late.id, untried.id].toSorted());
  // The earlier clock is unknown: no reminders are sent for leads that came meanwhile.
  expect(again.filter(({ lead, kind }) => lead.id !== early.id && kind.startsWith("reminder"))).toEqual([]);
});

for (const years of [1, -1])
  test(`leads that came while the clock was ${years} year off get the time at which they came, and their reminders`, async (scenario) => {
    const { admin, outbox, store } = scenario;
    const [noon, off] = [scenario.time, years * 365 * 24 * HOUR];
    const stored = async (id: number, hours: number) => {
      const row = leadRow(id, { created_at: new Date(noon + off + hours * HOUR).toISOString() });
      expect(await store.run("insert", { rows: [row] })).toMatchObject({ kind: "stored" });
      return row;
    };
    const old = [await stored(7, 0.5)];
    expect(await outbox.mendTimes()).toMatchObject({ isRight: true });
    scenario.time += off;
    const early = await scenario.lead({ name: "Blackbird" });
    for (let minute = 0; minute < 60; minute++, scenario.time += HOUR / 60)
      expect(await outbox.mendTimes()).toMatchObject({ isRight: false });
    // Imported meanwhile.
    old.push(await stored(8, -5), await stored(9, 5));
    const last = await scenario.lead({ email: "last@sample.co" });
    await scenario.claim();
    scenario.time -= off;
    expect(await outbox.mendTimes()).toMatchObject({ isRight: true, leads: 2 });
    expect(await outbox.mendTimes()).toMatchObject({ isRight: true, leads: 0 });
    const came = async ({ id }: { id: string }) =>
      Date.parse(value(await admin.lead({ id })).lead.created_at);
    expect(await Promise.all([early, last, ...old].map(came))).toEqual([
      expect.closeTo(noon, -6),
      expect.closeTo(noon + HOUR, -6),
      ...old.map((row) => Date.parse(row.created_at)),
    ]);
    const found = value(await admin.list({ filter: "open", search: "blackbird", page: 1, size: 9 }));
    const promised = new Date((await came(early)) + 24 * HOUR).toISOString();
    expect(found.leads).toMatchObject([{ id: early.id, dueAt: promised }]);
    scenario.time = noon + 11 * HOUR;
    const kindsOf = async () => (await scenario.claim()).map(({ kind }) => kind);
    expect(await kindsOf()).not.toContain("reminder-12h");
    scenario.time = noon + 13.1 * HOUR;
    expect((await kindsOf()).filter((kind) => kind === "reminder-12h")).toHaveLength(2);
  });

test("while the clock is a year ahead no reminder is sent, and an address that got a confirmation then gets the next", async (scenario) => {
  const { outbox } = scenario;
  const noon = scenario.time;
  await scenario.lead();
  await scenario.sendAll();
  await outbox.mendTimes();
  scenario.time += 365 * 24 * HOUR;
  // Also before the clock was ever checked.
  expect(await scenario.claim()).toEqual([]);
  await outbox.mendTimes();
  expect(await outbox.untilDue("mail")).toEqual({ kind: "wait", ms: undefined });
  await scenario.lead({ email: "late@sample.co" });
  expect(await scenario.sendAll()).toEqual(["confirmation", "notification"]);
  scenario.time = noon + 12 * HOUR;
  await outbox.mendTimes();
  expect(await outbox.untilDue("mail")).toMatchObject({ ms: 0 });
  expect(await scenario.sendAll()).toEqual(["reminder-12h"]);
  scenario.time = noon + 30 * HOUR;
  await scenario.lead({ email: "late@sample.co", problems: "Once more" });
  expect(await scenario.sendAll()).toContain("confirmation");
});

test("a clock that has run on for a day after a jump is believed", async (scenario) => {
  await scenario.lead();
  await scenario.sendAll();
  await scenario.outbox.mendTimes();
  scenario.time += 30 * 24 * HOUR;
  expect(await scenario.outbox.mendTimes()).toMatchObject({ isRight: false });
  // It jumps again, so its day begins anew.
  scenario.time += 30 * 24 * HOUR;
  await scenario.lead({ email: "late@sample.co" });
  await scenario.sendAll();
  for (let hour = 0; hour < 24; hour++, scenario.time += HOUR) {
    expect(await scenario.outbox.mendTimes()).toMatchObject({ isRight: false });
    expect(await scenario.claim()).toEqual([]);
  }
  expect(await scenario.outbox.mendTimes()).toMatchObject({ isRight: true, leads: 0 });
  expect(await scenario.sendAll()).toEqual(["alarm-24h", "alarm-24h"]);
});

test("a clock that is a year behind sends nothing early", async (scenario) => {
  await scenario.lead();
  await scenario.sendAll();
  await scenario.outbox.mendTimes();
  scenario.time -= 365 * 24 * HOUR;
  await scenario.outbox.mendTimes();
  expect(await scenario.claim()).toEqual([]);
  scenario.time += 365 * 24 * HOUR + 12 * HOUR;
  expect(await scenario.sendAll()).toEqual(["reminder-12h"]);
});
