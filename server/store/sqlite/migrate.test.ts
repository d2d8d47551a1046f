import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { runAtOnce } from "../../../tests/support/process.ts";
import { temporaryFolder } from "../../../tests/support/server.ts";
import {
  filledFile,
  migrationsWith,
  usedTables,
} from "../../../tests/support/used-store.ts";
import type { MigrationSet } from "../migrations.ts";
import { openDatabase } from "./open-database.ts";

function open(path: string, migrations: readonly MigrationSet[]) {
  const db = openDatabase(path, 100, migrations);
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  return db;
}

function schemaOf(db: DatabaseSync) {
  return db
    .prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name")
    .all();
}

const OWN = {
  "001-phone.sql":
    "ALTER TABLE lead_submissions ADD COLUMN phone TEXT NOT NULL DEFAULT ''",
};
const COLUMNS =
  "created_at, name, email, company_name, selected_service, problems, additional_info";
/** Recreates the table of leads, as SQLite recommends. */
const MADE_ANEW = `CREATE TABLE anew (id TEXT NOT NULL PRIMARY KEY, ${COLUMNS});
    INSERT INTO anew SELECT id, ${COLUMNS} FROM lead_submissions;
    DROP TABLE lead_submissions;
    ALTER TABLE anew RENAME TO lead_submissions;`;

test("a store is durable and private again after another program changed its journal and its rights", () => {
  const path = filledFile();
  chmodSync(path, 0o644);
  const other = new DatabaseSync(path);
  other.exec("PRAGMA journal_mode = DELETE");
  other.close();
  const db = open(path, migrationsWith("sqlite"));
  expect(db.prepare("PRAGMA journal_mode").get()).toEqual({
    journal_mode: "wal",
  });
  expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a recreated table keeps the rows that refer to it", async () => {
  const path = filledFile();
  open(path, migrationsWith("sqlite", { "001-anew.sql": MADE_ANEW })).close();
  const db = open(
    path,
    migrationsWith("sqlite", { "001-anew.sql": MADE_ANEW }),
  );
  for (const [name, rows] of usedTables)
    expect([name, db.prepare(`SELECT * FROM ${name}`).all().length]).toEqual([
      name,
      rows.length,
    ]);
  expect(db.prepare("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
  expect(db.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 100 });
});

test.each([
  ["is not SQL", "CREATE TABL x", "syntax error"],
  [
    "leaves rows without their lead",
    "DROP TRIGGER lead_deleted; DELETE FROM lead_submissions WHERE name <> ''",
    "The migrated rows of deliveries would refer to missing rows of lead_submissions.",
  ],
  [
    "begins a transaction",
    "BEGIN; DELETE FROM lead_notes; COMMIT",
    "cannot start a transaction within a transaction",
  ],
  ["ends the transaction", "SELECT 1; COMMIT", "must not end its transaction"],
])(
  "a migration that %s stops the start and changes nothing",
  async (_what, sql, message) => {
    const path = filledFile();
    const before = open(path, migrationsWith("sqlite"));
    const schema = schemaOf(before);
    before.close();
    expect(() =>
      open(path, migrationsWith("sqlite", { "001-own.sql": sql })),
    ).toThrow(message);
    const after = open(path, migrationsWith("sqlite"));
    expect(schemaOf(after)).toEqual(schema);
    for (const [name, rows] of usedTables)
      expect(
        after
          .prepare(`SELECT ${Object.keys(rows[0] ?? {}).join()} FROM ${name}`)
          .all(),
      ).toEqual(rows);
  },
);

test("concurrent starts update a used and a new store once", async () => {
  const paths = [filledFile(), join(temporaryFolder(), "leads.db")];
  const module = new URL("./open-database.ts", import.meta.url).href;
  const sets = JSON.stringify(migrationsWith("sqlite", OWN));
  const script = `import { openDatabase } from ${JSON.stringify(module)};
    const sets = ${sets}.map((set) => ({ ...set, folder: new URL(set.folder) }));
    for (const path of ${JSON.stringify(paths)}) openDatabase(path, 10_000, sets).close();`;
  await runAtOnce(script);
  for (const path of paths) {
    using db = new DatabaseSync(path);
    expect(db.prepare("SELECT name FROM own_migrations").all()).toEqual([
      { name: "001-phone.sql" },
    ]);
    expect(db.prepare("SELECT count(*) AS n FROM write_probe").get()).toEqual({
      n: 1,
    });
  }
});
