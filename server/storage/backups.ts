/** The folder of backups: names that contain the time and sort by it, the number to keep, and the age of the newest. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BackupPlace } from "../../contract/inbox.ts";
import { giveToOwner } from "../configuration/data-dir.ts";
import type { StoreLocation } from "../configuration/env.ts";

const NAME = /^leads-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.(db|dump)$/;
/** The interval of backups. Seconds. */
const LATE_AFTER_S = 2 * 24 * 60 * 60;

/** Why deliveries of a restored store are not sent again. */
export const RESTORED = "A backup was restored, and this may have been sent before. Revive it to send it.";

export interface Backup {
  path: string;
  madeAt: number;
}

/** @param madeAt milliseconds since 1970 */
export function backupPath(location: StoreLocation, madeAt: number): string {
  const time = new Date(madeAt).toISOString().slice(0, 19).replaceAll(":", "-");
  return join(location.dataDir, "backups", `leads-${time}Z${kindOf(location)}`);
}

export function makeBackupFolder(backup: string): string {
  const folder = dirname(backup);
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    giveToOwner(folder);
  }
  return folder;
}

/** Only files of the store's own kind count, not those of a store that was replaced. */
function kindOf({ databaseUrl }: StoreLocation): string {
  return databaseUrl === undefined ? ".db" : ".dump";
}

/** Sorted, the newest last. Other files in the folder and unfinished ones do not count. */
export function backupsIn(location: StoreLocation): Backup[] {
  const folder = join(location.dataDir, "backups");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => NAME.test(name) && name.endsWith(kindOf(location)))
    .toSorted()
    .map((name) => ({ path: join(folder, name), madeAt: Date.parse(name.replace(NAME, "$1:$2:$3Z")) }));
}

/** The newest backup, without future ones that a wrong clock made. @param now milliseconds since 1970 */
export function newestBackup(location: StoreLocation, now: number): Backup | undefined {
  return backupsIn(location).findLast(({ madeAt }) => madeAt <= now);
}

/** Seconds since the newest backup at each place that has one. */
export type BackupAges = Partial<Record<BackupPlace, number>>;

/** A program that copies backups off-site gives `backups/elsewhere` the copy's time. @param now milliseconds since 1970 */
export function backupAges(location: StoreLocation, now: number): BackupAges {
  const local = newestBackup(location, now)?.madeAt;
  const taken = statSync(join(location.dataDir, "backups", "elsewhere"), { throwIfNoEntry: false })?.mtimeMs;
  const age = (madeAt: number) => Math.round((now - madeAt) / 1000);
  return {
    ...(local !== undefined && { local: age(local) }),
    ...(taken !== undefined && taken <= now && { elsewhere: age(taken) }),
  };
}

export function latePlaces(ages: BackupAges): BackupPlace[] {
  return (["local", "elsewhere"] as const).filter((place) => (ages[place] ?? 0) > LATE_AFTER_S);
}

/** Removes all but the latest; future ones only once there are as many past ones. @param now as above */
export function removeOldBackups(location: StoreLocation, kept: number, now: number): void {
  const all = backupsIn(location);
  const past = all.filter(({ madeAt }) => madeAt <= now);
  const future = all.filter(({ madeAt }) => madeAt > now);
  const old = past.slice(0, -kept);
  for (const { path } of past.length < kept ? old : [...old, ...future]) rmSync(path, { force: true });
}
