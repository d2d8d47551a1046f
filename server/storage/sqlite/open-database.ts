/** Opens the database file so that what is committed survives a power cut, and brings its schema up to date. */
import { chmodSync, closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { migrationSets } from "../migrations.ts";
import { migrate } from "./migrate.ts";
import { removeOrphans } from "./orphans.ts";
import { isUnavailability, unavailability } from "./sqlite-errors.ts";

const MIGRATIONS = migrationSets(new URL("./", import.meta.url));

// Source: SQLite, "PRAGMA synchronous": 2 is FULL, the commit waits for the WAL to be on disk.
const FULL = 2;

/**
 * Opens, checks and migrates.
 *
 * @param path the file; its folder exists.
 * @param busyTimeout milliseconds to wait for another process that holds the lock.
 * @param tell told in a sentence what was done that the operator should know.
 * @throws {Error} when the file cannot be opened durably, or its schema is not one this version can use.
 */
export function openDatabase(
  path: string,
  busyTimeout: number,
  tell: (sentence: string) => void,
  sets = MIGRATIONS,
): DatabaseSync {
  // SQLite gives its companion files the mode of the database file.
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
    makeDurable(db);
    tidy(db, tell);
    migrate(db, { path, sets, busyTimeout, tell });
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof Error && /not a database|malformed/.test(error.message)) {
      throw new Error(
        `${path} is damaged, or no store of leads. Put a backup in its place, or move it away.`,
        {
          cause: error,
        },
      );
    }
    if (!isUnavailability(error)) throw error;
    throw new Error(`${path} cannot be used: ${unavailability(error).reason}.`, { cause: error });
  }
}

function makeDurable(db: DatabaseSync): void {
  // What is deleted is overwritten in the file.
  db.exec("PRAGMA secure_delete = ON");
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = FULL");
  // macOS answers fsync before the disk has the data; these two ask it to wait (no effect elsewhere).
  db.exec("PRAGMA fullfsync = 1");
  db.exec("PRAGMA checkpoint_fullfsync = 1");
  const journal = db.prepare("PRAGMA journal_mode").get()?.["journal_mode"];
  const synchronous = db.prepare("PRAGMA synchronous").get()?.["synchronous"];
  if (journal !== "wal" || synchronous !== FULL) {
    throw new Error(
      `The database would not keep leads through a power cut (journal_mode ${String(journal)}, ` +
        `synchronous ${String(synchronous)}). Put DATA_DIR on a local disk.`,
    );
  }
}

/** While the disk cannot be written to, they stay until the next start. */
function tidy(db: DatabaseSync, tell: (sentence: string) => void): void {
  try {
    const removed = removeOrphans(db);
    if (removed !== undefined) tell(removed);
  } catch (error) {
    tell(`What was left of deleted leads could not be removed: ${unavailability(error).reason}.`);
  }
}
