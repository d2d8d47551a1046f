/** The folder of backups: names that say when each was made and sort by it, and how many are kept. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const NAME = /^leads-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.db$/;

export interface Backup {
  path: string;
  madeAt: number;
}

/** @param madeAt milliseconds since 1970 */
export function backupPath(dataDir: string, madeAt: number): string {
  const time = new Date(madeAt).toISOString().slice(0, 19).replaceAll(":", "-");
  return join(dataDir, "backups", `leads-${time}Z.db`);
}

/** The newest at the end. Others' files in the folder, and what is not finished, count as nothing. */
export function backupsIn(dataDir: string): Backup[] {
  const folder = join(dataDir, "backups");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
  return names
    .toSorted()
    .map((name) => ({ path: join(folder, name), madeAt: Date.parse(name.replace(NAME, "$1:$2:$3Z")) }));
}

/**
 * The newest one that was made by now. A name of the future says that the clock was wrong, and nothing of how old it is.
 *
 * @param now milliseconds since 1970
 */
export function newestBackup(dataDir: string, now: number): Backup | undefined {
  return backupsIn(dataDir).findLast(({ madeAt }) => madeAt <= now);
}

/** Removes all but the latest; those of the future only once there are as many of the past. @param now as above */
export function removeOldBackups(dataDir: string, kept: number, now: number): void {
  const all = backupsIn(dataDir);
  const past = all.filter(({ madeAt }) => madeAt <= now);
  const future = all.filter(({ madeAt }) => madeAt > now);
  const old = past.slice(0, -kept);
  for (const { path } of past.length < kept ? old : [...old, ...future]) rmSync(path, { force: true });
}
