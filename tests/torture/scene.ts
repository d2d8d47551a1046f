/** The harness of faults: a store with its processes and peers, clients that send, and the final checks. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, test, vi } from "vitest";
import { cpuMs } from "../support/cpu.ts";
import { AGENCY, writeBuild } from "../support/build.ts";
import { Callers, expectCalls } from "../support/callers.ts";
import { Flood } from "../support/flood.ts";
import type { Home } from "../support/home.ts";
import { startMailServer } from "../support/mail-server.ts";
import { temporaryDatabase } from "../support/postgres.ts";
import { startProcess, type RunningProcess } from "../support/process.ts";
import { startReceiver } from "../support/receiver.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";
import { postgresOutbox, sqliteOutbox, type Delivery } from "../outbox/deliveries.ts";
import { environment, messageId, through } from "../outbox/environment.ts";

/** The flood of a long fault: enough that some leads are always in progress. */
export const STEADY = { pause: 25, tryAgain: true };
export const CLIENTS = 6;
export type Scene = Awaited<ReturnType<typeof newScene>>;

export async function newScene(more: Record<string, string> = {}) {
  const mailServer = await startMailServer("none");
  const receiver = await startReceiver((response) => response.end());
  const TEST_DIST = writeBuild(temporaryFolder(), { site: { ...AGENCY, schedulingUrl: "" } });
  const env: Home = { ...environment(receiver), ...through(mailServer), TEST_DIST, ...more };
  const { DATABASE_URL: url } = more;
  const outbox = url === undefined ? sqliteOutbox(env.DATA_DIR) : postgresOutbox(url);
  const flood = new Flood();
  const callers = new Callers();

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

  /** Waits until nothing but reminders is due, and ends every wait for another attempt meanwhile. */
  async function settle(): Promise<void> {
    let turn = 0;
    await vi.waitFor(
      async () => {
        // Failed deliveries wait for minutes, and so do those that a killed process had leased.
        if (turn++ % 20 === 0) await outbox.letTimePass();
        expect((await deliveries()).filter(({ state }) => state === "due").slice(0, 3)).toEqual([]);
      },
      { timeout: 240_000, interval: 250 },
    );
  }

  return {
    env,
    flood,
    callers,
    site: () => startProcess(env),
    /** After the fault, everything acknowledged is there once and sent; processes live and are idle. */
    async expectKept(...running: RunningProcess[]): Promise<void> {
      const port = running[0]?.port ?? 0;
      await vi.waitFor(() => flood.sendUnanswered(port), 20_000);
      flood.expectStored(await stored());
      expect(await outbox.orphans()).toBe(0);
      await settle();
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
      // Of a flood, one mail tells the agency; each lead has its event.
      expect(sent.length).toBeGreaterThanOrEqual(flood.acknowledged.size);
      await expectCalls((sql) => outbox.rows(sql), callers.told);
      expect(await statusOf(port)).toBe(200);
      await idleCpu(running);
    },
  };
}

/** One test for each store: SQLite, and PostgreSQL where it is. */
export function testBothStores(title: string, work: (scene: Scene) => Promise<void>, timeout: number): void {
  for (const store of ["SQLite", "PostgreSQL"] as const) {
    const isPostgres = store === "PostgreSQL";
    const run = async () =>
      work(await newScene(isPostgres ? { DATABASE_URL: await temporaryDatabase() } : {}));
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

/** A process that spins uses more. Percent of one processor. */
const RESTING_PERCENT = 30;

/** Waits until all work is done and all processes are idle. */
export async function idleCpu(running: readonly RunningProcess[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const before = running.map(({ pid }) => cpuMs(pid));
      const begin = performance.now();
      await sleep(500);
      const took = performance.now() - begin;
      const used = running.map(({ pid }, index) => cpuMs(pid) - (before[index] ?? 0));
      const busiest = Math.max(...used.map((ms) => (ms / took) * 100));
      expect(busiest).toBeLessThan(RESTING_PERCENT);
    },
    // First it sends what has waited.
    { timeout: 60_000, interval: 1 },
  );
}

function isReminder({ kind, event }: Delivery): boolean {
  return kind === "call-reminder" || event.includes("booking.reminder");
}
