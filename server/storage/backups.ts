/** Backups and other copies of the store: names that contain the time, how many are kept and how long, the newest's age. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { BackupAges, BackupPlace } from "../../contract/inbox.ts";
import { DAY_MS } from "../../contract/durations.ts";
import type { StoreLocation } from "../configuration/env.ts";

const NAME = /^(leads|update)-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.(db|dump)$/;
/** The intervals of backups. Seconds. */
const LATE_AFTER_S = { local: 2 * 86_400, elsewhere: 2 * 86_400 };
/** Backups that updates made: more than a way back needs. */
const OF_UPDATES_KEPT = 3;

/** Why deliveries of a restored store are not sent again. */
export const RESTORED = "A backup was restored, and this may have been sent before. Revive it to send it.";

export interface Backup {
  path: string;
  madeAt: number;
}

/** Made daily or by hand, or by an update. */
type Why = "leads" | "update";

/** @param madeAt milliseconds since 1970 */
export function backupPath(location: StoreLocation, madeAt: number, why: Why = "leads"): string {
  const time = new Date(madeAt).toISOString().slice(0, 19).replaceAll(":", "-");
  return join(location.dataDir, "backups", `${why}-${time}Z${kindOf(location)}`);
}

/** Only files of the store's own kind count, not those of a store that was replaced. */
function kindOf({ databaseUrl }: StoreLocation): string {
  return databaseUrl === undefined ? ".db" : ".dump";
}

/** Sorted, the newest last. Other files in the folder and unfinished ones do not count. */
export function backupsIn(location: StoreLocation, why: Why = "leads"): Backup[] {
  const folder = join(location.dataDir, "backups");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => NAME.exec(name)?.[1] === why && name.endsWith(kindOf(location)))
    .toSorted()
    .map((name) => ({ path: join(folder, name), madeAt: Date.parse(name.replace(NAME, "$2:$3:$4Z")) }));
}

/** The newest backup, without future ones that a wrong clock made. @param now milliseconds since 1970 */
export function newestBackup(location: StoreLocation, now: number): Backup | undefined {
  return backupsIn(location).findLast(({ madeAt }) => madeAt <= now);
}

/** A program that copies backups off-site gives `backups/elsewhere` the copy's time. @param now milliseconds since 1970 */
export function backupAges(location: StoreLocation, now: number): BackupAges {
  const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const times = {
    local: newestBackup(location, now)?.madeAt,
    elsewhere: timeOf(join(location.dataDir, "backups", "elsewhere")),
  };
  return Object.fromEntries(
    Object.entries(times).flatMap(([place, time]) =>
      time === undefined || time > now ? [] : [[place, Math.round((now - time) / 1000)]],
    ),
  );
}

export function latePlaces(ages: BackupAges): BackupPlace[] {
  const places = ["local", "elsewhere"] as const;
  return places.filter((place) => (ages[place] ?? 0) > LATE_AFTER_S[place]);
}

/**
 * Keeps the newest of each of the latest days that have one; future ones stay until there are as many past days. Of the
 * backups of updates, the latest stay, and none that is older than these days. @param now as above
 */
export function removeOldBackups(location: StoreLocation, days: number, now: number): void {
  const isPast = ({ madeAt }: Backup) => madeAt <= now;
  const all = backupsIn(location);
  const past = all.filter(isPast);
  const byDay = Map.groupBy(past, ({ madeAt }) => new Date(madeAt).toISOString().slice(0, 10));
  const kept = [...byDay.values()].flatMap((ofDay) => ofDay.slice(-1)).slice(-days);
  const isFull = kept.length === days;
  const since = isFull ? (kept[0]?.madeAt ?? 0) : 0;
  const ofUpdates = backupsIn(location, "update").filter(isPast);
  const old = [
    ...all.filter((backup) => (isPast(backup) ? !kept.includes(backup) : isFull)),
    ...ofUpdates.filter(({ madeAt }, place) => madeAt < since || place < ofUpdates.length - OF_UPDATES_KEPT),
  ];
  for (const { path } of old) rmSync(path, { force: true });
}

/** As long as daily backups by default, and as the draft of the privacy policy says. */
export const COPIES_KEPT_DAYS = 14;
const COPY = /^leads\.db\.replaced-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z).*$/;
/** A killed backup, restore or update leaves it. */
const UNFINISHED = /^leads\.(?:db\.restored$|db\.part-|dump\.part-|trial-)/;

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
