/** `backup` writes the store to one file, as the site does once a day. `restore` replaces the store with such a file. */
import { counted, Failure, LeadsCommand, type Context } from "../context.ts";
import { readEnv, type Env, type StoreLocation } from "../../server/configuration/env.ts";
import {
  backupPath,
  backupsIn,
  COPIES_KEPT_DAYS,
  newestBackup,
  removeOldBackups,
} from "../../server/storage/backups.ts";
import { isThere, makeDataDir } from "../../server/configuration/data-dir.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import { restoreBackup, writeBackup, type Restored } from "../../server/storage/sqlite/backup.ts";
import { number } from "../terminal/table.ts";
import { refuseExisting } from "../write-out.ts";

export function backupCommand(context: Context) {
  const { terminal } = context;
  return new LeadsCommand("backup", context)
    .about(
      "Backs up the store to one file, and reads the file back.",
      "The site may run meanwhile; it makes such a backup once a day. With DATABASE_URL, pg_dump writes the file.",
    )
    .option("-o, --out <file>", "write to this new file instead of one in DATA_DIR/backups")
    .option("--for-update", "keep it apart from the daily backups, with those of the latest updates")
    .option("--print-path", "print the path of the file, for a program that sends it elsewhere")
    .examples("backup", "backup --out /mnt/usb/leads.db")
    .action(async ({ out, forUpdate, printPath }: { out?: string; forUpdate?: true; printPath?: true }) => {
      const env = readEnv();
      refuseExisting(out);
      const backup = out ?? backupPath(env, Date.now(), forUpdate ? "update" : "leads");
      const leads = await backUp(env, backup);
      if (out === undefined) removeOldBackups(env, Math.max(1, env.backupsKept), Date.now());
      terminal.note(`Backed up ${counted(leads, "lead")} to ${backup}.`);
      if (printPath) terminal.print(backup);
    });
}

async function backUp({ databaseUrl, dataDir }: StoreLocation, backup: string): Promise<number> {
  if (databaseUrl !== undefined) {
    const { writeDump } = await import("../../server/storage/postgres/backup.ts");
    return writeDump(databaseUrl, backup);
  }
  const path = sqlitePath(dataDir);
  if (!isThere(path)) throw new Failure(`There is no store at ${path}.`);
  return writeBackup(path, backup);
}

export function restoreCommand(context: Context) {
  const { terminal } = context;
  return new LeadsCommand("restore", context)
    .about(
      "Restores the store from a backup, while the site is stopped.",
      "With DATABASE_URL, that database must be empty. Deliveries that may have been sent since the backup was made are not sent again until you resend them.",
    )
    .argument("[file]", "the backup; by default the newest in DATA_DIR/backups")
    .option("--replace", "replace a store that has leads: it is moved aside and kept (not with DATABASE_URL)")
    .examples("restore", "restore --replace data/backups/leads-2026-11-20T03-00-00Z.db")
    .action(async (file: string | undefined, options: { replace?: boolean }) => {
      const env = readEnv();
      const backup = file ?? newestBackup(env, Date.now())?.path;
      if (backup === undefined) throw new Failure(noBackup(env));
      const { leads, deadDeliveries, kept } = await restore(env, backup, options.replace);
      terminal.note(`Restored ${number(leads)} leads from ${backup}.`);
      if (kept !== undefined)
        terminal.note(`The previous store is kept in ${kept} for ${COPIES_KEPT_DAYS} days.`);
      if (deadDeliveries > 0)
        terminal.note(
          `Deliveries that may have been sent since that backup are not sent again: ${deadDeliveries}. ` +
            "`npm run leads -- resend dead` sends them.",
        );
    });
}

async function restore(location: StoreLocation, backup: string, replace = false): Promise<Restored> {
  const { databaseUrl, dataDir } = location;
  if (databaseUrl === undefined) {
    makeDataDir(dataDir);
    return restoreBackup(backup, sqlitePath(dataDir), replace);
  }
  const { restoreDump } = await import("../../server/storage/postgres/backup.ts");
  return restoreDump(backup, databaseUrl);
}

function noBackup(env: Env): string {
  const future = backupsIn(env).at(-1);
  if (!future) return `There is no backup in ${env.dataDir}. Name one.`;
  return (
    `All backups in ${env.dataDir} have a future time in their names, such as ${future.path}: ` +
    `correct the clock, or name one.`
  );
}
