/** The schema of all migrations as a file. Update it with `npx vitest run tests/store/schema.test.ts --update`. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { migrate } from "../../server/storage/postgres/migrate.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { TABLES } from "../../server/storage/table-store.ts";
import { someMigrations } from "../fakes/earlier-store.ts";
import { OUR_COLUMNS } from "../fakes/leads.ts";
import { describePostgres, onServer, temporaryDatabase } from "../fakes/postgres.ts";
import { temporaryFolder } from "../fakes/server.ts";

const POSTGRES_COLUMNS = `
  SELECT n.nspname AS schema, c.relname AS table, a.attname AS column,
    format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
    pg_get_expr(d.adbin, d.adrelid) AS default,
    CASE WHEN a.attcollation <> t.typcollation THEN k.collname END AS collation
  FROM pg_attribute AS a
    JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind = 'r'
    JOIN pg_namespace AS n ON n.oid = c.relnamespace AND n.nspname IN ('public', 'nightshift')
    JOIN pg_type AS t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    LEFT JOIN pg_collation AS k ON k.oid = a.attcollation
  WHERE a.attnum > 0 AND NOT a.attisdropped
  ORDER BY n.nspname DESC, c.relname, a.attnum`;

// Type n, new in version 18, repeats what the columns say.
const POSTGRES_CONSTRAINTS = `
  SELECT conrelid::regclass || ': ' || conname || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
  WHERE connamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'nightshift')) AND contype <> 'n'`;

const POSTGRES_INDEXES =
  "SELECT indexdef AS line FROM pg_indexes WHERE schemaname IN ('public', 'nightshift')";

/** Tables and columns that another store does not need or creates itself. */
const NOT_MOVED: readonly string[] = [
  "lead_texts",
  "lead_contexts.service",
  "lead_contexts.came_at",
  "lead_contexts.came_from",
  "schema_migrations",
  "own_migrations",
  "write_probe",
  "mail_failure_notice",
  "retention",
  "clock",
  "suspected_digest",
  "calendar_copies",
  "sign_ins",
];

const LATEST = 999;
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

test("the schema of SQLite is the reviewed one, and all of it moves to another store", async () => {
  const db = openDatabase(
    join(temporaryFolder(), "leads.db"),
    100,
    () => {},
    someMigrations("sqlite", LATEST),
  );
  const schema = db
    .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name")
    .all();
  await expect(schema.map(({ sql }) => `${String(sql)};\n`).join("\n")).toMatchFileSnapshot(
    "schema.sqlite.sql",
  );
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
  test("the schema is the reviewed one, and all of it moves to another store", async () => {
    const url = await temporaryDatabase();
    await migrate(url, 5_000, someMigrations("postgres", LATEST));
    await onServer(url, async (client) => {
      // Names include their schema for every user.
      await client.query("SET search_path = ''");
      const { rows: columns } = await client.query(POSTGRES_COLUMNS);
      const lines = [
        ...columns.map(
          (one) =>
            `${one.schema}.${one.table}: ${one.column} ${one.type}${one.collation ? ` COLLATE "${one.collation}"` : ""}` +
            `${one.required ? " NOT NULL" : ""}${one.default ? ` DEFAULT ${one.default}` : ""}`,
        ),
        ...(await linesOf(POSTGRES_CONSTRAINTS)),
        ...(await linesOf(POSTGRES_INDEXES)),
      ];
      await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("schema.postgres.sql");
      expect(byName(ours(columns))).toEqual(byName(moved));

      async function linesOf(sql: string): Promise<string[]> {
        const { rows } = await client.query(sql);
        return rows.map(({ line }) => String(line)).toSorted();
      }
    });
  });
});
