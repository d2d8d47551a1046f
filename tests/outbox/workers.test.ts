/** Many workers beside each other: each delivery is sent, and only a killed worker leaves duplicates. */
import { expect, test, vi } from "vitest";
import { Flood } from "../fakes/flood.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { describePostgres, temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess, startWorkerProcess } from "../fakes/process.ts";
import { startReceiver } from "../fakes/receiver.ts";
import { send } from "../fakes/server.ts";
import { post } from "../wire/wire-request.ts";
import { postgresOutbox, sqliteOutbox, type Delivery, type Outbox } from "./deliveries.ts";
import { environment, messageId, through } from "./environment.ts";

/** A worker has at most this many deliveries in progress. */
const AT_ONCE = 12;

function isReminder({ kind }: Delivery): boolean {
  return kind.startsWith("reminder") || kind.startsWith("alarm");
}

async function recorded(outbox: Outbox): Promise<Delivery[]> {
  await vi.waitFor(
    async () => {
      const due = (await outbox.deliveries()).filter((one) => one.state === "due" && !isReminder(one));
      expect(due).toEqual([]);
    },
    { timeout: 40_000, interval: 100 },
  );
  return outbox.deliveries();
}

function countOf<Item>(items: readonly Item[], idOf: (item: Item) => string): Map<string, number> {
  return new Map([...Map.groupBy(items, idOf)].map(([id, all]) => [id, all.length]));
}

async function peers() {
  const mailServer = await startMailServer("none");
  const receiver = await startReceiver((response) => response.end());
  return {
    env: { ...environment(receiver), ...through(mailServer) },
    arrived: () =>
      new Map([
        ...countOf(mailServer.mails, ({ raw }) => messageId(raw)),
        ...countOf(receiver.events, ({ headers }) => headers["webhook-id"] ?? ""),
      ]),
  };
}

function twinsOf(arrived: Map<string, number>): number {
  return [...arrived.values()].reduce((sum, times) => sum + times - 1, 0);
}

describePostgres("on PostgreSQL", () => {
  test("four workers in a flood send everything once; a killed one repeats at most its deliveries in progress", async () => {
    const url = await temporaryDatabase();
    const outbox = postgresOutbox(url);
    const { env: base, arrived } = await peers();
    const env = { ...base, DATABASE_URL: url };
    const site = await startProcess({ ...env, WORKER: "off" });
    const start = () => startWorkerProcess(env);
    const workers = [await start(), await start(), await start(), await start()];
    const flood = new Flood();
    const stop = flood.start(site.port, 8);
    await flood.reach(60);
    await stop();
    await flood.sendUnanswered(site.port);
    await recorded(outbox);
    expect(twinsOf(arrived())).toBe(0);

    const again = flood.start(site.port, 8);
    await flood.reach(20);
    await workers[0]?.kill("SIGKILL");
    await flood.reach(40);
    await again();
    await flood.sendUnanswered(site.port);
    await outbox.letTimePass();
    const deliveries = await recorded(outbox);
    const sent = deliveries.filter(({ state }) => state === "sent");
    expect(new Set(arrived().keys())).toEqual(new Set(sent.map(({ id }) => id)));
    // This also ends the leases of deliveries that other workers were sending.
    expect(twinsOf(arrived())).toBeLessThanOrEqual(workers.length * AT_ONCE);
    expect(sent.filter(({ kind }) => kind === "webhook")).toHaveLength(flood.acknowledged.size);
    expect(sent.filter(({ kind }) => kind === "notification")).toHaveLength(flood.acknowledged.size);
    // All of them named one address.
    expect(sent.filter(({ kind }) => kind === "confirmation")).toHaveLength(1);
    expect(deliveries.filter(({ state }) => state === "withheld")).toHaveLength(flood.acknowledged.size - 1);
    expect(await outbox.orphans()).toBe(0);
    for (const worker of workers.slice(1)) expect(await worker.kill("SIGTERM")).toBe(0);
  }, 120_000);
});

test("on SQLite a separate worker sends the site's deliveries, while the site runs and while it is down", async () => {
  const { env, arrived } = await peers();
  const outbox = sqliteOutbox(env.DATA_DIR);
  const site = await startProcess({ ...env, WORKER: "off" });
  expect(site.stdout()).toContain("npm run worker");
  await send(site.port, post());
  const worker = await startWorkerProcess(env);
  await vi.waitFor(() => expect(arrived().size).toBe(3), { timeout: 10_000 });
  await send(site.port, post());
  await site.kill("SIGTERM");
  await vi.waitFor(() => expect(arrived().size).toBe(5), { timeout: 10_000 });
  await recorded(outbox);
  expect(twinsOf(arrived())).toBe(0);
  expect(await worker.kill("SIGTERM")).toBe(0);
}, 60_000);

test("a worker that cannot start says why in one sentence", async () => {
  const worker = await startWorkerProcess({ ...environment(), DIST_DIR: "/nonexistent" });
  expect(await worker.exited).toBe(1);
  expect(worker.stderr()).toBe("The site is not built. Run `npm run build` first.\n");
});
