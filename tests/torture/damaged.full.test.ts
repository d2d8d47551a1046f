import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { runHere } from "../support/command.ts";
import { openSqliteStore } from "../../server/store/sqlite/sqlite-database.ts";
import { faultOf } from "../support/store.ts";
import { newScene, statusOf } from "./scene.ts";

const PAGE = 4096;

function overwrite(file: string, from: number, to: number): void {
  const garbage = Buffer.from(
    Array.from({ length: PAGE }, (_, at) => (at * 89) % 251),
  );
  const open = openSync(file, "r+");
  for (let page = from; page < to; page++)
    writeSync(open, garbage, 0, PAGE, page * PAGE);
  closeSync(open);
}

test("a site with a damaged store serves pages and names the backup, which restores the leads", async () => {
  const scene = await newScene();
  const { env, flood } = scene;
  const file = join(env.DATA_DIR, "leads.db");
  const first = await scene.site();
  const stop = flood.start(first.port, 4);
  await flood.reach(10);
  await stop();
  expect(await first.kill("SIGTERM")).toBe(0);
  expect(await runHere(["backup"], env)).toMatchObject({ code: 0 });
  overwrite(file, 0, Math.floor(statSync(file).size / PAGE));
  const waiting = await scene.site();
  expect([
    await statusOf(waiting.port, "/"),
    await statusOf(waiting.port),
  ]).toEqual([200, 503]);
  expect(waiting.stderr()).toMatch(
    /The newest backup is from \S+Z\. Stop the site, then run: npm run leads -- restore --replace\n$/,
  );
  expect(await waiting.kill("SIGTERM")).toBe(0);
  expect(await runHere(["restore", "--replace"], env)).toMatchObject({
    code: 0,
  });
  const site = await scene.site();
  // The restore makes due deliveries dead, because they may have been sent after the backup.
  await runHere(["resend", "dead"], env);
  await scene.expectKept(site);
}, 300_000);

test("a site whose store is damaged serves pages, and takes no lead after a restart", async () => {
  const scene = await newScene();
  const { env, flood } = scene;
  const file = join(env.DATA_DIR, "leads.db");
  const first = await scene.site();
  const stop = flood.start(first.port, 4);
  await flood.reach(20);
  await stop();
  const db = new DatabaseSync(file);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  overwrite(file, 1, Math.floor(statSync(file).size / PAGE));
  const stopAgain = flood.start(first.port, 4);
  for (let request = 0; request < 10; request++) {
    expect(await statusOf(first.port, "/")).toBe(200);
    await statusOf(first.port);
  }
  await stopAgain();
  await first.kill("SIGKILL");
  const again = await openSqliteStore(file, { log: () => {}, later: true });
  expect(await faultOf(again)).toMatch(/damaged/);
  await again.close();
}, 60_000);
