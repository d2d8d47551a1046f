import { join } from "node:path";
import { bringBack, readFiles } from "../../server/content/own-folder.ts";
import { makePrivateFolder } from "../../server/settings/data-dir.ts";
import { readEnv, type Env } from "../../server/settings/env.ts";
import { statOf } from "../../server/settings/files-in.ts";
import { LEADS } from "../../server/settings/leads-command.ts";
import { OperatorError } from "../../server/settings/operator-error.ts";
import {
  backupPath,
  newestBackup,
  KEPT_DAYS,
  removeOldBackups,
} from "../../server/store/backups.ts";
import { sqlitePath } from "../../server/store/open-store.ts";
import {
  filesOfBackup,
  restoreBackup,
  writeBackup,
} from "../../server/store/sqlite/backup.ts";
import { nameBeside } from "../../server/store/sqlite/copies.ts";
import { counted, LeadsCommand, refuseUnlessNew } from "../command.ts";

export const backupCommand = new LeadsCommand("backup")
  .about(
    "Backs up the store and the content folder to one file, and reads it back.",
    "The site may run meanwhile; it makes such a backup once a day.",
  )
  .option(
    "-o, --out <file>",
    "write to this new file instead of one in DATA_DIR/backups",
  )
  .action(({ out }: { out?: string }) => {
    const { dataDir, contentDir } = fileStoreLocation();
    if (out !== undefined) refuseUnlessNew(out);
    const backup = out ?? backupPath(dataDir, Date.now());
    const path = sqlitePath(dataDir);
    if (!statOf(path)) throw new OperatorError(`There is no store at ${path}.`);
    const leads = writeBackup(path, backup, readFiles(contentDir));
    if (out === undefined) removeOldBackups(dataDir, Date.now());
    console.error(`Backed up ${counted(leads, "lead")} to ${backup}.`);
  });

export const restoreCommand = new LeadsCommand("restore")
  .about(
    "Restores the store and the content folder from a backup, while the site is stopped.",
    "Deliveries that may have been sent since the backup are not sent again until you resend them.",
  )
  .argument("[file]", "the backup; by default the newest in DATA_DIR/backups")
  .option(
    "--replace",
    "replace a store that has leads, and words that differ: they are kept aside",
  )
  .action(
    (file: string | undefined, { replace = false }: { replace?: boolean }) => {
      const { dataDir, contentDir } = fileStoreLocation();
      const backup = file ?? newestBackup(dataDir, Date.now())?.path;
      if (!backup)
        throw new OperatorError(`There is no backup in ${dataDir}. Name one.`);
      makePrivateFolder(dataDir);
      const { leads, deadDeliveries, kept } = restoreBackup(
        backup,
        sqlitePath(dataDir),
        replace,
      );
      console.error(`Restored ${counted(leads, "lead")} from ${backup}.`);
      if (kept)
        console.error(
          `The replaced store is kept in ${kept} for ${KEPT_DAYS} days.`,
        );
      const unsent =
        "Deliveries that may have been sent since that backup are not sent again:";
      if (deadDeliveries > 0)
        console.error(
          `${unsent} ${deadDeliveries}. \`${LEADS} resend dead\` sends them.`,
        );
      // This may fail, so it comes after what there is to know about the store.
      restoreContent(backup, { dataDir, contentDir }, replace);
    },
  );

function restoreContent(
  backup: string,
  { dataDir, contentDir }: Pick<Env, "dataDir" | "contentDir">,
  replace: boolean,
): void {
  const aside = nameBeside(join(dataDir, "content"), "replaced");
  const files = filesOfBackup(backup);
  const differing = bringBack(contentDir, files, replace, aside).join(", ");
  if (differing === "") return;
  console.error(
    replace
      ? `Replaced ${differing}; the files from before are in ${aside}.`
      : `Left as they are: ${differing}. With --replace, the backup's take their place.`,
  );
}

function fileStoreLocation(): Env {
  const env = readEnv();
  if (env.databaseUrl === undefined) return env;
  throw new OperatorError(
    "The leads are in PostgreSQL: use pg_dump and pg_restore (docs/backups.md).",
  );
}
