import {
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DeliveryReason } from "../../../contract/mail/delivery.ts";
import { makePrivateFolder, putInPlace } from "../../settings/data-dir.ts";
import { statOf } from "../../settings/files-in.ts";
import { copyDatabase, lockFile, nameBeside } from "./copies.ts";
import { migrateSqlite, pending } from "./migrate.ts";
import { MIGRATIONS } from "./open-database.ts";
import { faultOf, isDistrusted } from "./sqlite-errors.ts";

/**
 * A backup takes at most this share of the
 * free disk space; leads need the rest.
 */
const MAX_SHARE_OF_FREE = 0.5;

type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Copies a store that may be in use. @param files
 * the content folder, which the backup has, too
 * @returns the number of leads @throws {Error}
 */
export function writeBackup(
  path: string,
  backup: string,
  files: Files = new Map(),
): number {
  const folder = dirname(backup);
  makePrivateFolder(folder);
  const { bavail, bsize } = statfsSync(folder);
  const { size } = statSync(path);
  const free = bavail * bsize;
  if (size > free * MAX_SHARE_OF_FREE)
    throw new Error(
      `No backup: ${size} bytes exceed half of the ${free} left in ${folder}.`,
    );
  let leads = 0;
  try {
    copyDatabase(path, backup, (part) => {
      addFiles(part, files);
      leads = checkBackup(part, backup);
    });
    return leads;
  } catch (error) {
    const reason = faultOf(error);
    if (reason === undefined) throw error;
    throw new Error(`No backup of ${path} in ${folder}: ${reason}.`, {
      cause: error,
    });
  }
}

/** A table of backups alone: the files of the content folder. */
const FILES = "content_files";

function addFiles(backup: string, files: Files): void {
  using db = new DatabaseSync(backup);
  db.exec(`CREATE TABLE ${FILES} (path TEXT PRIMARY KEY, bytes BLOB) STRICT`);
  const insert = db.prepare(`INSERT INTO ${FILES} VALUES (?, ?)`);
  for (const [path, bytes] of files) insert.run(path, bytes);
}

/**
 * The content folder's files in a backup.
 * Backups of earlier versions have none.
 */
export function filesOfBackup(backup: string): Map<string, Uint8Array> {
  using db = new DatabaseSync(backup, { readOnly: true });
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?");
  const rows = table.get(FILES)
    ? db.prepare(`SELECT path, bytes FROM ${FILES}`).all()
    : [];
  const files = new Map<string, Uint8Array>();
  for (const { path, bytes } of rows)
    if (bytes instanceof Uint8Array) files.set(String(path), bytes);
  return files;
}

/**
 * @param name of the backup in the message, if the file has another name yet
 */
function checkBackup(file: string, name = file): number {
  try {
    using db = new DatabaseSync(file, { readOnly: true });
    const check = db.prepare("PRAGMA integrity_check").get();
    // `pending` throws when this version cannot use the backup's schema.
    pending(db, MIGRATIONS);
    const leads = countLeads(db);
    if (check?.["integrity_check"] === "ok" && leads !== undefined)
      return leads;
  } catch (error) {
    if (faultOf(error) === undefined) throw error;
  }
  throw new Error(
    `${name} cannot be read, is damaged, or is not a backup of leads.`,
  );
}

/**
 * Puts a backup in the store's place.
 * @param replace whether a store that has
 * leads or is damaged may be moved aside
 * @returns `deadDeliveries`: how many deliveries
 * are not sent again; `kept`: the old store's path
 * @throws {Error} and leaves the old store in its place
 */
export function restoreBackup(backup: string, path: string, replace: boolean) {
  using cleanup = new DisposableStack();
  cleanup.use(orInUse(path, () => lockFile(path, 0)));
  const oldLeads = statOf(path) ? lockOldStore(path, cleanup) : 0;
  const hasOldStore = oldLeads !== 0;
  const leads = checkBackup(backup);
  if (hasOldStore && !replace) {
    const what =
      oldLeads === undefined
        ? "is damaged, or not a store of leads"
        : `has leads (${oldLeads})`;
    throw new Error(
      `${path} ${what}. --replace moves it aside, and the backup takes its place.`,
    );
  }
  const restored = `${path}.restored`;
  cleanup.defer(() => rmSync(restored, { force: true }));
  copyDatabase(backup, restored);
  const deadDeliveries = markRestored(restored);
  const kept = moveAside(path, hasOldStore);
  putInPlace(restored, path);
  return { leads, deadDeliveries, kept };
}

/**
 * @returns how many leads the old store has;
 * undefined if it is damaged or no store of leads
 */
function lockOldStore(
  path: string,
  cleanup: DisposableStack,
): number | undefined {
  const db = cleanup.use(new DatabaseSync(path, { timeout: 0 }));
  try {
    return orInUse(path, () => {
      // The new journal mode needs exclusive access
      // to the file, and removes its side files.
      db.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
      const isEmpty = !db.prepare("SELECT 1 FROM sqlite_schema").get();
      return isEmpty ? 0 : countLeads(db);
    });
  } catch (error) {
    if (!isDistrusted(error)) throw error;
    return undefined;
  }
}

/** @throws {Error} with a sentence when another process has the store open */
function orInUse<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("locked"))
      throw error;
    throw new Error(`${path} is in use. Stop the site first.`, {
      cause: error,
    });
  }
}

/**
 * Gives the old store a second name, and moves
 * away its side files, such as `leads.db-wal`.
 */
function moveAside(path: string, hasOldStore: boolean): string | undefined {
  const aside = nameBeside(path, "replaced");
  if (hasOldStore) linkSync(path, aside);
  const suffixes = ["-wal", "-shm", "-journal"].filter((suffix) =>
    existsSync(path + suffix),
  );
  for (const suffix of suffixes) renameSync(path + suffix, aside + suffix);
  return hasOldStore ? aside : suffixes.map((suffix) => aside + suffix)[0];
}

/** @returns undefined when the file is not a store of leads */
function countLeads(db: DatabaseSync): number | undefined {
  const findTables =
    "SELECT 1 FROM sqlite_schema WHERE name IN ('lead_submissions', 'schema_migrations')";
  if (db.prepare(findTables).all().length < 2) return undefined;
  return Number(
    db.prepare("SELECT count(*) AS n FROM lead_submissions").get()?.["n"],
  );
}

/**
 * Marks due or tried deliveries as dead, since
 * the site may have sent them after the backup.
 */
function markRestored(path: string): number {
  using db = new DatabaseSync(path);
  db.exec(`DROP TABLE IF EXISTS ${FILES}`);
  migrateSqlite(db, MIGRATIONS);
  const now = new Date().toISOString();
  const update = db.prepare(
    `UPDATE deliveries SET state = 'dead', lease_id = NULL, next_at = :now, why = :why
     WHERE state = 'due' AND (next_at <= :now OR attempts > 0)`,
  );
  const why: DeliveryReason = "restored";
  return Number(update.run({ now, why }).changes);
}
