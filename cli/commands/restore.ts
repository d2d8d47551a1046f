/** `restore`: a backup in the place of the store. */
import { Command } from "commander";
import { readEnv } from "../../server/configuration/env.ts";
import { backupsIn } from "../../server/storage/backups.ts";
import { makeDataDir } from "../../server/storage/data-dir.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import { restoreBackup } from "../../server/storage/sqlite/backup.ts";
import { runningSite } from "../connect/connect.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { refusePostgres } from "./backup.ts";

export function restoreCommand({ terminal }: Context): Command {
  return new Command("restore")
    .summary("put a backup in the place of the store")
    .description(
      "Puts a backup in the place of the store, while the site is stopped. What may have been sent since the backup " +
        "was made is not sent again: it is held back until you revive it.",
    )
    .argument("[file]", "the backup; without it, the newest of DATA_DIR/backups")
    .option("--replace", "also where the store has leads: it is moved aside, and kept")
    .addHelpText(
      "after",
      `
Examples:
  npm run leads -- restore
  npm run leads -- restore --replace data/backups/leads-2026-11-20T03-00-00Z.db`,
    )
    .action(async (file: string | undefined, { replace = false }: { replace?: boolean }) => {
      const env = readEnv();
      refusePostgres(env.databaseUrl);
      const backup = file ?? backupsIn(env.dataDir).at(-1)?.path;
      if (backup === undefined) throw new Failure(`There is no backup in ${env.dataDir}. Name one.`);
      const site = await runningSite(env);
      if (site !== undefined) throw new Failure(`The site runs at ${site}. Stop it before a restore.`);
      makeDataDir(env.dataDir);
      const { leads, heldBack, kept } = restoreBackup(backup, sqlitePath(env.dataDir), replace);
      terminal.note(`Restored ${leads.toLocaleString("en-US")} leads from ${backup}.`);
      if (kept !== undefined) terminal.note(`The store that was there is kept in ${kept}.`);
      if (heldBack > 0)
        terminal.note(
          `Deliveries that may have been sent since that backup are held back: ${heldBack}. ` +
            "`npm run leads -- deliveries --dead` lists them, revive sends them.",
        );
    });
}
