/** `backup`: the store as it is now, as one file; the site runs it once a day. `restore`: such a file in the place of the store. */
import { existsSync } from "node:fs";
import { Command } from "commander";
import { examples, type Context, Failure } from "../context.ts";
import { readEnv, type Env } from "../../server/configuration/env.ts";
import { backupPath, backupsIn, newestBackup, removeOldBackups } from "../../server/storage/backups.ts";
import { makeDataDir } from "../../server/configuration/data-dir.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import { restoreBackup, writeBackup } from "../../server/storage/sqlite/backup.ts";
import { runningSite } from "../connection/connect.ts";
import { refuseExisting } from "../write-out.ts";

export function backupCommand({ terminal }: Context): Command {
  const command = new Command("backup");
  return command
    .summary("write the store as it is now to one file")
    .description(
      "Writes the store as it is at this moment to one file and reads it back; the site may run meanwhile, and does " +
        "so by itself once a day. PostgreSQL has its own way: docs/backups.md.",
    )
    .option("-o, --out <file>", "write to this new file instead of one in DATA_DIR/backups")
    .addHelpText("after", examples("backup", "backup --out /mnt/usb/leads.db"))
    .action(({ out }: { out?: string }) => {
      const { dataDir, backupsKept } = ownStore(command);
      refuseExisting(out);
      const path = sqlitePath(dataDir);
      if (!existsSync(path)) throw new Failure(`There is no store at ${path}.`);
      const backup = out ?? backupPath(dataDir, Date.now());
      const leads = writeBackup(path, backup);
      if (out === undefined) removeOldBackups(dataDir, Math.max(1, backupsKept), Date.now());
      terminal.note(`Backed up ${leads.toLocaleString("en-US")} leads to ${backup}.`);
    });
}

export function restoreCommand({ terminal }: Context): Command {
  const command = new Command("restore");
  return command
    .summary("put a backup in the place of the store")
    .description(
      "Puts a backup in the place of the store, while the site is stopped. What may have been sent since the backup " +
        "was made is not sent again: it is held back until you revive it.",
    )
    .argument("[file]", "the backup; without it, the newest of DATA_DIR/backups")
    .option("--replace", "also where the store has leads: it is moved aside, and kept")
    .addHelpText("after", examples("restore", "restore --replace data/backups/leads-2026-11-20T03-00-00Z.db"))
    .action(async (file: string | undefined, { replace = false }: { replace?: boolean }) => {
      const env = ownStore(command);
      const backup = file ?? newestBackup(env.dataDir, Date.now())?.path;
      if (backup === undefined) throw new Failure(noBackup(env));
      const site = await runningSite(env);
      if (site !== undefined) throw new Failure(`The site runs at ${site}. Stop it before a restore.`);
      makeDataDir(env.dataDir);
      const { leads, deadDeliveries, kept } = restoreBackup(backup, sqlitePath(env.dataDir), replace);
      terminal.note(`Restored ${leads.toLocaleString("en-US")} leads from ${backup}.`);
      if (kept !== undefined) terminal.note(`The store that was there is kept in ${kept}.`);
      if (deadDeliveries > 0)
        terminal.note(
          `Deliveries that may have been sent since that backup are held back: ${deadDeliveries}. ` +
            "`npm run leads -- deliveries --dead` lists them, revive sends them.",
        );
    });
}

function noBackup({ dataDir }: Env): string {
  const future = backupsIn(dataDir).at(-1);
  if (!future) return `There is no backup in ${dataDir}. Name one.`;
  return `All backups in ${dataDir} are named after a time to come, as ${future.path}: see that the clock is right, or name one.`;
}

function ownStore(command: Command): Env {
  if (command.optsWithGlobals()["server"] !== undefined) {
    command.error("error: backups are of the store on this machine, and not of a --server");
  }
  const env = readEnv();
  if (env.databaseUrl === undefined) return env;
  throw new Failure("The leads are in PostgreSQL: its pg_dump and pg_restore are in docs/backups.md.");
}
