/** Migrations of a used store: nothing is lost, and a failed one changes nothing. */
import { chownSync, globSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { filledFile, migrationsWith, usedTables } from "../../../tests/fakes/used-store.ts";
import { runAtOnce } from "../../../tests/fakes/process.ts";
import { temporaryFolder } from "../../../tests/fakes/server.ts";
import type { MigrationSet } from "../migrations.ts";
import { MIGRATIONS, openDatabase } from "./open-database.ts";

const ignore = () => {};

function open(path: string, migrations: readonly MigrationSet[], log: (sentence: string) => void = ignore) {
  const db = openDatabase(path, 100, log, migrations);
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  return db;
}

function copiesOf(path: string): string[] {
  return globSync(`${path}.before-*`).toSorted();
}

function schemaOf(db: DatabaseSync) {
  return db.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name").all();
}

/** Recreates the table of leads, by SQLite's recipe. @param columns of the new table */
function madeAnew(columns: string): string {
  return `CREATE TABLE anew (id TEXT NOT NULL PRIMARY KEY, ${columns});
    INSERT INTO anew SELECT id, ${columns} FROM lead_submissions;
    DROP TABLE lead_submissions;
    ALTER TABLE anew RENAME TO lead_submissions;`;
}

const OWN = { "001-phone.sql": "ALTER TABLE lead_submissions ADD COLUMN phone TEXT NOT NULL DEFAULT ''" };
const COLUMNS = "created_at, name, email, company_name, selected_service, problems, additional_info";

test("a store is durable every time, whichever program opened it before", () => {
  const path = filledFile();
  const other = new DatabaseSync(path);
  other.exec("PRAGMA journal_mode = DELETE");
  other.close();
  const db = open(path, migrationsWith("sqlite"));
  expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
  expect(db.prepare("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
});

test("a recreated table keeps the rows that refer to it", async () => {
  const path = filledFile();
  open(path, migrationsWith("sqlite", { "001-anew.sql": madeAnew(COLUMNS) })).close();
  const db = open(path, migrationsWith("sqlite", { "001-anew.sql": madeAnew(COLUMNS) }));
  for (const [{ name }, rows] of usedTables)
    expect([name, db.prepare(`SELECT * FROM ${name}`).all().length]).toEqual([name, rows.length]);
  expect(db.prepare("PRAGMA foreign_keys").get()).toEqual({ foreign_keys: 1 });
  expect(db.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 100 });
});

test.each([
  ["is not SQL", "CREATE TABL x", /syntax error/],
  [
    "leaves rows without their lead",
    "DROP TRIGGER lead_deleted; DELETE FROM lead_submissions WHERE name <> ''",
    /would leave rows of \w+ that refer to missing rows of lead_submissions/,
  ],
  [
    "forgets a column of a table that it makes anew",
    madeAnew(COLUMNS.replace("problems, ", "")),
    "The migration 001-own.sql would lose lead_submissions.problems, so nothing was changed.",
  ],
  ["begins a transaction", "BEGIN; DELETE FROM lead_notes; COMMIT", /transaction/],
])("one that %s stops the start and changes nothing", async (_what, sql, message) => {
  const path = filledFile();
  const before = open(path, migrationsWith("sqlite"));
  const schema = schemaOf(before);
  before.close();
  expect(() => open(path, migrationsWith("sqlite", { "001-own.sql": sql }))).toThrow(message);
  expect(copiesOf(path)).toEqual([]);
  const after = open(path, migrationsWith("sqlite"));
  expect(schemaOf(after)).toEqual(schema);
  for (const [{ name, columns, key }, rows] of usedTables)
    expect(after.prepare(`SELECT ${columns.join()} FROM ${name} ORDER BY ${key.join()}`).all()).toEqual(rows);
});

test("before the first of them a used store is copied beside it, readable only by its owner, and the log says so", () => {
  const path = filledFile();
  const told: string[] = [];
  open(path, migrationsWith("sqlite", OWN), (sentence) => told.push(sentence)).close();
  const [copy = ""] = copiesOf(path);
  expect(told).toEqual([
    expect.stringMatching(/^The store was updated \(001-phone\.sql\)\. Its previous state is kept in /),
  ]);
  expect(told[0]).toContain(` ${copy}.`);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const before = open(copy, migrationsWith("sqlite"));
  for (const [{ name, columns, key }, rows] of usedTables) {
    expect(before.prepare(`SELECT ${columns.join()} FROM ${name} ORDER BY ${key.join()}`).all()).toEqual(
      rows,
    );
  }
});

test("the last three copies are kept, and none is made of a new store or when nothing is pending", () => {
  const path = filledFile();
  expect(copiesOf(path)).toEqual([]);
  const own: Record<string, string> = {};
  const made = new Set<string>();
  for (const number of [1, 2, 3, 4]) {
    own[`00${number}-own.sql`] = `CREATE TABLE own_${number} (id INTEGER)`;
    open(path, migrationsWith("sqlite", own)).close();
    open(path, migrationsWith("sqlite", own)).close();
    for (const copy of copiesOf(path)) made.add(copy);
  }
  expect(made.size).toBe(4);
  expect(copiesOf(path)).toEqual([...made].slice(1));
});

test("a copy that cannot be made stops the start, and nothing is changed", () => {
  const path = filledFile();
  // The copy's name would be longer than a file name can be.
  const long = join(dirname(path), "l".repeat(240));
  renameSync(path, long);
  expect(() => open(long, migrationsWith("sqlite", OWN))).toThrow(
    /^The store has to be copied before its schema changes, but: .*Nothing was changed\.$/,
  );
  expect(open(long, migrationsWith("sqlite")).prepare("SELECT * FROM lead_notes").all()).toHaveLength(20);
});

test.each([
  ["a used store once, and make one copy", filledFile, 1],
  ["a new store once", () => join(temporaryFolder(), "leads.db"), 0],
])("concurrent starts update %s", async (_what, make, copies) => {
  const path = make();
  const module = new URL("./open-database.ts", import.meta.url).href;
  const sets = JSON.stringify(migrationsWith("sqlite", OWN));
  const script = `import { openDatabase } from ${JSON.stringify(module)};
    const sets = ${sets}.map((set) => ({ ...set, folder: new URL(set.folder) }));
    openDatabase(${JSON.stringify(path)}, 10_000, console.log, sets).close();`;
  const said = await runAtOnce(4, script);
  expect(said.filter((text) => text !== "")).toHaveLength(copies);
  expect(copiesOf(path)).toHaveLength(copies);
  const db = new DatabaseSync(path);
  expect(db.prepare("SELECT count(*) AS n FROM write_probe").get()).toEqual({ n: 1 });
  db.close();
});

test("one that ends the transaction is refused, and the copy is named", () => {
  const path = filledFile();
  const migrations = migrationsWith("sqlite", { "001-own.sql": "DELETE FROM lead_notes; COMMIT" });
  expect(() => open(path, migrations)).toThrow(
    /001-own\.sql must not end the transaction it runs in\. The store's previous state is kept in /,
  );
  const [copy = ""] = copiesOf(path);
  const before = open(copy, migrationsWith("sqlite"));
  expect(before.prepare("SELECT count(*) AS n FROM lead_notes").get()).toEqual({ n: 20 });
});

test("one may drop a column when it says so", () => {
  const path = filledFile();
  const own = { "001-more.sql": "ALTER TABLE lead_notes ADD COLUMN color TEXT" };
  open(path, migrationsWith("sqlite", own)).close();
  const less = { ...own, "002-less.sql": "ALTER TABLE lead_notes DROP COLUMN color" };
  const db = open(path, migrationsWith("sqlite", less));
  expect(db.prepare("SELECT name FROM own_migrations").all()).toEqual([
    { name: "001-more.sql" },
    { name: "002-less.sql" },
  ]);
});

test("the owner's own have their own numbers, and come after ours, whichever is there first", () => {
  const path = filledFile();
  const db = open(path, migrationsWith("sqlite", OWN));
  expect(db.prepare("SELECT number, name FROM own_migrations").all()).toEqual([
    { number: 1, name: "001-phone.sql" },
  ]);
  expect(db.prepare("SELECT phone FROM lead_submissions").all()).toHaveLength(20);
});

test.runIf(process.getuid?.() === 0)("a store that root makes belongs to the owner of its folder", () => {
  const folder = temporaryFolder();
  chownSync(folder, 65_534, 65_534);
  open(join(folder, "leads.db"), MIGRATIONS);
  expect(statSync(join(folder, "leads.db")).uid).toBe(65_534);
});
