/** Every table and column of the schema moves to another store, or is named here as one that need not. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { migrate } from "../../server/storage/postgres/migrate.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { TABLES } from "../../server/storage/table-store.ts";
import { migrationsWith } from "../fakes/used-store.ts";
import { OUR_COLUMNS } from "../fakes/leads.ts";
import { describePostgres, query, temporaryDatabase } from "../fakes/postgres.ts";
import { temporaryFolder } from "../fakes/server.ts";

const POSTGRES_COLUMNS = `SELECT table_name AS table, column_name AS column FROM information_schema.columns
  WHERE table_schema IN ('public', 'nightshift') ORDER BY table_name, ordinal_position`;

/** Tables and columns that another store does not need or creates itself. */
const NOT_MOVED: readonly string[] = [
  "lead_texts",
  "lead_contexts.service",
  "lead_contexts.came_at",
  "lead_contexts.came_from",
  "schema_migrations",
  "own_migrations",
  "write_probe",
  "retention",
  "notices",
  "calendar_copies",
  "sign_ins",
  "form_texts",
];

const moved = TABLES.map(({ name, columns }) => ({
  name,
  columns: name === LEADS_TABLE ? ["id", "created_at", ...OUR_COLUMNS] : [...columns],
}));

/** The tables and their columns, without those that do not move. */
function ours(columns: { table: string; column: string }[]): typeof moved {
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => !NOT_MOVED.includes(name));
  return names.map((name) => ({
    name,
    columns: columns
      .filter(({ table, column }) => table === name && !NOT_MOVED.includes(`${table}.${column}`))
      .map(({ column }) => column),
  }));
}

function byName<T extends { name: string }>(tables: T[]): T[] {
  return tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

test("all of SQLite's schema moves to another store", () => {
  const db = openDatabase(join(temporaryFolder(), "leads.db"), 100, () => {}, migrationsWith("sqlite"));
  const columns = db
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`,
    )
    .all()
    .map(({ table, column }) => ({ table: String(table), column: String(column) }));
  db.close();
  expect(byName(ours(columns))).toEqual(byName(moved));
});

describePostgres("on PostgreSQL", () => {
  test("all of the schema moves to another store", async () => {
    const url = await temporaryDatabase();
    await migrate(url, 5_000, migrationsWith("postgres"));
    const columns = await query(url, POSTGRES_COLUMNS);
    const named = columns.map(({ table, column }) => ({ table: String(table), column: String(column) }));
    expect(byName(ours(named))).toEqual(byName(moved));
  });
});
