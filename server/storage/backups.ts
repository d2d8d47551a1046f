/** The folder of backups: names that say when each was made and sort by it, and how many are kept. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const NAME = /^leads-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.db$/;

export interface Backup {
  path: string;
  /** Milliseconds since 1970. */
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
  return names.toSorted().map((name) => ({
    path: join(folder, name),
    madeAt: Date.parse(name.replace(NAME, "$1:$2:$3Z")),
  }));
}

/** Removes all but the latest. */
export function removeOldBackups(dataDir: string, kept: number): void {
  for (const { path } of backupsIn(dataDir).slice(0, -kept)) rmSync(path, { force: true });
}
