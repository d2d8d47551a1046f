import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import {
  backupAges,
  backupPath,
  backupsIn,
  forgottenCopies,
  latePlaces,
  newestBackup,
  removeOldBackups,
  removeOldCopies,
} from "./backups.ts";

const NOON = Date.parse("2026-11-20T12:00:00.000Z");
const DAY = 24 * 60 * 60 * 1000;

function folderWith(...names: string[]) {
  const here = { dataDir: temporaryFolder(), databaseUrl: undefined };
  const folder = join(here.dataDir, "backups");
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), "");
  return { here, left: () => readdirSync(folder).toSorted() };
}

const backupOf = (day: number) => basename(backupPath("", NOON + day * DAY));

test("names sort by time, and without files there is no backup", () => {
  expect(backupOf(0)).toBe("leads-2026-11-20T12-00-00Z.db");
  const { here } = folderWith(backupOf(2), backupOf(30), backupOf(1), "leads.db.part", "zzz.db");
  const path = join(here.dataDir, "backups", backupOf(30));
  expect(backupsIn(here.dataDir).at(-1)).toEqual({ path, madeAt: NOON + 30 * DAY });
  expect(backupsIn(temporaryFolder())).toEqual([]);
  expect(backupsIn(folderWith().here.dataDir)).toEqual([]);
});

test("the latest of each of the latest days stay, and other programs' files are not touched", () => {
  const { here, left } = folderWith(...[1, 2, 3, 4, 4.1, 4.2].map(backupOf), "leads.db.part", "aaa.db");
  removeOldBackups(here.dataDir, 2, NOON + 5 * DAY);
  expect(left()).toEqual(["aaa.db", backupOf(3), backupOf(4.2), "leads.db.part"]);
});

test("a backup that a clock a year ahead made is not the newest, and replaces no other", () => {
  const { here, left } = folderWith(...[1, 2, 365].map(backupOf));
  const now = NOON + 3 * DAY;
  expect(newestBackup(here.dataDir, now)?.madeAt).toBe(NOON + 2 * DAY);
  removeOldBackups(here.dataDir, 3, now);
  expect(left()).toHaveLength(3);
  removeOldBackups(here.dataDir, 2, now);
  expect(left()).toEqual([1, 2].map(backupOf));
});

test("a clock that is a year behind removes no backups that look like the future's", () => {
  const { here, left } = folderWith(...[1, 2, 3, -365].map(backupOf));
  const now = NOON - 364 * DAY;
  expect(newestBackup(here.dataDir, now)?.madeAt).toBe(NOON - 365 * DAY);
  removeOldBackups(here.dataDir, 3, now);
  expect(left()).toHaveLength(4);
});

test("a backup is late after two days, local or off-site, and one of the future has no age", () => {
  const { here } = folderWith(backupOf(0), "elsewhere");
  const taken = (at: number) => utimesSync(join(here.dataDir, "backups", "elsewhere"), at / 1000, at / 1000);
  taken(NOON - DAY);
  expect(backupAges(here, NOON + 60_000)).toEqual({ local: 60, elsewhere: 86_460 });
  expect(latePlaces(backupAges(here, NOON + 1.5 * DAY))).toEqual(["elsewhere"]);
  expect(latePlaces(backupAges(here, NOON + 2.5 * DAY))).toEqual(["local", "elsewhere"]);
  taken(NOON + DAY);
  expect(backupAges(here, NOON)).toEqual({ local: 0 });
  expect(backupAges({ ...here, databaseUrl: "postgres://db.example/leads" }, NOON)).toEqual({});
});

test("copies of the store go after 14 days, unfinished ones after one", () => {
  const { here, left } = folderWith(backupOf(-90), "leads.db.part-7", "leads.db.part-new");
  const at = (name: string) => join(here.dataDir, name);
  mkdirSync(at("leads.trial-abc"));
  const copyOf = (why: string, day: number) =>
    `leads.db.${why}-${new Date(NOON + day * DAY).toISOString().replaceAll(/[:.]/g, "-")}`;
  const kept = ["leads.db", copyOf("replaced", -13), copyOf("replaced", 99), copyOf("rescued", -90)];
  const old = [copyOf("replaced", -15), `${copyOf("replaced", -15)}-wal`];
  for (const name of [...kept, ...old]) writeFileSync(at(name), "");
  for (const name of ["backups/leads.db.part-7", "leads.trial-abc", "leads.db"])
    utimesSync(at(name), new Date(NOON - 2 * DAY), new Date(NOON - 2 * DAY));
  // One copy a day is all that a wrong clock can delete.
  const older = copyOf("replaced", -16);
  writeFileSync(at(older), "");
  expect(removeOldCopies(here.dataDir, NOON)).toEqual(expect.arrayContaining([at(older)]));
  expect(removeOldCopies(here.dataDir, NOON + 60_000)).toHaveLength(2);
  expect(readdirSync(here.dataDir).toSorted()).toEqual(["backups", ...kept].toSorted());
  expect(left()).toEqual([backupOf(-90), "leads.db.part-new"]);
  expect(forgottenCopies(here)).toEqual([at(copyOf("rescued", -90))]);
  const moved = { ...here, databaseUrl: "postgres://db.example/leads" };
  const names = forgottenCopies(moved).map((path) => basename(path));
  expect(names).toEqual(["leads.db", copyOf("rescued", -90), backupOf(-90)]);
});
