import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { backupPath, backupsIn, newestBackup, removeOldBackups } from "./backups.ts";

const NOON = Date.parse("2026-11-20T12:00:00.000Z");
const DAY = 24 * 60 * 60 * 1000;

/** @returns the names in the folder */
function folderWith(...names: string[]): { dataDir: string; left: () => string[] } {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, "backups");
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), "");
  return { dataDir, left: () => readdirSync(folder).toSorted() };
}

const backupOf = (day: number) => basename(backupPath("", NOON + day * DAY));

test("names sort by time, and the newest one says when it was made", () => {
  expect(backupOf(0)).toBe("leads-2026-11-20T12-00-00Z.db");
  const { dataDir } = folderWith(backupOf(2), backupOf(30), backupOf(1), "leads.db.part", "zzz.db");
  expect(backupsIn(dataDir).at(-1)).toEqual({
    path: join(dataDir, "backups", backupOf(30)),
    madeAt: NOON + 30 * DAY,
  });
});

test("where there is no folder, or nothing in it, there is no backup", () => {
  expect(backupsIn(temporaryFolder())).toEqual([]);
  expect(backupsIn(folderWith().dataDir)).toEqual([]);
});

test("the latest stay, and others' files are not touched", () => {
  const { dataDir, left } = folderWith(...[1, 2, 3, 4].map(backupOf), "leads.db.part", "aaa.db");
  removeOldBackups(dataDir, 2, NOON + 4 * DAY);
  expect(left()).toEqual(["aaa.db", backupOf(3), backupOf(4), "leads.db.part"]);
});

test("while the clock is right again, one that was made a year ahead is not the newest, and takes no place of another", () => {
  const { dataDir, left } = folderWith(...[1, 2, 365].map(backupOf));
  const now = NOON + 3 * DAY;
  expect(newestBackup(dataDir, now)?.madeAt).toBe(NOON + 2 * DAY);
  removeOldBackups(dataDir, 3, now);
  expect(left()).toHaveLength(3);
  removeOldBackups(dataDir, 2, now);
  expect(left()).toEqual([1, 2].map(backupOf));
});

test("a clock that is a year behind makes one, and removes none of those that it takes for the future's", () => {
  const { dataDir, left } = folderWith(...[1, 2, 3, -365].map(backupOf));
  const now = NOON - 364 * DAY;
  expect(newestBackup(dataDir, now)?.madeAt).toBe(NOON - 365 * DAY);
  removeOldBackups(dataDir, 3, now);
  expect(left()).toHaveLength(4);
});
