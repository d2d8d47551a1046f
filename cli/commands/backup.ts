/** `backup` writes the store to one file, as the site does once a day. `restore` replaces the store with such a file. */
import { mkdtempDisposableSync } from "node:fs";
import { dirname, join } from "node:path";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { counted, Failure, LeadsCommand, type Context, type Terminal } from "../context.ts";
import { readEnv, type Env, type StoreLocation } from "../../server/configuration/env.ts";
import {
  backupPath,
  backupsIn,
  COPIES_KEPT_DAYS,
  drillPath,
  newestBackup,
  removeOldBackups,
} from "../../server/storage/backups.ts";
import { giveToOwner, isThere, makeDataDir, writeUnlinked } from "../../server/configuration/data-dir.ts";
import { openTables, sqlitePath } from "../../server/storage/open-store.ts";
import { restoreBackup, writeBackup, type Restored } from "../../server/storage/sqlite/backup.ts";
import { TABLES } from "../../server/storage/table-store.ts";
import { runningSite } from "../connection/connect.ts";
import { number } from "../terminal/table.ts";
import { refuseExisting } from "../write-out.ts";

export function backupCommand(context: Context) {
  const { terminal } = context;
  const command = new LeadsCommand("backup", context);
  return command
    .about(
      "Backs up the store to one file, and reads the file back.",
      "The site may run meanwhile; it makes such a backup once a day. With DATABASE_URL, pg_dump writes the file.",
    )
    .option("-o, --out <file>", "write to this new file instead of one in DATA_DIR/backups")
    .option("--for-update", "keep it apart from the daily backups, with those of the latest updates")
    .option("--print-path", "print the path of the file, for a program that sends it elsewhere")
    .examples("backup", "backup --out /mnt/usb/leads.db")
    .action(async ({ out, forUpdate, printPath }: { out?: string; forUpdate?: true; printPath?: true }) => {
      const env = ownStore(command);
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
  const command = new LeadsCommand("restore", context);
  return command
    .about(
      "Restores the store from a backup, while the site is stopped.",
      "With DATABASE_URL, that database must be empty. Deliveries that may have been sent since the backup was made are not sent again until you resend them.",
    )
    .argument("[file]", "the backup; by default the newest in DATA_DIR/backups")
    .option("--replace", "replace a store that has leads: it is moved aside and kept (not with DATABASE_URL)")
    .option("--drill", "restore into a temporary store, and check that the backup has every earlier lead")
    .examples(
      "restore",
      "restore --replace data/backups/leads-2026-11-20T03-00-00Z.db",
      "restore --drill    # while the site runs",
    )
    .action(async (file: string | undefined, options: { replace?: boolean; drill?: boolean }) => {
      const env = ownStore(command);
      const backup = file ?? newestBackup(env, Date.now())?.path;
      if (backup === undefined) throw new Failure(noBackup(env));
      if (options.drill) return drill(env, backup, terminal);
      const site = await runningSite(env);
      if (site !== undefined) throw new Failure(`The site runs at ${site}. Stop it before you restore.`);
      const { leads, deadDeliveries, kept } = await restore(env, backup, options.replace);
      terminal.note(`Restored ${number(leads)} leads from ${backup}.`);
      if (kept !== undefined)
        terminal.note(`The previous store is kept in ${kept} for ${COPIES_KEPT_DAYS} days.`);
      if (deadDeliveries > 0)
        terminal.note(
          `Deliveries that may have been sent since that backup are not sent again: ${deadDeliveries}. ` +
            "`npm run leads -- deliveries dead` lists them, `resend dead` sends them.",
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

function ownStore(command: LeadsCommand): Env {
  command.refuseServer("this command works on the store of this machine, not on a --server");
  return readEnv();
}

/** A lead has its time a moment before it is in the store. Milliseconds. */
const UNDER_WAY_MS = 60_000;

/** Restores into a separate store and compares. @throws {Failure} when the backup lacks a lead that is older than it */
async function drill(
  location: StoreLocation,
  backup: string,
  { note, print }: Pick<Terminal, "note" | "print">,
): Promise<void> {
  const scratch = await scratchStore(location);
  try {
    await restore(scratch.location, backup);
    const [restored, store] = [await contentsOf(scratch.location), await contentsOf(location)];
    print(`Rows in ${backup}, and in the store now:`);
    for (const [table, count] of restored.counts)
      print(`  ${table.padEnd(20)} ${count} ${store.counts.get(table)}`);
    const isMissing = ([id, time]: [string, number]) =>
      !restored.leads.has(id) && (time <= restored.newest - UNDER_WAY_MS || restored.leads.size === 0);
    const missing = [...store.leads].filter(isMissing).length;
    if (missing > 0)
      throw new Failure(
        `The backup can be restored, but lacks ${missing} of the store's leads. Make another: npm run leads -- backup`,
      );
    makeDataDir(dirname(drillPath(location)));
    writeUnlinked(drillPath(location), "");
    note("The backup can be restored, and has every lead from before it was made.");
  } finally {
    await scratch.remove();
  }
}

async function scratchStore({ databaseUrl, dataDir }: StoreLocation) {
  if (databaseUrl !== undefined) {
    const { scratchDatabase } = await import("../../server/storage/postgres/backup.ts");
    const { url, drop } = await scratchDatabase(databaseUrl);
    return { location: { dataDir, databaseUrl: url }, remove: drop };
  }
  // Beside the store, because it may be as large, and is as private.
  const folder = mkdtempDisposableSync(join(dataDir, "leads.drill-"));
  giveToOwner(folder.path);
  return { location: { dataDir: folder.path, databaseUrl }, remove: async () => folder.remove() };
}

async function contentsOf(location: StoreLocation) {
  await using store = await openTables(location, "existing", () => {});
  return await store.snapshot(async ({ count, rows }) => {
    const counts = new Map<string, number>();
    const leads = new Map<string, number>();
    for (const table of TABLES) {
      counts.set(table.name, await count(table));
      if (table.name !== LEADS_TABLE) continue;
      for await (const { id, created_at: time } of rows(table))
        leads.set(String(id), Date.parse(String(time)));
    }
    let newest = 0;
    for (const time of leads.values()) newest = Math.max(newest, time);
    return { counts, leads, newest };
  });
}
