/** The harness of torture and rehearsal: a store with its processes and peers, clients that sendRequest, and the final checks. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, test, vi, type TestContext } from "vitest";
import { cpuMs } from "../../tools/bench/usage.ts";
import { AGENCY, writeBuild } from "../fakes/build.ts";
import { Callers, expectCalls } from "../fakes/callers.ts";
import { Flood } from "../fakes/flood.ts";
import type { Home } from "../fakes/home.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess, startWorkerProcess, type RunningProcess } from "../fakes/process.ts";
import { startReceiver } from "../fakes/receiver.ts";
import { sendRequest, temporaryFolder } from "../fakes/server.ts";
import { postgresOutbox, sqliteOutbox, type Delivery } from "../outbox/deliveries.ts";
import { environment, messageId, through } from "../outbox/environment.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** `npm run torture`; else the short form in `npm run test:full`. */
    torture: "long" | undefined;
  }
  interface TaskMeta {
    torture?: Row;
  }
}

/** A row of docs/reliability.md. */
interface Row {
  fault: string;
  times: string;
  result: string;
}

const isLong = inject("torture") === "long";

export function often<Value>(long: Value, short: Value): Value {
  return isLong ? long : short;
}

/** The flood of a long fault: enough that some leads are always in progress. */
export const STEADY = { pause: 25, tryAgain: true };
export const CLIENTS = 6;
/** PostgreSQL as an operator runs it, for tests that crash it. */
export const DURABLE = { fsync: "on", full_page_writes: "on" };

export type Scene = Awaited<ReturnType<typeof newScene>>;

