/** The scene of every fault: a site with its peers, floods of leads and calls, and the final checks. */
import { AGENCY, writeBuild } from "../fakes/build.ts";
import { Callers, expectCalls } from "../fakes/callers.ts";
import { expect, inject, vi, type TestContext } from "vitest";
import { Flood } from "../fakes/flood.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import type { RunningProcess } from "../fakes/process.ts";
import { startReceiver } from "../fakes/receiver.ts";
import { send, temporaryFolder } from "../fakes/server.ts";
import { postgresOutbox, sqliteOutbox, type Delivery } from "../outbox/deliveries.ts";
import { environment, messageId, through, type Environment } from "../outbox/environment.ts";
import { idleCpu } from "./idle-cpu.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** `npm run torture`; else the short form in `npm run test:full`. */
    torture: "long" | undefined;
  }
  interface TaskMeta {
    torture?: Told;
  }
}

/** A row of docs/reliability.md. */
interface Told {
  fault: string;
  times: string;
  result: string;
}

const isLong = inject("torture") === "long";

export function often(long: number, short: number): number {
  return isLong ? long : short;
}

/** The flood of a long fault: enough that some leads are always in progress. */
export const STEADY = { pause: 25, tryAgain: true };
export const CLIENTS = 6;

export interface Scene {
  env: Environment;
  flood: Flood;
  callers: Callers;
  /** The mail server's port, if the site reaches it at another address. */
  mailPort: number;
  deliveries: () => Promise<Delivery[]>;
  /** After the fault, everything acknowledged is there once and sent; processes live and are idle. Writes the row. */
  expectKept: (
    context: TestContext,
    said: Omit<Told, "result"> & { also?: string },
    ...running: RunningProcess[]
  ) => Promise<void>;
}

export async function newScene(
  more: Record<string, string> = {},
  answer: Parameters<typeof startReceiver>[0] = (response) => response.end(),
): Promise<Scene> {
  const mailServer = await startMailServer("none");
  const receiver = await startReceiver(answer);
  const DIST_DIR = writeBuild(temporaryFolder(), { site: { ...AGENCY, schedulingUrl: "" } });
  const env: Environment = { ...environment(receiver), ...through(mailServer), DIST_DIR, ...more };
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

  function arrived(): Map<string, number> {
    const ids = [
      ...mailServer.mails.map(({ raw }) => messageId(raw)),
      ...receiver.events.map(({ headers }) => headers["webhook-id"] ?? ""),
    ];
    return new Map([...Map.groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length]));
  }

  async function sentAll(): Promise<Delivery[]> {
    let turn = 0;
    await vi.waitFor(
      async () => {
        // Failed deliveries wait for minutes, and so do those that a killed process had leased.
        if (turn++ % 20 === 0) await outbox.letTimePass();
        const due = (await outbox.deliveries()).filter((one) => one.state === "due" && !isReminder(one));
        expect(due.slice(0, 3)).toEqual([]);
      },
      { timeout: 240_000, interval: 250 },
    );
    return (await outbox.deliveries()).filter((one) => !isReminder(one));
  }

  return {
    env,
    flood,
    callers,
    mailPort: mailServer.settings.port,
    deliveries: () => outbox.deliveries(),
    async expectKept({ task }, said, ...running) {
      const { fault, times: howOften, also = "" } = said;
      const [site] = running;
      await vi.waitFor(async () => {
        await flood.sendUnanswered(site?.port ?? 0);
      }, 20_000);
      flood.expectStored(await stored());
      expect(await outbox.orphans()).toBe(0);
      const all = await sentAll();
      const times = arrived();
      const sent = all.filter(({ state }) => state === "sent");
      expect(sent.filter(({ id }) => !times.has(id)).slice(0, 3)).toEqual([]);
      // An address gets one confirmation a day, and a newer version of a call replaces an older one.
      const unsent = all.filter(
        ({ state, kind }) =>
          state !== "sent" &&
          kind !== "confirmation" &&
          !(state === "cancelled" && ["invitation", "booking"].includes(kind)),
      );
      expect(unsent.slice(0, 3)).toEqual([]);
      expect(sent.length).toBeGreaterThanOrEqual(2 * flood.acknowledged.size);
      await expectCalls((sql) => outbox.rows(sql), callers.told);
      expect((await send(site?.port ?? 0, { path: "/readyz" })).status).toBe(200);
      const again = sent.reduce((sum, { id }) => sum + (times.get(id) ?? 1) - 1, 0);
      const idle = await idleCpu(running);
      const { acknowledged, rejected, cut } = flood;
      const result = [
        ...(acknowledged.size === 0
          ? []
          : [
              `${acknowledged.size} leads acknowledged, 0 lost, 0 duplicated`,
              `${rejected} told to retry, ${cut} cut off`,
            ]),
        ...(callers.told.size === 0
          ? []
          : [
              `${callers.told.size} calls booked, ${callers.acknowledged - callers.told.size} changes acknowledged, ` +
                "0 lost, 0 duplicated, 0 overlapping",
              `${callers.taken} refused because the time was taken, ${callers.failed} retried`,
            ]),
        `${sent.length} mails and events sent, ${again} of them repeated under their id`,
        `idle ${idle.toFixed(1)} % CPU`,
        ...(also === "" ? [] : [also]),
      ].join("; ");
      task.meta.torture = { fault, times: howOften, result };
    },
  };
}

function isReminder({ kind }: Delivery): boolean {
  return /reminder|^alarm/.test(kind);
}
