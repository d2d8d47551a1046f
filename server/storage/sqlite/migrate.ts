/** Applies all pending migrations in one transaction, so a failed one changes nothing. */
import { rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pendingMigrations, type PendingMigration, type MigrationSet } from "../migrations.ts";
import { copyBeside, keepLastCopies } from "./copies.ts";

/** Limit for waiting for another process that migrates, or makes its copy first. Milliseconds. */
const LOCK_TIMEOUT_MS = 60_000;

interface Migrating {
  path: string;
  sets: readonly MigrationSet[];
  busyTimeout: number;
  log: (sentence: string) => void;
}

/**
 * Takes the write lock first, so one process applies all pending migrations; a used store is copied before. Foreign keys are
 * off: recreating a table would delete rows that refer to it (SQLite, "ALTER TABLE", section 7). @throws {Error} on failure
 */
export function migrate(db: DatabaseSync, { path, sets, busyTimeout, log }: Migrating): void {
  if (pending(db, sets).length === 0) return;
  // Without effect once a transaction is open.
  db.exec(`PRAGMA foreign_keys = OFF; PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
  db.exec("BEGIN IMMEDIATE");
  let migrations: PendingMigration[] = [];
  let copy: string | undefined;
  try {
    migrations = pending(db, sets);
    const isInUse = db.prepare("SELECT 1 FROM sqlite_schema").get() !== undefined;
    if (migrations.length > 0 && isInUse) copy = copyBeside(path);
    for (const migration of migrations) apply(db, migration);
    checkReferences(db);
    db.exec("COMMIT");
  } catch (error) {
    undo(db, copy, error);
  } finally {
    db.exec(`PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${busyTimeout}`);
  }
  if (copy === undefined) return;
  const names = migrations.map(({ name }) => name).join(", ");
  log(`The store was updated (${names}). Its previous state is kept in ${copy}.`);
  keepLastCopies(path);
}

function undo(db: DatabaseSync, copy: string | undefined, error: unknown): never {
  if (db.isTransaction) {
    db.exec("ROLLBACK");
    if (copy !== undefined) rmSync(copy);
  } else if (copy !== undefined && error instanceof Error) {
    throw new Error(`${error.message} The store's previous state is kept in ${copy}.`, { cause: error });
  }
  throw error;
}

/** Pending migrations. @throws {Error} with a sentence when this version cannot use the schema */
export function pending(db: DatabaseSync, sets: readonly MigrationSet[]): PendingMigration[] {
  return sets.flatMap((set) => pendingMigrations(set, applied(db, set.table)));
}

function applied(db: DatabaseSync, table: string): object[] {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table)) return [];
  return db.prepare(`SELECT number, name, checksum FROM ${table} ORDER BY number`).all();
}

const tableOfApplied = (table: string) => `CREATE TABLE IF NOT EXISTS ${table} (
    number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
  ) STRICT`;

function apply(db: DatabaseSync, { number, name, sql, checksum, table }: PendingMigration): void {
  const before = columns(db);
  db.exec(sql);
  if (!db.isTransaction) throw new Error(`The migration ${name} must not end the transaction it runs in.`);
  const lost = lostColumns(before, columns(db));
  if (lost.length > 0) {
    throw new Error(
      `The migration ${name} would lose ${lost.join(", ")}, so nothing was changed. Move it into a table of its own.`,
    );
  }
  db.exec(tableOfApplied(table));
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`);
  insert.run(number, name, checksum, new Date().toISOString());
}

interface Column {
  table: string;
  column: string;
  /** Changes when the table is recreated. */
  page: unknown;
}

function columns(db: DatabaseSync): Column[] {
  return db
    .prepare(
      `SELECT t.name AS "table", c.name AS "column", t.rootpage AS page
       FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
    )
    .all()
    .map(({ table, column, page }) => ({ table: String(table), column: String(column), page }));
}

/** A migration that recreates a table may not know an owner's column. Dropping one must be declared. */
function lostColumns(before: readonly Column[], after: readonly Column[]): string[] {
  const now = Map.groupBy(after, ({ table }) => table);
  return before
    .filter(({ table, column, page }) => {
      const kept = now.get(table);
      return kept && kept[0]?.page !== page && kept.every((other) => other.column !== column);
    })
    .map(({ table, column }) => `${table}.${column}`);
}

function checkReferences(db: DatabaseSync): void {
  const [broken] = db.prepare('SELECT "table" AS child, parent FROM pragma_foreign_key_check').all();
  if (!broken) return;
  throw new Error(
    `The migrations would leave rows of ${String(broken["child"])} that refer to missing rows of ${String(broken["parent"])}.`,
  );
}
