import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import {
  backupAges,
  backupPath,
  forgottenCopies,
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

test("the latest backup of each of the latest 14 days stays, and so do all other files", () => {
  const days = Array.from({ length: 16 }, (_, day) => day);
  const { here, left } = folderWith(
    ...[...days, 15.1].map(backupOf),
    "leads.db.part",
    "aaa.db",
  );
  expect(backupOf(0)).toBe("leads-2026-11-20T12-00-00Z.db");
  removeOldBackups(here.dataDir, NOON + 16 * DAY);
  expect(left()).toEqual(
    [
      "aaa.db",
      ...[...days.slice(2, 15), 15.1].map(backupOf),
      "leads.db.part",
    ].toSorted(),
  );
});

test("a backup that a wrong clock dates a year ahead is not the newest, and replaces no other", () => {
  const { here, left } = folderWith(
    ...[...Array(14).keys(), 365].map(backupOf),
  );
  const now = NOON + 14 * DAY;
  expect(newestBackup(here.dataDir, now)?.madeAt).toBe(NOON + 13 * DAY);
  removeOldBackups(here.dataDir, now);
  expect(left()).toHaveLength(15);
  expect(backupAges(here, now)).toEqual({ local: DAY / 1000 });
  const databaseUrl = "postgres://db.example/leads";
  expect(backupAges({ ...here, databaseUrl }, now)).toEqual({});
});

test("replaced stores go after 14 days, unfinished copies after one day, rescued leads never", () => {
  const { here, left } = folderWith(
    backupOf(-90),
    "leads.db.part-7",
    "leads.db.part-new",
  );
  const at = (name: string) => join(here.dataDir, name);
  mkdirSync(at("leads.trial-abc"));
  const copyOf = (why: string, day: number) =>
    `leads.db.${why}-${new Date(NOON + day * DAY).toISOString().replaceAll(/[:.]/g, "-")}`;
  const kept = [
    "leads.db",
    copyOf("replaced", -13),
    copyOf("replaced", 99),
    copyOf("rescued", -90),
    "leads.csv",
  ];
  const old = [
    copyOf("replaced", -15),
    `${copyOf("replaced", -15)}-wal`,
    "leads.db.restored",
  ];
  for (const name of [...kept, ...old]) writeFileSync(at(name), "");
  for (const name of [
    "backups/leads.db.part-7",
    "leads.trial-abc",
    "leads.db.restored",
    "leads.db",
  ])
    utimesSync(at(name), new Date(NOON - 2 * DAY), new Date(NOON - 2 * DAY));
  const today = new Date(NOON - DAY / 2);
  utimesSync(at("backups/leads.db.part-new"), today, today);
  expect(removeOldCopies(here.dataDir, NOON)).toHaveLength(5);
  expect(readdirSync(here.dataDir).toSorted()).toEqual(
    ["backups", ...kept].toSorted(),
  );
  expect(left()).toEqual([backupOf(-90), "leads.db.part-new"]);
  expect(forgottenCopies(here.dataDir).toSorted()).toEqual(
    [copyOf("rescued", -90), "leads.csv"].map(at).toSorted(),
  );
});
