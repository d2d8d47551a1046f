/** `backup`: the store as it is now, as one file; the site runs it once a day. `restore`: such a file in the place of the store. */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { LeadsCommand, type Context, Failure } from "../context.ts";
import { readEnv, type Env, type StoreLocation } from "../../server/configuration/env.ts";
import { backupPath, backupsIn, newestBackup, removeOldBackups } from "../../server/storage/backups.ts";
import { makeDataDir } from "../../server/configuration/data-dir.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import { restoreBackup, writeBackup, type Restored } from "../../server/storage/sqlite/backup.ts";
import { runningSite } from "../connection/connect.ts";
import { refuseExisting } from "../write-out.ts";
import { drill } from "./drill.ts";

export function backupCommand(context: Context) {
  const { terminal } = context;
  const command = new LeadsCommand("backup", context);
  return command
    .summary("write the store as it is now to one file")
    .description(
      "Writes the store as it is at this moment to one file and reads it back; the site may run meanwhile, and does " +
        "so by itself once a day. With DATABASE_URL the file is a dump of that database, by pg_dump.",
    )
    .option("-o, --out <file>", "write to this new file instead of one in DATA_DIR/backups")
    .option("--print-path", "print the path of the file, for a program that takes it elsewhere")
    .examples("backup", "backup --out /mnt/usb/leads.db")
    .action(async ({ out, printPath }: { out?: string; printPath?: boolean }) => {
      const env = ownStore(command);
      refuseExisting(out);
      const backup = out ?? backupPath(env, Date.now());
      const leads = await backUp(env, backup);
      if (out === undefined) removeOldBackups(env, Math.max(1, env.backupsKept), Date.now());
      terminal.note(`Backed up ${leads.toLocaleString("en-US")} leads to ${backup}.`);
      if (printPath) terminal.print(backup);
    });
}

async function backUp({ databaseUrl, dataDir }: StoreLocation, backup: string): Promise<number> {
  if (databaseUrl !== undefined) {
    makeDataDir(dataDir);
    const { writeDump } = await import("../../server/storage/postgres/backup.ts");
    return writeDump(databaseUrl, backup);
  }
  const path = sqlitePath(dataDir);
  if (!existsSync(path)) throw new Failure(`There is no store at ${path}.`);
  return writeBackup(path, backup);
}

export function restoreCommand(context: Context) {
  const { terminal } = context;
  const command = new LeadsCommand("restore", context);
  return command
    .summary("put a backup in the place of the store")
    .description(
      "Puts a backup in the place of the store, while the site is stopped; with DATABASE_URL, into that database, which " +
        "has to be empty. What may have been sent since the backup was made is not sent again: it is held back until you revive it.",
    )
    .argument("[file]", "the backup; without it, the newest of DATA_DIR/backups")
    .option(
      "--replace",
      "also where the store has leads: it is moved aside, and kept (not with DATABASE_URL)",
    )
    .option(
      "--drill",
      "into a store that is removed again: checks that every lead of before is in the backup",
    )
    .examples(
      "restore",
      "restore --replace data/backups/leads-2026-11-20T03-00-00Z.db",
      "restore --drill    # while the site runs",
    )
    .action(async (file: string | undefined, options: { replace?: boolean; drill?: boolean }) => {
      const env = ownStore(command);
      const backup = file ?? newestBackup(env, Date.now())?.path;
      if (backup === undefined) throw new Failure(noBackup(env));
      if (options.drill) return drill(env, backup, restore, terminal);
      const site = await runningSite(env);
      if (site !== undefined) throw new Failure(`The site runs at ${site}. Stop it before a restore.`);
      const { leads, deadDeliveries, kept } = await restore(env, backup, options.replace);
      terminal.note(`Restored ${leads.toLocaleString("en-US")} leads from ${backup}.`);
      if (kept !== undefined) terminal.note(`The store that was there is kept in ${kept}.`);
      if (deadDeliveries > 0)
        terminal.note(
          `Deliveries that may have been sent since that backup are held back: ${deadDeliveries}. ` +
            "`npm run leads -- deliveries --dead` lists them, revive sends them.",
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
  return `All backups in ${env.dataDir} are named after a time to come, as ${future.path}: see that the clock is right, or name one.`;
}

function ownStore(command: Command): Env {
  if (command.optsWithGlobals()["server"] !== undefined) {
    command.error("error: backups are of the store on this machine, and not of a --server");
  }
  return readEnv();
}
