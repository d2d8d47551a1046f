/**
 * The promise of the store, tried on the real process: whatever moment it is killed at, no acknowledged lead is
 * lost, and none is stored twice when its client tries again.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { writeBuild } from "../fakes/build.ts";
import { LEAD } from "../fakes/leads.ts";
import { startProcess } from "../fakes/process.ts";
import { PUBLIC_KEY, SECRET_KEY, send, temporaryFolder } from "../fakes/server.ts";
import { post } from "../wire/wire-request.ts";

const KILLS = 20;
const CLIENTS = 16;

test(`${KILLS} kills in a flood of inserts lose nothing and double nothing`, async () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, "data");
  const env = {
    DIST_DIR: writeBuild(folder),
    DATA_DIR: dataDir,
    LEADS_PUBLIC_KEY: PUBLIC_KEY,
    LEADS_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: "error",
  };
  /** What each client was told: the id of the lead that its key made. */
  const acknowledged = new Map<string, string>();
  /** Keys of inserts that were never answered, to be sent again. */
  const unanswered: string[] = [];

  async function insert(port: number, key: string): Promise<void> {
    const answer = await send(port, post({ ...LEAD, name: `Lead ${key}` }, { "idempotency-key": key }));
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
    acknowledged.set(key, JSON.parse(answer.body).id);
  }

  async function client(port: number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const key = unanswered.pop() ?? randomUUID();
      try {
        await insert(port, key);
      } catch (error) {
        if (!(error instanceof Error && "code" in error)) throw error;
        unanswered.push(key);
        return;
      }
    }
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const server = await startProcess(env);
    let over = false;
    const clients = Array.from({ length: CLIENTS }, () => client(server.port, () => over));
    await sleep(20 + Math.random() * 250);
    await server.kill("SIGKILL");
    over = true;
    await Promise.all(clients);
  }

  const server = await startProcess(env);
  const db = new DatabaseSync(join(dataDir, "leads.db"), { readOnly: true });
  for (const key of unanswered) await insert(server.port, key);
  await server.kill("SIGTERM");

  const rows = db.prepare("SELECT id, name FROM lead_submissions").all();
  const stored = new Map(rows.map(({ id, name }) => [String(name).slice("Lead ".length), String(id)]));
  expect(acknowledged.size).toBeGreaterThan(KILLS * CLIENTS);
  expect(stored.size).toBe(rows.length);
  expect(stored).toEqual(acknowledged);
  expect(db.prepare("SELECT count(*) AS n FROM idempotency_keys").get()).toEqual({ n: rows.length });
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  db.close();
}, 120_000);
