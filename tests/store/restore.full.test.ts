import * as fs from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { restoreBackup } from "../../server/store/sqlite/backup.ts";
import { lockFile } from "../../server/store/sqlite/copies.ts";
import { openDatabase } from "../../server/store/sqlite/open-database.ts";
import { statusOf } from "../support/server.ts";
import { filledFile } from "../support/used-store.ts";
import { home, leadsOf, sendNamed } from "./store-home.ts";

const withSchema = (schema: string) => (file: string) => {
  fs.writeFileSync(file, "");
  const db = new DatabaseSync(file);
  db.exec(schema);
  db.close();
};

test.each([
  [
    "cut off",
    (file: string) => fs.truncateSync(file, fs.statSync(file).size / 2),
  ],
  ["something else", (file: string) => fs.writeFileSync(file, "Dear diary")],
  ["not there", (file: string) => fs.rmSync(file)],
  ["of 0 bytes", withSchema("")],
  [
    "of another program",
    withSchema("CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)"),
  ],
  [
    "of another program with leads",
    withSchema("CREATE TABLE lead_submissions (id TEXT)"),
  ],
])(
  "a backup that is %s is refused, and the store is unchanged",
  (_what, spoil) => {
    const [store, backup] = [filledFile(), filledFile()];
    spoil(backup);
    const refusal = `${backup} cannot be read, is damaged, or is not a backup of leads.`;
    expect(() => restoreBackup(backup, store, true)).toThrow(refusal);
    expect(leadsOf(store)).toHaveLength(20);
  },
);

test("a restore keeps the write-ahead log of the lost store, but does not apply it", async () => {
  const { store, run, start } = home();
  const site = await start();
  expect(await sendNamed(site, "Not in the backup")).toBe(201);
  await site.kill("SIGKILL");
  fs.rmSync(store);
  const kept = expect.stringMatching(
    "is kept in \\S+replaced-\\S+-wal for 14 days\\.",
  );
  expect(await run("restore", filledFile())).toMatchObject({
    code: 0,
    stderr: kept,
  });
  expect(fs.existsSync(`${store}-wal`)).toBe(false);
  expect(leadsOf(store)).toHaveLength(20);
  const again = await start();
  expect(await statusOf(again.port, "/readyz")).toBe(200);
}, 60_000);

test("while one process restores a store, no other restores or opens it", () => {
  const [store, backup] = [filledFile(), filledFile()];
  using lock = lockFile(store, 0);
  expect(lock).toBeDefined();
  expect(() => restoreBackup(backup, store, true)).toThrow("is in use");
  expect(() => openDatabase(store, 0)).toThrow("locked");
});
