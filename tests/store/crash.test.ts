/**
 * The promise of the store, tried on the real process: whatever moment it is killed at, no acknowledged lead is
 * lost, and none is stored twice when its client tries again.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { writeBuild } from "../fakes/build.ts";
import { Flood } from "../fakes/flood.ts";
import { describePostgres, onServer, temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess } from "../fakes/process.ts";
import { PUBLIC_KEY, SECRET_KEY, temporaryFolder } from "../fakes/server.ts";

const CLIENTS = 16;

function environment(): Record<string, string> & { DATA_DIR: string } {
  const folder = temporaryFolder();
  return {
    DIST_DIR: writeBuild(folder),
    DATA_DIR: join(folder, "data"),
    LEADS_PUBLIC_KEY: PUBLIC_KEY,
    LEADS_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: "error",
  };
}

/** Starts the process and kills it in the middle of a flood, again and again; then lets every client have its way. */
async function killInFlood(env: Record<string, string>, kills: number): Promise<Flood> {
  const flood = new Flood();
  for (let kill = 0; kill < kills; kill++) {
    const server = await startProcess(env);
    const stop = flood.start(server.port, CLIENTS);
    await flood.reach(1 + Math.floor(Math.random() * 60));
    await server.kill("SIGKILL");
    await stop();
  }
  const server = await startProcess(env);
  await flood.sendUnanswered(server.port);
  await server.kill("SIGTERM");
  expect(flood.acknowledged.size).toBeGreaterThan(kills);
  return flood;
}

test("20 kills in a flood of inserts lose nothing and double nothing", async () => {
  const env = environment();
  const flood = await killInFlood(env, 20);
  const db = new DatabaseSync(join(env.DATA_DIR, "leads.db"), { readOnly: true });
  const rows = db.prepare("SELECT id, name FROM lead_submissions").all();
  flood.expectStored(rows.map(({ id, name }) => ({ id: String(id), name: String(name) })));
  expect(db.prepare("SELECT count(*) AS n FROM idempotency_keys WHERE key LIKE 'key:%'").get()).toEqual({
    n: rows.length,
  });
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  db.close();
}, 120_000);

describePostgres("on PostgreSQL", () => {
  test("5 kills in a flood of inserts lose nothing and double nothing", async () => {
    const url = await temporaryDatabase();
    const flood = await killInFlood({ ...environment(), DATABASE_URL: url }, 5);
    await onServer(url, async (client) => {
      const { rows } = await client.query("SELECT id, name FROM lead_submissions");
      flood.expectStored(rows);
      const keys = await client.query(
        "SELECT count(*)::int AS n FROM nightshift.idempotency_keys WHERE key LIKE 'key:%'",
      );
      expect(keys.rows).toEqual([{ n: rows.length }]);
    });
  }, 60_000);
});
