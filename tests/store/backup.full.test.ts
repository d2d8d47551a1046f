/**
 * Backs up, loses and restores a store,
 * with the real site and the real commands.
 */

import fs, {
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { LEADS_TABLE } from "../../contract/lead/lead.ts";
import {
  restoreBackup,
  writeBackup,
} from "../../server/store/sqlite/backup.ts";
import { temporaryFolder } from "../support/server.ts";
import { filledFile } from "../support/used-store.ts";
import { Flood } from "../torture/flood.ts";
import { home, leadsOf, lose } from "./store-home.ts";

test("a backup made while leads arrive restores every lead that was acknowledged before it", async () => {
  const { store, backups, run, start } = home();
  const site = await start();
  const flood = new Flood();
  const stop = flood.start(site.port, 4);
  await flood.reach(30);
  const before = new Map(flood.acknowledged);
  const message = expect.stringMatching(
    "^Backed up \\d+ leads to .*\\.db\\.\\n$",
  );
  expect(await run("backup")).toMatchObject({ code: 0, stderr: message });
  await flood.reach(10);
  await stop();
  // The site makes its daily backup at any
  // moment, so that backup may be the newest.
  const completeBackups = () =>
    backups().filter((name) => name.endsWith(".db"));
  for (const backup of completeBackups())
    expect(statSync(backup).mode & 0o777).toBe(0o600);

  await site.kill("SIGKILL");
  lose(store);
  const restored = expect.stringContaining(
    `leads from ${completeBackups().at(-1)}.\n`,
  );
  expect(await run("restore")).toMatchObject({ code: 0, stderr: restored });
  const ids = new Set(leadsOf(store).map(({ id }) => id));
  expect([...before.values()].filter((id) => !ids.has(id))).toEqual([]);
  expect(await run("backup"), "the next one").toMatchObject({ code: 0 });
}, 60_000);

test("what a backup has as due may have been sent since, so only a person sends it again", async () => {
  const { run } = home();
  const backup = filledFile();
  const db = new DatabaseSync(backup);
  // Four of eight that are due later were tried before.
  db.exec(`UPDATE deliveries SET next_at = '2099-01-01T00:00:00.000Z', attempts = id LIKE '%1'
    WHERE id LIKE '%1' OR id LIKE '%3'`);
  db.close();
  const restored = await run("restore", backup);
  expect(restored.stderr).toContain(
    "\nDeliveries that may have been sent since that backup are not sent again: 16. ",
  );
  for (const count of [16, 0])
    expect(await run("resend", "dead")).toMatchObject({
      stdout: `${count} deliveries are due now.\n`,
    });
});

test("a restore replaces a store only on request and keeps its file; no backup is overwritten", async () => {
  const { store, run } = home();
  const backup = filledFile();
  filledFile(store);
  expect(await run("backup", "--out", backup)).toMatchObject({
    code: 1,
    stderr: `${backup} already exists. Name another file.\n`,
  });
  const db = new DatabaseSync(store);
  db.exec(
    `DELETE FROM ${LEADS_TABLE} WHERE id <> (SELECT min(id) FROM ${LEADS_TABLE})`,
  );
  db.close();
  const hasLeads = `${store} has leads (1). --replace moves it aside, and the backup takes its place.`;
  expect(() => restoreBackup(backup, store, false)).toThrow(hasLeads);
  const { kept = "" } = restoreBackup(backup, store, true);
  expect(leadsOf(kept)).toHaveLength(1);
  expect(leadsOf(store)).toHaveLength(20);
});

test("a damaged store, or one of half the disk, is not backed up, and earlier backups stay", () => {
  const [store, folder] = [filledFile(), temporaryFolder()];
  const backup = join(folder, "backup.db");
  writeBackup(store, backup);
  const bavail = statSync(store).size * 2 - 1;
  const disk = Object.assign(fs.statfsSync(folder), { bavail, bsize: 1 });
  const spy = vi.spyOn(fs, "statfsSync").mockReturnValueOnce(disk);
  syncBuiltinESMExports();
  expect(() => writeBackup(store, backup)).toThrow("exceed half");
  spy.mockRestore();
  syncBuiltinESMExports();
  const bytes = readFileSync(store);
  bytes.fill(0xff, 4096 * 3, 4096 * 6);
  writeFileSync(store, bytes);
  expect(() => writeBackup(store, backup)).toThrow(/malformed|damaged/);
  expect(readdirSync(folder)).toEqual(["backup.db"]);
});
