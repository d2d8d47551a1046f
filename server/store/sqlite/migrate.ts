import type { DatabaseSync } from "node:sqlite";
import {
  pendingMigrations,
  type PendingMigration,
  type MigrationSet,
} from "../migrations.ts";

/**
 * Applies all pending migrations in one transaction,
 * so a failure leaves the store as it was.
 */
export function migrateSqlite(
  db: DatabaseSync,
  sets: readonly MigrationSet[],
): void {
  if (pending(db, sets).length === 0) return;
  // Recreating a table would delete rows that refer to it (SQLite, "ALTER
  // TABLE", section 7). SQLite ignores this pragma within a transaction.
  db.exec("PRAGMA foreign_keys = OFF");
  try {
    db.exec("BEGIN IMMEDIATE");
    for (const migration of pending(db, sets)) apply(db, migration);
    checkReferences(db);
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  } finally {
    db.exec("PRAGMA foreign_keys = ON");
  }
}

/** @throws {Error} with a sentence when this version cannot use the schema */
export function pending(
  db: DatabaseSync,
  sets: readonly MigrationSet[],
): PendingMigration[] {
  return sets.flatMap((set) => pendingMigrations(set, applied(db, set.table)));
}

function applied(db: DatabaseSync, table: string): object[] {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table))
    return [];
  return db
    .prepare(`SELECT number, name, checksum FROM ${table} ORDER BY number`)
    .all();
}

const tableOfApplied = (table: string) => `CREATE TABLE IF NOT EXISTS ${table} (
    number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
  ) STRICT`;

function apply(db: DatabaseSync, migration: PendingMigration): void {
  const { number, name, sql } = migration;
  const { checksum, table } = migration;
  db.exec(sql);
  if (!db.isTransaction)
    throw new Error(`The migration ${name} must not end its transaction.`);
  db.exec(tableOfApplied(table));
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`);
  insert.run(number, name, checksum, new Date().toISOString());
}

function checkReferences(db: DatabaseSync): void {
  const [broken] = db
    .prepare('SELECT "table" AS child, parent FROM pragma_foreign_key_check')
    .all();
  if (!broken) return;
  const [child, parent] = [String(broken["child"]), String(broken["parent"])];
  throw new Error(
    `The migrated rows of ${child} would refer to missing rows of ${parent}.`,
  );
}
