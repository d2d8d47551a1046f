/**
 * Two processes share a store. One process is
 * killed at random moments while leads arrive.
 */

import { expect, vi } from "vitest";
import type { Database } from "../../server/store/database.ts";
import type { DatabaseRecord, Query } from "../../server/store/query.ts";
import { readAll } from "../store/contract/rows.ts";
import { openAt, testAtPlace } from "../store/contract/stores.ts";
import { startMailServer } from "../support/mail-server.ts";
import { KEYS, newHome, startProcess } from "../support/process.ts";
import { startReceiver } from "../support/receiver.ts";
import { statusOf } from "../support/server.ts";
import { Flood } from "./flood.ts";

vi.setConfig({ testTimeout: 300_000 });

/** How often the test kills a site, each time at another moment. */
const KILLS = 2;

testAtPlace(
  "kill -9 while leads arrive loses no lead and duplicates no lead",
  async (place) => {
    const { mails, settings } = await startMailServer("none");
    const { events, port } = await startReceiver((response) => response.end());
    const { dataDir, databaseUrl } = place;
    const env = newHome({
      ...KEYS,
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      SMTP_URL: `smtp://localhost:${settings.port}?tls=none`,
      WEBHOOK_URLS: `http://localhost:${port}/hook`,
      WEBHOOK_ALLOW_HOSTS: "localhost",
      TIME_ZONE: zoneWhereItIsNoon(),
    });
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
    const store = await openAt(place);
    flood.expectStored(await readAll(store));
    expect(await store.read(readOrphans)).toEqual([]);
    const { sent = [], unsent = [] } = await settled(store);
    const arrived = new Set([
      ...mails.map(({ raw }) => /^message-id: <([^@>]+)@/im.exec(raw)?.[1]),
      ...events.map(({ headers }) => headers["webhook-id"]),
    ]);
    expect(sent.filter(({ id }) => !arrived.has(String(id)))).toEqual([]);
    expect(unsent.filter((one) => !mayStayUnsent(one))).toEqual([]);
    // One mail may tell the agency about many leads,
    // but each lead has its own webhook event.
    expect(sent.length).toBeGreaterThanOrEqual(flood.acknowledged.size);
    for (const { port: at } of [site, other])
      expect(await statusOf(at, "/readyz")).toBe(200);
  },
);

/** Leads with no context or fewer than two deliveries. */
const readOrphans = (query: Query) =>
  query`SELECT id FROM lead_submissions AS lead
    WHERE id NOT IN (SELECT lead_id FROM lead_contexts)
      OR 2 > (SELECT count(*) FROM deliveries WHERE lead_id = lead.id)`;

const readDeliveries = (query: Query) =>
  query`SELECT id, kind, state FROM deliveries`;

const endLeasesAndWaits = (query: Query) =>
  query`UPDATE deliveries SET next_at = due_at
    WHERE state = 'due' AND attempts > 0`;

/**
 * Waits until nothing is due, and lets failed deliveries be retried at once.
 */
async function settled(store: Database) {
  let turn = 0;
  await vi.waitFor(
    async () => {
      // Otherwise deliveries that failed, or that a
      // killed process claimed, wait for minutes.
      if (turn++ % 20 === 0) await store.write(endLeasesAndWaits);
      const states = (await store.read(readDeliveries)).map(
        ({ state }) => state,
      );
      expect(states).not.toContain("due");
    },
    { timeout: 240_000, interval: 250 },
  );
  return Object.groupBy(await store.read(readDeliveries), ({ state }) =>
    state === "sent" ? "sent" : "unsent",
  );
}

/**
 * Their number limits confirmations, and one
 * mail tells the agency of a storm of leads.
 */
const mayStayUnsent = ({ kind, state }: DatabaseRecord) =>
  kind === "confirmation" || (kind === "notification" && state === "cancelled");

/**
 * Mails to the agency wait for the morning,
 * so the sites are where it is about noon.
 */
function zoneWhereItIsNoon(): string {
  const hours = new Date().getUTCHours() - 12;
  return `Etc/GMT${hours < 0 ? "" : "+"}${hours}`;
}
