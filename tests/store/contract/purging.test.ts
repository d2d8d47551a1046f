/** RETENTION_DAYS: leads that grow too old are deleted once a day, and a wrong clock deletes no more than a tenth. */
import { readLeadsAfter } from "../../../server/leads/read-lead.ts";
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { Database } from "../../../server/store/database.ts";
import { createRetention } from "../../../server/lifecycle/delivery-worker.ts";
import { leadRow } from "../../support/leads.ts";
import { DAY, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";
import { insertLeads } from "../../../server/leads/insert-leads.ts";

const test = testWith((store) => store);

/** @param ages of leads in days, whose ids say so, too @param others as old by their time alone */
async function setUp(store: Database, days: number | undefined, ages: number[], others: number[] = []) {
  const scenario = new Scenario(store);
  const log = { warn: vi.fn(), error: vi.fn() };
  /** A start with this clock. */
  const start = (retentionDays = days) =>
    createRetention(
      { retentionDays, dataDir: scenario.folder },
      { store, mailFolder: join(scenario.folder, "mail"), now: () => scenario.time, log },
    );
  const noon = scenario.time;
  const idAt = (time: number, n: number) => {
    const hex = time.toString(16).padStart(12, "0");
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(n).padStart(12, "0")}`;
  };
  const rows = [...ages, ...others].map((age, n) => {
    const time = noon - age * DAY;
    const id = idAt(n < ages.length ? time : noon, n);
    return leadRow(n, { id, created_at: new Date(time).toISOString() });
  });
  if (rows.length > 0) expect(await insertLeads(store, { rows })).toMatchObject({ kind: "stored" });
  const left = async () => value(await readLeadsAfter(scenario.store, { size: 1000 })).length;
  const waiting = async () => (await scenario.health()).purgeWaits;
  return { scenario, log, start, left, waiting };
}

test("older leads are deleted once a day, to the last of an idle agency, and the log counts them", async (store) => {
  const { scenario, log, start, left, waiting } = await setUp(store, 30, [29, 28, 1]);
  const everyMinute = start();
  await everyMinute();
  scenario.time += DAY;
  await everyMinute();
  expect(await left()).toBe(3);
  scenario.time += DAY;
  await everyMinute();
  expect(await left()).toBe(2);
  expect(log.warn.mock.calls).toEqual([
    [{ leads: 1, days: 30 }, "leads older than RETENTION_DAYS were deleted"],
  ]);
  for (let day = 0; day < 40; day++, scenario.time += DAY) await everyMinute();
  expect([await left(), await waiting()]).toEqual([0, 0]);
});

test("a clock three years ahead deletes a tenth of the leads in a day, and the rest waits", async (store) => {
  const { scenario, log, start, left, waiting } = await setUp(store, 365, Array(300).fill(5));
  scenario.time += 3 * 365 * DAY;
  for (let minute = 0; minute < 3; minute++, scenario.time += 60_000) await start()();
  expect([await left(), await waiting()]).toEqual([270, 270]);
  expect(log.warn).toHaveBeenCalledWith(
    { leads: 270, days: 365 },
    "more leads are older than RETENTION_DAYS: the next days delete them",
  );
  // Once the clock is right, nothing is due.
  scenario.time -= 3 * 365 * DAY;
  await start()();
  expect([await left(), await waiting()]).toEqual([270, 0]);
});

test("a lead whose id says that it is younger is never deleted", async (store) => {
  const { start, left, waiting } = await setUp(store, 50, [60], [60, 900]);
  await start()();
  expect([await left(), await waiting()]).toEqual([2, 0]);
});

test("without a retention nothing is deleted, and nothing waits", async (store) => {
  const { scenario, start, left, waiting } = await setUp(store, undefined, Array(11).fill(100));
  await start(50)();
  expect([await left(), await waiting()]).toEqual([1, 1]);
  scenario.time += 100_000 * DAY;
  await start()();
  expect([await left(), await waiting()]).toEqual([1, 0]);
});
