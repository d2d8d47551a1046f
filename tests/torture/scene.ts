/** Sites with a store, a mail server, a receiver and senders, and a check that nothing was lost. */
import { expect, inject, test, vi } from "vitest";
import {
  postgresOutbox,
  sqliteOutbox,
  type Delivery,
} from "../outbox/deliveries.ts";
import { environment, messageId, smtpVariable } from "../outbox/environment.ts";
import { AGENCY, writeBuild } from "../support/build.ts";
import { startMailServer } from "../support/mail-server.ts";
import { temporaryDatabase } from "../support/postgres.ts";
import { startProcess, type RunningProcess } from "../support/process.ts";
import { startReceiver } from "../support/receiver.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";
import { Flood } from "./flood.ts";

/** How often a test kills each site. The nightly run tries more moments. */
export const KILLS = inject("properties").numRuns === undefined ? 1 : 20;

type Scene = Awaited<ReturnType<typeof newScene>>;

async function newScene(databaseUrl?: string) {
  const mailServer = await startMailServer("none");
  const receiver = await startReceiver((response) => response.end());
  const TEST_DIST = writeBuild(temporaryFolder(), {
    site: { ...AGENCY, schedulingUrl: "" },
  });
  const home = {
    ...environment(receiver),
    ...smtpVariable(mailServer),
    TEST_DIST,
  };
  const env =
    databaseUrl === undefined ? home : { ...home, DATABASE_URL: databaseUrl };
  const outbox =
    databaseUrl === undefined
      ? sqliteOutbox(home.DATA_DIR)
      : postgresOutbox(databaseUrl);
  const flood = new Flood();

  const deliveries = async () =>
    (await outbox.deliveries()).filter((one) => !isReminder(one));

  /** Waits until only reminders are due, and lets failed deliveries be retried at once. */
  async function settle(): Promise<void> {
    let turn = 0;
    await vi.waitFor(
      async () => {
        // Otherwise deliveries that failed, or that a killed process claimed, wait for minutes.
        if (turn++ % 20 === 0) await outbox.endLeasesAndWaits();
        expect(
          (await deliveries())
            .filter(({ state }) => state === "due")
            .slice(0, 3),
        ).toEqual([]);
      },
      { timeout: 240_000, interval: 250 },
    );
  }

  return {
    env,
    flood,
    site: () => startProcess(env),
    /** Each acknowledged lead is stored once, its deliveries are sent, and sites take leads. */
    async expectKept(...sites: RunningProcess[]): Promise<void> {
      const port = sites[0]?.port ?? 0;
      await vi.waitFor(() => flood.sendUnanswered(port), 20_000);
      const leads = await outbox.rows(
        "SELECT id, name FROM lead_submissions WHERE name LIKE 'Lead %'",
      );
      flood.expectStored(
        leads.map(({ id, name }) => ({ id: String(id), name: String(name) })),
      );
      expect(await outbox.orphans()).toBe(0);
      await settle();
      const all = await deliveries();
      const sent = all.filter(({ state }) => state === "sent");
      const unsent = all.filter(({ state }) => state !== "sent");
      const arrived = new Set([
        ...mailServer.mails.map(({ raw }) => messageId(raw)),
        ...receiver.events.map(({ headers }) => headers["webhook-id"]),
      ]);
      expect(sent.filter(({ id }) => !arrived.has(id)).slice(0, 3)).toEqual([]);
      expect(unsent.filter((one) => !mayStayUnsent(one)).slice(0, 3)).toEqual(
        [],
      );
      // One mail may tell the agency about many leads, but each lead has its own webhook event.
      expect(sent.length).toBeGreaterThanOrEqual(flood.acknowledged.size);
      for (const site of sites) expect(await statusOf(site.port)).toBe(200);
    },
  };
}

/** Runs a test on SQLite, and on PostgreSQL if it is installed. */
export function testBothStores(
  title: string,
  work: (scene: Scene) => Promise<void>,
): void {
  const timeout = 300_000;
  test(`${title}: SQLite`, async () => work(await newScene()), timeout);
  test.skipIf(inject("postgresUrl") === undefined)(
    `${title}: PostgreSQL`,
    async () => work(await newScene(await temporaryDatabase())),
    timeout,
  );
}

async function statusOf(port: number, path = "/readyz"): Promise<number> {
  return (await sendRequest(port, { path })).status;
}

const isReminder = ({ kind, event }: Delivery) =>
  kind === "call-reminder" || event.includes("booking.reminder");

/** Their number limits confirmations. A newer mail about a call cancels the lead's older mails. */
const mayStayUnsent = ({ kind, state }: Delivery) =>
  kind === "confirmation" ||
  (state === "cancelled" &&
    ["invitation", "booking", "notification"].includes(kind));
