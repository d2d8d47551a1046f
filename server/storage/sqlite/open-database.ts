/** Opens the database file durably, so commits survive a power cut, and brings its schema up to date. */
import { accessSync, closeSync, constants, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LEADS_TABLE } from "../../../contract/lead.ts";
import { newestBackup, type Backup } from "../backups.ts";
import { diskSentence, giveToOwner, makeDataDir, makePrivate } from "../../configuration/data-dir.ts";
import { OpeningError } from "../store.ts";
import { checkLeadColumns, migrationSets, UnknownMigrationError } from "../migrations.ts";
import { copiesBeside, lockFile } from "./copies.ts";
import { migrate, pending } from "./migrate.ts";
import { isUnavailability, unavailability } from "./sqlite-errors.ts";

export const MIGRATIONS = migrationSets(new URL("./", import.meta.url));

// Source: SQLite, "PRAGMA synchronous": 2 is FULL, the commit waits for the WAL to be on disk.
const FULL = 2;

/** @param quickly looks only for whole orphaned leads @throws {Error} when it is not durable, or the schema cannot be used */
export function openDatabase(
  path: string,
  busyTimeout: number,
  log: (sentence: string) => void,
  sets = MIGRATIONS,
  quickly = false,
): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    onDisk(path, () => makeDataDir(dirname(path)));
    const unlock = lockFile(path, busyTimeout);
    try {
      onDisk(path, () => {
        // To open and close a file would drop this process's locks on it ("How To Corrupt", section 2.2).
        if (statSync(path, { throwIfNoEntry: false })?.isFile())
          accessSync(path, constants.R_OK | constants.W_OK);
        else {
          closeSync(openSync(path, "a", 0o600));
          giveToOwner(path);
        }
        // SQLite gives its companion files the mode of the database file.
        makePrivate(path);
      });
      db = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
      // From here on a restore finds that the file is in use.
      makeDurable(db);
    } finally {
      unlock();
    }
    tidy(db, log, quickly && pending(db, sets).length === 0);
    migrate(db, { path, sets, busyTimeout, log });
    // Others belong to another version, which has other columns.
    if (sets === MIGRATIONS) checkColumns(db);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof UnknownMigrationError) {
      const copy = copiesBeside(path).at(-1);
      const newest = copy === undefined ? "" : ` The newest: npm run leads -- restore --replace ${copy}`;
      throw new OpeningError(error.message + newest, "the store is of a newer version", { cause: error });
    }
    if (!isUnavailability(error)) throw error;
    const isDamaged = error instanceof Error && /not a database|malformed/.test(error.message);
    const { reason } = unavailability(error);
    const way = isDamaged ? ` ${wayBack(path)}` : "";
    throw new OpeningError(`${path} cannot be used: ${reason}.${way}`, reason, { cause: error });
  }
}

function checkColumns(db: DatabaseSync): void {
  const columns = db.prepare("SELECT name FROM pragma_table_info(?)").all(LEADS_TABLE);
  checkLeadColumns(columns, "server/storage/sqlite/own-migrations/");
}

/** @throws {OpeningError} with the disk's fault */
function onDisk(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const sentence = diskSentence(error, path);
    if (sentence === undefined) throw error;
    throw new OpeningError(sentence, "its folder or its file cannot be used", { cause: error });
  }
}

function wayBack(path: string): string {
  const backup = findBackup(dirname(path));
  if (!backup)
    return "There is no backup of it: to begin with an empty store, stop the site and move the file away.";
  const time = new Date(backup.madeAt).toISOString();
  return `The newest backup is from ${time}. Stop the site, then run: npm run leads -- restore --replace`;
}

/** Also undefined when the folder of backups cannot be read, because that must not hide another fault. */
function findBackup(dataDir: string): Backup | undefined {
  try {
    return newestBackup({ dataDir, databaseUrl: undefined }, Date.now());
  } catch {
    return undefined;
  }
}

/** A second connection to an open file, which only reads and blocks nobody. */
export function openReader(path: string, busyTimeout: number): DatabaseSync {
  return new DatabaseSync(path, { timeout: busyTimeout, readOnly: true });
}

function makeDurable(db: DatabaseSync): void {
  // Overwrites deleted rows in the file.
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

/** While the disk cannot be written to, these rows stay until the next start. */
function tidy(db: DatabaseSync, log: (sentence: string) => void, quickly: boolean): void {
  try {
    const removed = removeOrphans(db, quickly);
    if (removed !== undefined) log(removed);
  } catch (error) {
    log(`Remaining rows of deleted leads could not be removed: ${unavailability(error).reason}.`);
  }
}

// The `sqlite3` program leaves rows behind when somebody deletes a lead by hand: foreign keys are off there. These rows
// would never be sent, and no import would accept them.

/** One statement for each foreign key: deletes rows that the schema would have deleted. */
const STATEMENTS = `SELECT child.name AS child, format(
    'DELETE FROM "%w" WHERE "%w" IS NOT NULL AND "%w" NOT IN (SELECT "%w" FROM "%w")',
    child.name, key."from", key."from", key."to", key."table") AS statement
  FROM pragma_table_list AS child, pragma_foreign_key_list(child.name) AS key
  WHERE child.schema = 'main' AND key.on_delete = 'CASCADE'`;

/** Every lead has a context, which stays behind too. Checking only contexts takes a tenth of the time. */
const QUICK_LOOK = "SELECT lead_id FROM lead_contexts EXCEPT SELECT id FROM lead_submissions";

/** @param quickly looks only for whole leads @returns a sentence for the operator; undefined when there were none */
export function removeOrphans(db: DatabaseSync, quickly: boolean): string | undefined {
  // Checks without writing first: nearly always there is nothing to remove.
  if (!db.prepare(quickly ? QUICK_LOOK : "SELECT 1 FROM pragma_foreign_key_check").get()) return undefined;
  const removed: string[] = [];
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const { child, statement } of db.prepare(STATEMENTS).all()) {
      const { changes } = db.prepare(String(statement)).run();
      if (changes > 0) removed.push(`${changes} of ${String(child)}`);
    }
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
  if (removed.length === 0) return undefined;
  return `Removed the remaining rows of leads that were deleted by hand: ${removed.join(", ")}.`;
}
