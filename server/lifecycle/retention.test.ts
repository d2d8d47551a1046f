import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openTestAdmin } from "../../tests/fakes/command.ts";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { createRetention } from "./retention.ts";

const DAY = 24 * 60 * 60 * 1000;

async function setUp(days: number | undefined) {
  const clock = { time: Date.parse("2026-11-20T12:00:00.000Z") };
  const now = () => clock.time;
  const { store, addLead, admin } = await openTestAdmin({ now });
  const log = { warn: vi.fn(), error: vi.fn() };
  const mailFolder = join(temporaryFolder(), "mail");
  const everyMinute = createRetention({ days, store, mailFolder, now, log });
  const ids = async () => {
    const found = await admin.leadsAfter({ size: 10 });
    return found.kind === "ok" ? found.value.map(({ lead }) => lead.id) : found;
  };
  return { clock, store, addLead, log, everyMinute, ids };
}

test("once a day the leads that are older than that are deleted, and the log says how many", async () => {
  const { clock, addLead, log, everyMinute, ids } = await setUp(30);
  const [old, young] = [await addLead({ name: "Old" }), ((clock.time += 20 * DAY), await addLead())];
  await everyMinute();
  expect(await ids()).toEqual([old, young]);
  clock.time += 10 * DAY + 1;
  await everyMinute();
  expect(await ids()).toEqual([young]);
  expect(log.warn.mock.calls).toEqual([
    [{ leads: 1, days: 30 }, "leads older than RETENTION_DAYS were deleted"],
  ]);
  clock.time += 20 * DAY - 60_000;
  await everyMinute();
  expect(await ids()).toEqual([young]);
  clock.time += 60_000;
  await everyMinute();
  expect(await ids()).toEqual([young]);
  clock.time += DAY;
  await everyMinute();
  expect(await ids()).toEqual([]);
});

test("unless it is asked for, nothing is deleted", async () => {
  const { clock, addLead, everyMinute, ids } = await setUp(undefined);
  const id = await addLead();
  clock.time += 100_000 * DAY;
  await everyMinute();
  expect(await ids()).toEqual([id]);
});

test("while the store cannot be had it is tried a minute later", async () => {
  const { clock, store, addLead, everyMinute, ids } = await setUp(1);
  await addLead();
  clock.time += 2 * DAY;
  const remove = store.admin.remove.bind(store.admin);
  store.admin.remove = () => Promise.resolve({ kind: "unavailable", reason: "the disk is full" });
  await everyMinute();
  expect(await ids()).toHaveLength(1);
  store.admin.remove = remove;
  await everyMinute();
  expect(await ids()).toEqual([]);
});