export async function newScene(
  more: Record<string, string> = {},
  answer: Parameters<typeof startReceiver>[0] = (response) => response.end(),
) {
  const mailServer = await startMailServer("none");
  const receiver = await startReceiver(answer);
  const DIST_DIR = writeBuild(temporaryFolder(), { site: { ...AGENCY, schedulingUrl: "" } });
  /** Variables of the site, and of a worker beside it. */
  const env: Home = { ...environment(receiver), ...through(mailServer), DIST_DIR, ...more };
  const { DATABASE_URL: url } = more;
  const outbox = url === undefined ? sqliteOutbox(env.DATA_DIR) : postgresOutbox(url);
  const flood = new Flood();
  const callers = new Callers();
  const site = (changes: Record<string, string> = {}) => startProcess({ ...env, ...changes });

  async function stored(): Promise<{ id: string; name: string }[]> {
    const rows = await outbox.rows("SELECT id, name FROM lead_submissions WHERE name LIKE 'Lead %'");
    if (url === undefined)
      expect(await outbox.rows("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    return rows.map(({ id, name }) => ({ id: String(id), name: String(name) }));
  }

  /** How often each mail and event arrived, by its id. */
  function arrived(): Map<string, number> {
    const ids = [
      ...mailServer.mails.map(({ raw }) => messageId(raw)),
      ...receiver.events.map(({ headers }) => headers["webhook-id"] ?? ""),
    ];
    return new Map([...Map.groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length]));
  }

  const deliveries = async () => (await outbox.deliveries()).filter((one) => !isReminder(one));

  /** Waits until nothing but reminders is due. @param hurry ends every wait for another attempt meanwhile */
  async function settle(hurry: boolean, timeout: number): Promise<void> {
    let turn = 0;
    await vi.waitFor(
      async () => {
        // Failed deliveries wait for minutes, and so do those that a killed process had leased.
        if (hurry && turn++ % 20 === 0) await outbox.letTimePass();
        expect((await deliveries()).filter(({ state }) => state === "due").slice(0, 3)).toEqual([]);
      },
      { timeout, interval: 250 },
    );
  }

  return {
    env,
    outbox,
    mailServer,
    receiver,
    flood,
    callers,
    site,
    /** A site that leaves the deliveries to the worker. */
    siteAlone: () => site({ WORKER: "off" }),
    arrived,
    worker: (changes: Record<string, string> = {}) => startWorkerProcess({ ...env, ...changes }),
    settle,
    /** After the fault, everything acknowledged is there once and sent; processes live and are idle. Writes the row. */
    async expectKept(
      { task }: TestContext,
      { fault, times: howOften, also = "" }: Omit<Row, "result"> & { also?: string },
      ...running: RunningProcess[]
    ): Promise<void> {
      const port = running[0]?.port ?? 0;
      await vi.waitFor(() => flood.sendUnanswered(port), 20_000);
      flood.expectStored(await stored());
      expect(await outbox.orphans()).toBe(0);
      await settle(true, 240_000);
      const all = await deliveries();
      const times = arrived();
      const sent = all.filter(({ state }) => state === "sent");
      expect(sent.filter(({ id }) => !times.has(id)).slice(0, 3)).toEqual([]);
      // A newer version of a call replaces an older one, and a booked call the notification of its wish.
      const unsent = all.filter(
        ({ state, kind }) =>
          state !== "sent" &&
          kind !== "confirmation" &&
          !(state === "cancelled" && ["invitation", "booking", "notification"].includes(kind)),
      );
      expect(unsent.slice(0, 3)).toEqual([]);
      expect(sent.length).toBeGreaterThanOrEqual(2 * flood.acknowledged.size);
      await expectCalls((sql) => outbox.rows(sql), callers.told);
      expect(await statusOf(port)).toBe(200);
      const again = sent.reduce((sum, { id }) => sum + (times.get(id) ?? 1) - 1, 0);
      const idle = await idleCpu(running);
      const { acknowledged, rejected, cut } = flood;
      const leads = [
        `${acknowledged.size} leads acknowledged, 0 lost, 0 duplicated`,
        `${rejected} told to retry, ${cut} cut off`,
      ];
      const calls = [
        `${callers.told.size} calls booked, ${callers.acknowledged - callers.told.size} changes acknowledged, ` +
          "0 lost, 0 duplicated, 0 overlapping",
        `${callers.taken} refused because the time was taken, ${callers.failed} retried`,
      ];
      const result = [
        ...(acknowledged.size === 0 ? [] : leads),
        ...(callers.told.size === 0 ? [] : calls),
        `${sent.length} mails and events sent, ${again} of them repeated under their id`,
        `idle ${idle.toFixed(1)} % CPU`,
        ...(also === "" ? [] : [also]),
      ].join("; ");
      task.meta.torture = { fault, times: howOften, result };
    },
  };
}

/** One test for each store: SQLite, and PostgreSQL where it is. */
export function testBothStores(
  title: string,
  work: (scene: Scene, context: TestContext, store: "SQLite" | "PostgreSQL") => Promise<void>,
  timeout: number,
): void {
  for (const store of ["SQLite", "PostgreSQL"] as const) {
    const isPostgres = store === "PostgreSQL";
    const run = async (context: TestContext) =>
      work(await newScene(isPostgres ? { DATABASE_URL: await temporaryDatabase() } : {}), context, store);
    test.skipIf(isPostgres && inject("postgresUrl") === undefined)(`${title}: ${store}`, run, timeout);
  }
}

export async function statusOf(port: number, path = "/readyz"): Promise<number> {
  return (await sendRequest(port, { path })).status;
}

/** Waits until the site is ready for leads (200), or not (503); pages are served in any case. */
export async function expectReady({ port }: RunningProcess, status: 200 | 503): Promise<void> {
  await vi.waitFor(async () => expect(await statusOf(port)).toBe(status), { timeout: 20_000, interval: 50 });
  expect(await statusOf(port, "/")).toBe(200);
}

/** The short form only detects a process that spins. */
const WINDOW_MS = often(5_000, 500);
/** Percent of one processor for an idle process. One that still retries uses more, but does not spin. */
const RESTING_PERCENT = often(2, 30);
export const TRYING_PERCENT = often(10, 50);

/** Waits until all work is done and all processes are idle. @returns the busiest's percent of a processor */
export async function idleCpu(running: readonly RunningProcess[], most = RESTING_PERCENT): Promise<number> {
  let busiest = 100;
  await vi.waitFor(
    async () => {
      const before = running.map(({ pid }) => cpuMs(pid));
      const begin = performance.now();
      await sleep(WINDOW_MS);
      const took = performance.now() - begin;
      const used = running.map(({ pid }, index) => cpuMs(pid) - (before[index] ?? 0));
      busiest = Math.max(...used.map((ms) => (ms / took) * 100));
      expect(busiest).toBeLessThan(most);
    },
    // First it sends what has waited.
    { timeout: 60_000, interval: 1 },
  );
  return busiest;
}

function isReminder({ kind }: Delivery): boolean {
  return /reminder|^alarm/.test(kind);
}
