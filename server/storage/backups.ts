/** Backups and other copies of the store: names that contain the time, how many are kept and how long, the newest's age. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

const DAY_MS = 24 * 60 * 60 * 1000;
/** As long as daily backups by default, and as the draft of the privacy policy says. */
export const COPIES_KEPT_DAYS = 14;
const COPY = /^leads\.db\.replaced-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z).*$/;
/** A killed backup, restore or drill leaves it. */
const UNFINISHED = /^leads\.(?:db\.restored$|db\.part-|dump\.part-|drill-)/;

/**
 * Removes the oldest copy that a restore left, and unfinished ones of yesterday. One copy a day is all
 * that a wrong clock can delete. @param now as above @returns their paths
 */
export function removeOldCopies(dataDir: string, now: number): string[] {
  const madeAt = (path: string) => Date.parse(basename(path).replace(COPY, "$1:$2:$3.$4"));
  const files = filesIn(dataDir, "", "backups");
  const copies = files.filter(
    (path) => COPY.test(basename(path)) && now - madeAt(path) > COPIES_KEPT_DAYS * DAY_MS,
  );
  const [oldest] = copies.map(madeAt).toSorted((a, b) => a - b);
  const unfinished = files.filter((path) => {
    const { mtimeMs = now } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return UNFINISHED.test(basename(path)) && now - mtimeMs > DAY_MS;
  });
  // A copy has side files with its time.
  const old = [...copies.filter((path) => madeAt(path) === oldest), ...unfinished];
  for (const path of old) rmSync(path, { recursive: true, force: true });
  return old;
}

/** Files with visitors' data that nothing removes: exports, those of the kind of store that the site has left, and rescued ones. */
export function forgottenCopies(location: StoreLocation): string[] {
  const isOther = (name: string) =>
    NAME.test(name) ? !name.endsWith(kindOf(location)) : name === "leads.db" && kindOf(location) !== ".db";
  const copies = filesIn(location.dataDir, "", "backups").filter(
    (path) => isOther(basename(path)) || basename(path).startsWith("leads.db.rescued-"),
  );
  return [...copies, ...filesIn(location.dataDir, "exports")];
}

function filesIn(dataDir: string, ...names: string[]): string[] {
  const folders = names.map((name) => join(dataDir, name)).filter((folder) => existsSync(folder));
  return folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
}
