/** Opens the database file so that what is committed survives a power cut, and brings its schema up to date. */
import { chmodSync, closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pendingMigrations, readMigrations, type AppliedMigration } from "../migrations.ts";

const MIGRATIONS = new URL("./migrations/", import.meta.url);

// Source: SQLite, "PRAGMA synchronous": 2 is FULL, the commit waits for the WAL to be on disk.
const FULL = 2;

/**
 * Opens, checks and migrates.
 *
 * @param path the file; its folder exists.
 * @param busyTimeout milliseconds to wait for another process that holds the lock.
 * @throws {Error} when the file cannot be opened durably, or its schema is not one this version can use.
 */
export function openDatabase(path: string, busyTimeout: number): DatabaseSync {
  // SQLite gives its companion files the mode of the database file.
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  const db = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
  try {
    makeDurable(db);
    migrate(db);
  } catch (error) {
    db.close();
    if (error instanceof Error && /not a database|malformed/.test(error.message)) {
      throw new Error(
        `${path} is damaged, or no store of leads. Put a backup in its place, or move it away.`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
  return db;
}

function makeDurable(db: DatabaseSync): void {
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

/** One transaction for each file. It takes the write lock first, so that two processes do not both apply it. */
function migrate(db: DatabaseSync): void {
  const known = readMigrations(MIGRATIONS);
  db.exec(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
     ) STRICT`,
  );
  while (pendingMigrations(known, appliedMigrations(db)).length > 0) {
    db.exec("BEGIN IMMEDIATE");
    try {
      const [next] = pendingMigrations(known, appliedMigrations(db));
      if (next) {
        db.exec(next.sql);
        db.prepare("INSERT INTO schema_migrations VALUES (?, ?, ?, ?)").run(
          next.number,
          next.name,
          next.checksum,
          new Date().toISOString(),
        );
      }
      db.exec("COMMIT");
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  }
}

function appliedMigrations(db: DatabaseSync): AppliedMigration[] {
  return db
    .prepare("SELECT number, name, checksum FROM schema_migrations ORDER BY number")
    .all()
    .map(({ number, name, checksum }) => ({
      number: Number(number),
      name: String(name),
      checksum: String(checksum),
    }));
}
