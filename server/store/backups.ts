/** Backups and other copies of the store: their names, how many are kept and how long. */
import { globSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { BackupAges } from "../../contract/inbox.ts";
import { DAY_MS } from "../../contract/durations.ts";
import type { StoreLocation } from "../settings/env.ts";

const NAME = /^leads-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.db$/;

/** Why deliveries of a restored store are not sent again. */
export const RESTORED = "A backup was restored, and this may have been sent before. Revive it to send it.";

/** @param madeAt milliseconds since 1970 */
export function backupPath(dataDir: string, madeAt: number): string {
  const time = new Date(madeAt).toISOString().slice(0, 19).replaceAll(":", "-");
  return join(dataDir, "backups", `leads-${time}Z.db`);
}

/**
 * Sorted, the newest last, without unfinished ones and future ones that a wrong clock made.
 * @param now milliseconds since 1970
 */
function backupsIn(dataDir: string, now: number) {
  return filesIn(dataDir, "backups")
    .filter((path) => NAME.test(basename(path)))
    .toSorted()
    .map((path) => ({ path, madeAt: Date.parse(basename(path).replace(NAME, "$1:$2:$3Z")) }))
    .filter(({ madeAt }) => madeAt <= now);
}

/** @param now milliseconds since 1970 */
export const newestBackup = (dataDir: string, now: number) => backupsIn(dataDir, now).at(-1);

/**
 * Of a store that is a file. A copy off-site gives `backups/elsewhere` its time.
 * @param now milliseconds since 1970 @returns seconds
 */
export function backupAges({ dataDir, databaseUrl }: StoreLocation, now: number): BackupAges {
  if (databaseUrl !== undefined) return {};
  const elsewhere = statSync(join(dataDir, "backups", "elsewhere"), { throwIfNoEntry: false });
  const times = { local: newestBackup(dataDir, now)?.madeAt, elsewhere: elsewhere?.mtimeMs };
  return Object.fromEntries(
    Object.entries(times).flatMap(([place, time]) =>
      time === undefined || time > now ? [] : [[place, Math.round((now - time) / 1000)]],
    ),
  );
}

/** Daily backups, and stores that a backup replaced, as the draft of the privacy policy says. */
export const KEPT_DAYS = 14;

/** Keeps the newest of each of the latest days that have one. @param now milliseconds since 1970 */
export function removeOldBackups(dataDir: string, now: number): void {
  const all = backupsIn(dataDir, now);
  const byDay = Map.groupBy(all, ({ madeAt }) => new Date(madeAt).toISOString().slice(0, 10));
  const kept = [...byDay.values()].map((ofDay) => ofDay.at(-1)).slice(-KEPT_DAYS);
  for (const backup of all) if (!kept.includes(backup)) rmSync(backup.path, { force: true });
}

const COPY = /^leads\.db\.replaced-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z).*$/;
/** A killed backup, restore or trial leaves it. */
const UNFINISHED = /^leads\.(?:db\.restored$|db\.part-|trial-)/;

/** Removes old stores of a restore, and unfinished copies of yesterday. @returns their paths */
export function removeOldCopies(dataDir: string, now: number): string[] {
  const old = filesIn(dataDir, "", "backups").filter((path) => {
    const name = basename(path);
    if (COPY.test(name)) return now - Date.parse(name.replace(COPY, "$1:$2:$3.$4")) > KEPT_DAYS * DAY_MS;
    const { mtimeMs = now } = statSync(path, { throwIfNoEntry: false }) ?? {};
    return UNFINISHED.test(name) && now - mtimeMs > DAY_MS;
  });
  for (const path of old) rmSync(path, { recursive: true, force: true });
  return old;
}

/** Files with visitors' data that nothing removes: exports, rescued and moved stores. */
export function forgottenCopies({ dataDir, databaseUrl }: StoreLocation): string[] {
  const isLeft = (name: string) => databaseUrl !== undefined && (NAME.test(name) || name === "leads.db");
  const copies = filesIn(dataDir, "", "backups").filter(
    (path) => isLeft(basename(path)) || basename(path).startsWith("leads.db.rescued-"),
  );
  return [...copies, ...filesIn(dataDir, "exports")];
}

/** None where a folder is missing or no folder. */
function filesIn(dataDir: string, ...names: string[]): string[] {
  const folders = names.map((name) => join(dataDir, name));
  return folders.flatMap((cwd) => globSync("*", { cwd }).map((name) => join(cwd, name)));
}
