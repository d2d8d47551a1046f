/** Two processes share a store. One process is killed at random moments while leads arrive. */
import { expect, vi } from "vitest";
import {
  postgresOutbox,
  sqliteOutbox,
  type Delivery,
  type Outbox,
} from "./deliveries.ts";
import { environment, messageId, smtpVariable } from "./environment.ts";
import { testAtPlace } from "../store/contract/stores.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startProcess } from "../support/process.ts";
import { startReceiver } from "../support/receiver.ts";
import { sendRequest } from "../support/server.ts";
import { Flood } from "./flood.ts";

vi.setConfig({ testTimeout: 300_000 });

/** How often the test kills a site, each time at another moment. */
const KILLS = 2;

testAtPlace(
  "kill -9 while leads arrive loses no lead and duplicates no lead",
  async ({ dataDir, databaseUrl }) => {
    const mailServer = await startMailServer("none");
    const receiver = await startReceiver((response) => response.end());
    const env = {
      ...environment(receiver),
      ...smtpVariable(mailServer),
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    };
    const outbox =
      databaseUrl === undefined
        ? sqliteOutbox(dataDir)
        : postgresOutbox(databaseUrl);
    const flood = new Flood();
    const other = await startProcess(env);
    let site = await startProcess(env);
    for (let kill = 0; kill < KILLS; kill++) {
      const stop = flood.start(site.port, 6);
      await flood.reach(1 + Math.floor(Math.random() * 20));
      await site.kill("SIGKILL");
      await stop();
      site = await startProcess(env);
    }
    expect(flood.acknowledged.size).toBeGreaterThanOrEqual(KILLS);
    await vi.waitFor(() => flood.sendUnanswered(site.port), 20_000);
    flood.expectStored(
      await outbox.rows("SELECT id, name FROM lead_submissions"),
    );
    expect(await outbox.orphans()).toBe(0);
    const { sent, unsent } = await settled(outbox);
    const arrived = new Set([
      ...mailServer.mails.map(({ raw }) => messageId(raw)),
      ...receiver.events.map(({ headers }) => headers["webhook-id"]),
    ]);
    expect(sent.filter(({ id }) => !arrived.has(id))).toEqual([]);
    expect(unsent.filter((one) => !mayStayUnsent(one))).toEqual([]);
    // One mail may tell the agency about many leads, but each lead has its own webhook event.
    expect(sent.length).toBeGreaterThanOrEqual(flood.acknowledged.size);
    for (const { port } of [site, other])
      expect((await sendRequest(port, { path: "/readyz" })).status).toBe(200);
  },
);

/** Waits until nothing is due, and lets failed deliveries be retried at once. */
async function settled(outbox: Outbox) {
  let turn = 0;
  await vi.waitFor(
    async () => {
      // Otherwise deliveries that failed, or that a killed process claimed, wait for minutes.
      if (turn++ % 20 === 0) await outbox.endLeasesAndWaits();
      const states = (await outbox.deliveries()).map(({ state }) => state);
      expect(states).not.toContain("due");
    },
    { timeout: 240_000, interval: 250 },
  );
  const { sent = [], unsent = [] } = Object.groupBy(
    await outbox.deliveries(),
    ({ state }) => (state === "sent" ? "sent" : "unsent"),
  );
  return { sent, unsent };
}

/** Their number limits confirmations, and one mail tells the agency of a storm of leads. */
const mayStayUnsent = ({ kind, state }: Delivery) =>
  kind === "confirmation" || (kind === "notification" && state === "cancelled");
