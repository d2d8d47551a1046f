/**
 * Backups and other copies of a store in a
 * file. Times are milliseconds since 1970.
 */

import { rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { attempt } from "../../contract/attempt.ts";
import { DAY_MS } from "../../contract/durations.ts";
import type { BackupAges } from "../../contract/inbox/backup-ages.ts";
import type { StoreLocation } from "../settings/env.ts";
import { namesIn, statOf } from "../settings/files-in.ts";

/** Reads `2026-11-20T07-00-00Z`, perhaps with milliseconds, in a name. */
const timeIn = (name: string): number =>
  Date.parse(
    name.replace(/^.*-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d).*$/, "$1:$2:$3Z"),
  );

export function backupPath(dataDir: string, madeAt: number): string {
  const time = new Date(madeAt).toISOString().slice(0, 19).replaceAll(":", "-");
  return join(dataDir, "backups", `leads-${time}Z.db`);
}

/**
 * The finished backups, the newest last.
 * Leaves out backups with a time after `now`.
 */
function backupsIn(dataDir: string, now: number) {
  return pathsIn(join(dataDir, "backups"))
    .filter((path) => /^leads-[\dT-]{19}Z\.db$/.test(basename(path)))
    .map((path) => ({ path, madeAt: timeIn(basename(path)) }))
    .filter(({ madeAt }) => madeAt <= now);
}

/** @throws {Error} if this user may not look into the folder */
export const newestBackup = (dataDir: string, now: number) =>
  backupsIn(dataDir, now).at(-1);

/**
 * Seconds since the newest backup, and since the last
 * copy to another place. After such a copy, the operator
 * touches `backups/elsewhere`. Empty for PostgreSQL.
 */
export function backupAges(
  { dataDir, databaseUrl }: StoreLocation,
  now: number,
): BackupAges {
  if (databaseUrl !== undefined) return {};
  const touched = join(dataDir, "backups", "elsewhere");
  const times = {
    local: attempt(() => newestBackup(dataDir, now)?.madeAt),
    elsewhere: attempt(() => statSync(touched).mtimeMs),
  };
  return Object.fromEntries(
    Object.entries(times).flatMap(([place, time]) =>
      time === undefined || time > now
        ? []
        : [[place, Math.round((now - time) / 1000)]],
    ),
  );
}

/**
 * How long daily backups and replaced stores
 * are kept. The privacy policy says this, too.
 */
export const KEPT_DAYS = 14;

/** Keeps the newest backup of each of the latest days. */
export function removeOldBackups(dataDir: string, now: number): void {
  const backups = backupsIn(dataDir, now);
  const byDay = Map.groupBy(backups, ({ madeAt }) =>
    new Date(madeAt).toISOString().slice(0, 10),
  );
  const newestOfDays = [...byDay.values()]
    .map((ofDay) => ofDay.at(-1))
    .slice(-KEPT_DAYS);
  for (const one of backups)
    if (!newestOfDays.includes(one)) rmSync(one.path, { force: true });
}

/** Files and folders that a killed restore, backup or trial leaves behind. */
const UNFINISHED = /^leads\.(?:db\.restored$|db\.part-|trial-)/;

/**
 * Removes old replaced stores and day-old
 * unfinished copies. @returns the removed paths
 */
export function removeOldCopies(dataDir: string, now: number): string[] {
  const folders = [dataDir, join(dataDir, "backups")];
  const old = folders.flatMap(pathsIn).filter((path) => {
    const name = basename(path);
    if (name.startsWith("leads.db.replaced-"))
      return now - timeIn(name) > KEPT_DAYS * DAY_MS;
    const changedAt = statOf(path)?.mtimeMs ?? now;
    return UNFINISHED.test(name) && now - changedAt > DAY_MS;
  });
  for (const path of old) rmSync(path, { recursive: true, force: true });
  return old;
}

/** Files with leads that nothing removes: exports and rescued stores. */
export function forgottenCopies(dataDir: string): string[] {
  return pathsIn(dataDir).filter((path) =>
    /^leads\.db\.rescued-|\.csv$/.test(basename(path)),
  );
}

/** @throws {Error} for a folder into which this user may not look */
const pathsIn = (folder: string) =>
  namesIn(folder).map((name) => join(folder, name));
