/** RETENTION_DAYS: leads that grow too old are deleted day by day; a purge by a wrong clock or a typo waits. */
import { join } from "node:path";
import { expect, vi } from "vitest";
import type { Store } from "../../../server/storage/operations.ts";
import { createRetention } from "../../../server/lifecycle/delivery-worker.ts";
import { intercept } from "../../fakes/store.ts";
import { DAY, HOUR, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => store);

async function setUp(store: Store, days: number | undefined, ages: number[] = []) {
  const scenario = new Scenario(store);
  const log = { warn: vi.fn(), error: vi.fn() };
  /** A start with this clock. */
  const start = (retained = days) =>
    createRetention({
      days: retained,
      store: scenario.store,
      mailFolder: join(scenario.folder, "mail"),
      now: () => scenario.time,
      log,
    });
  const noon = scenario.time;
  for (const age of ages) {
    scenario.time = noon - age * DAY;
    await scenario.lead();
  }
  scenario.time = noon;
  const left = async () => value(await scenario.admin.leadsAfter({ size: 1000 })).length;
  const waiting = async () => (await scenario.health()).purgeWaits;
  return { scenario, log, start, left, waiting };
}

test("older leads are deleted once a day, and the log counts them; a small store asks nothing", async (store) => {
  const { scenario, log, start, left, waiting } = await setUp(store, 30, [29, 28, 1]);
  const everyMinute = start();
  await everyMinute();
  expect(await left()).toBe(3);
  scenario.time += DAY;
  await everyMinute();
  expect(await left()).toBe(3);
  scenario.time += DAY;
  await everyMinute();
  expect(await left()).toBe(2);
  expect(log.warn.mock.calls).toEqual([
    [{ leads: 1, days: 30 }, "leads older than RETENTION_DAYS were deleted"],
  ]);
  // Another start on the same day, and then an idle agency, to its last lead.
  scenario.time += HOUR;
  const again = start();
  for (let day = 0; day < 40; day++, scenario.time += DAY) await again();
  expect([await left(), await waiting()]).toEqual([0, 0]);
});

test("a start with a clock three years ahead deletes nothing, and once it is right nothing waits", async (store) => {
  const { scenario, log, start, left, waiting } = await setUp(store, 365, [300, 200, 2, 1]);
  await start()();
  scenario.time += 3 * 365 * DAY;
  const wrong = start();
  await wrong();
  // A lead that the wrong clock stamped proves nothing.
  await scenario.lead();
  scenario.time += HOUR;
  await wrong();
  await wrong();
  expect([await left(), await waiting()]).toEqual([5, 4]);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ leads: 4, of: 4, days: 365 }),
    "RETENTION_DAYS waits for your confirmation: npm run leads -- purge",
  );
  scenario.time -= 3 * 365 * DAY;
  await wrong();
  expect([await left(), await waiting()]).toEqual([5, 0]);
});

test("a clock that is a year behind for an hour stops no later purge", async (store) => {
  const { scenario, start, left } = await setUp(store, 30, [29, 1]);
  scenario.time -= 365 * DAY;
  const everyMinute = start();
  await everyMinute();
  scenario.time += 365 * DAY + HOUR;
  for (let day = 0; day < 3; day++, scenario.time += DAY) await everyMinute();
  expect(await left()).toBe(1);
});

for (const [what, before, off, young] of [
  ["the first purge", undefined, 0, 9],
  ["fewer days than before", 700, 0, 9],
  ["a start after more than a week off", 50, 7.5, 9],
  ["more than a tenth after more than two days off", 50, 2.5, 8],
] as const)
  test(`${what} waits for a confirmation, and then runs`, async (store) => {
    const ages = Array.from({ length: young }, (_, day) => day);
    const { scenario, start, left, waiting } = await setUp(store, 50, [off > 0 ? 50 : 60, ...ages]);
    await start(before)();
    scenario.time += off * DAY;
    const everyMinute = start();
    await everyMinute();
    expect([await left(), await waiting()]).toEqual([1 + young, 1]);
    const waits = value(await scenario.admin.purge({}));
    expect(waits).toMatchObject({ due: 1, everything: 1 + young });
    const yes = waits.before ?? "";
    expect(await scenario.admin.allowPurge({ before: "2001-01-01T00:00:00.000Z" })).toEqual({
      kind: "missing",
    });
    expect(value(await scenario.admin.allowPurge({ before: yes }))).toBe(null);
    // The confirmation is not for a clock that jumps before it is used.
    for (const [jump, stay] of [
      [365 * DAY, 1 + young],
      [60_000 - 365 * DAY, young],
    ] as const) {
      scenario.time += jump;
      await everyMinute();
      expect(await left()).toBe(stay);
    }
    expect(await waiting()).toBe(0);
  });

test("old leads that were inserted later, more than a tenth, are not deleted by the next daily purge", async (store) => {
  const { scenario, start, left, waiting } = await setUp(store, 50, [1]);
  const everyMinute = start();
  await everyMinute();
  const now = scenario.time;
  for (let age = 60; age < 65; age++) {
    scenario.time = now - age * DAY;
    await scenario.lead();
  }
  scenario.time = now + DAY;
  await everyMinute();
  expect([await left(), await waiting()]).toEqual([6, 5]);
});

test("without a retention nothing is deleted, and a waiting purge ends", async (store) => {
  const { scenario, start, left, waiting } = await setUp(store, undefined, [100]);
  await start(50)();
  expect(await waiting()).toBe(1);
  scenario.time += 100_000 * DAY;
  await start()();
  expect([await left(), await waiting()]).toEqual([1, 0]);
});

test("while the store is unavailable it is tried again a minute later", async (store) => {
  const { scenario, start, left } = await setUp(store, 50, [49]);
  const everyMinute = start();
  await everyMinute();
  scenario.time += 2 * DAY;
  const restore = intercept(scenario.store, "remove", () =>
    Promise.resolve({ kind: "unavailable", reason: "the disk is full" }),
  );
  await everyMinute();
  expect(await left()).toBe(1);
  restore();
  await everyMinute();
  expect(await left()).toBe(0);
});
