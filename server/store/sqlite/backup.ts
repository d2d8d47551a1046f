import { existsSync, linkSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isThere, makeDataDir, putInPlace } from "../../settings/data-dir.ts";
import { RESTORED } from "../backups.ts";
import { copyDatabase, lockFile, nameBeside } from "./copies.ts";
import { pending } from "./migrate.ts";
import { MIGRATIONS } from "./open-database.ts";
import { faultOf } from "./sqlite-errors.ts";

/** The rest of the free disk space is left for leads. */
const MOST_OF_FREE = 0.5;

/** Copies a store that may be in use. @returns its number of leads @throws {Error} */
export function writeBackup(path: string, backup: string): number {
  const folder = dirname(backup);
  makeDataDir(folder);
  const { bavail, bsize } = statfsSync(folder);
  const { size } = statSync(path);
  const free = bavail * bsize;
  if (size > free * MOST_OF_FREE)
    throw new Error(`No backup: ${size} bytes exceed half of the ${free} left in ${folder}.`);
  try {
    copyDatabase(path, backup);
    return checkBackup(backup);
  } catch (error) {
    rmSync(backup, { force: true });
    throw error;
  }
}

function checkBackup(backup: string): number {
  try {
    using db = new DatabaseSync(backup, { readOnly: true });
    const check = db.prepare("PRAGMA integrity_check").get();
    // Throws when this version cannot use the backup's schema.
    pending(db, MIGRATIONS);
    const leads = countLeads(db);
    if (check?.["integrity_check"] === "ok" && leads !== undefined) return leads;
  } catch (error) {
    if (faultOf(error) === undefined) throw error;
  }
  throw new Error(`${backup} cannot be read, is damaged, or is not a backup of leads.`);
}

/**
 * Puts a backup in the store's place.
 * @param replace allows to move a store aside that has leads or is damaged
 * @returns `deadDeliveries`: how many deliveries are not sent again; `kept`: where the old store is
 * @throws {Error} with the present store still in its place
 */
export function restoreBackup(backup: string, path: string, replace: boolean) {
  using cleanup = new DisposableStack();
  cleanup.defer(orInUse(path, () => lockFile(path, 0)));
  const present = isThere(path) ? lockPresent(path, cleanup) : 0;
  const leads = checkBackup(backup);
  if (present !== 0 && !replace) {
    const what = present === undefined ? "is damaged, or not a store of leads" : `has leads (${present})`;
    throw new Error(`${path} ${what}. With --replace it is moved aside, and the backup takes its place.`);
  }
  const restored = `${path}.restored`;
  cleanup.defer(() => rmSync(restored, { force: true }));
  copyDatabase(backup, restored);
  const deadDeliveries = markRestored(restored);
  const kept = moveAside(path, present !== 0);
  putInPlace(restored, path);
  return { leads, deadDeliveries, kept };
}

/** @returns its number of leads; undefined when it is damaged or not a store of leads */
function lockPresent(path: string, cleanup: DisposableStack): number | undefined {
  const db = cleanup.use(new DatabaseSync(path, { timeout: 0 }));
  try {
    return orInUse(path, () => {
      // This needs exclusive access to the file, and removes the side files.
      db.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
      const isEmpty = !db.prepare("SELECT 1 FROM sqlite_schema").get();
      return isEmpty ? 0 : countLeads(db);
    });
  } catch (error) {
    if (faultOf(error) === undefined) throw error;
    return undefined;
  }
}

/** @throws {Error} with a sentence when another process has the store open */
export function orInUse<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("locked")) throw error;
    throw new Error(`${path} is in use. Stop the site first.`, { cause: error });
  }
}

/** Moves side files, because SQLite would apply them to the restored file. */
function moveAside(path: string, hasStore: boolean): string | undefined {
  const aside = nameBeside(path, "replaced");
  if (hasStore) linkSync(path, aside);
  const sideFiles = ["-wal", "-shm", "-journal"].filter((end) => existsSync(path + end));
  for (const end of sideFiles) renameSync(path + end, aside + end);
  return hasStore ? aside : sideFiles.map((end) => aside + end)[0];
}

/** @returns undefined when the file is not a store of leads */
function countLeads(db: DatabaseSync): number | undefined {
  const sql = "SELECT 1 FROM sqlite_schema WHERE name IN ('lead_submissions', 'schema_migrations')";
  if (db.prepare(sql).all().length < 2) return undefined;
  return Number(db.prepare("SELECT count(*) AS n FROM lead_submissions").get()?.["n"]);
}

/** Marks as dead what may have been sent meanwhile: deliveries due by now or tried before. */
function markRestored(path: string): number {
  using db = new DatabaseSync(path);
  const now = new Date().toISOString();
  // So that a failure that the site reported after the backup is not reported again.
  db.prepare("UPDATE notices SET sent_at = ? WHERE name = 'failing-mail'").run(now);
  const update = db.prepare(
    `UPDATE deliveries SET state = 'dead', lease_id = NULL, next_at = :now, last_error = :reason
     WHERE state = 'due' AND (next_at <= :now OR attempts > 0)`,
  );
  return Number(update.run({ now, reason: RESTORED }).changes);
}
