/** `backup`: the store as it is now, as one file. The site runs it once a day. */
import { existsSync } from "node:fs";
import { Command } from "commander";
import { readEnv } from "../../server/configuration/env.ts";
import { backupPath, removeOldBackups } from "../../server/storage/backups.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import { writeBackup } from "../../server/storage/sqlite/backup.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { refuseExisting } from "../write-out.ts";

export function backupCommand({ terminal }: Context): Command {
  return new Command("backup")
    .summary("write the store as it is now to one file")
    .description(
      "Writes the store as it is at this moment to one file and reads it back; the site may run meanwhile, and does " +
        "so by itself once a day. PostgreSQL has its own way: docs/backups.md.",
    )
    .option("-o, --out <file>", "write to this new file instead of one in DATA_DIR/backups")
    .addHelpText(
      "after",
      `
Examples:
  npm run leads -- backup
  npm run leads -- backup --out /mnt/usb/leads.db`,
    )
    .action(({ out }: { out?: string }) => {
      const { databaseUrl, dataDir, backupsKept } = readEnv();
      refusePostgres(databaseUrl);
      refuseExisting(out);
      const path = sqlitePath(dataDir);
      if (!existsSync(path)) throw new Failure(`There is no store at ${path}.`);
      const backup = out ?? backupPath(dataDir, Date.now());
      const leads = writeBackup(path, backup);
      if (out === undefined) removeOldBackups(dataDir, Math.max(1, backupsKept));
      terminal.note(`Backed up ${leads.toLocaleString("en-US")} leads to ${backup}.`);
    });
}

/** @throws {Failure} where the leads are in PostgreSQL. */
export function refusePostgres(databaseUrl: string | undefined): void {
  if (databaseUrl === undefined) return;
  throw new Failure("The leads are in PostgreSQL: its pg_dump and pg_restore are in docs/backups.md.");
}
