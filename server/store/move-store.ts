/** Copies the embedded store into an empty PostgreSQL. */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { Client } from "pg";
import { isThere } from "../settings/data-dir.ts";
import { OperatorError } from "../settings/operator-error.ts";
import { connect, send } from "./postgres/connection.ts";
import { migratePostgres } from "./postgres/migrate.ts";
import { openingError } from "./postgres/postgres-errors.ts";
import { DURABLE, PATIENCE_MS } from "./postgres/postgres-database.ts";
import { orInUse } from "./sqlite/backup.ts";
import { openDatabase } from "./sqlite/open-database.ts";

const ROWS_AT_ONCE = 500;
/** For statements that copy or count many rows, and for the commit, which waits for the disk. */
const STATEMENT_MS = 60_000;
const FILLED_BY_MIGRATIONS = [
  "notices",
  "retention",
  "write_probe",
  "team_settings",
];

/** Copies all or nothing, unless the commit gets no answer. @returns row counts, keyed by table */
export async function moveStore(
  path: string,
  url: string,
): Promise<Map<string, number>> {
  if (!isThere(path)) throw new OperatorError(`There is no store at ${path}.`);
  // The exclusive lock keeps a site from storing a lead meanwhile.
  using from = orInUse(path, () => {
    const db = openDatabase(path, 0);
    db.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    return db;
  });
  await using to = await migratePostgres(url, PATIENCE_MS)
    .then(() => connect(url, PATIENCE_MS))
    .catch((error: unknown) => {
      throw openingError(error);
    });
  await send(
    to,
    `BEGIN; SET LOCAL search_path = nightshift, public; SELECT ${DURABLE}`,
  );
  const counts = new Map<string, number>();
  for (const table of tablesIn(from))
    counts.set(table, await copyTable(from, to, table));
  await send(to, "COMMIT", [], STATEMENT_MS);
  return counts;
}

/**
 * The tables to copy, in the order of their creation: a table comes after the tables that it refers
 * to. PostgreSQL needs no tables for the search or for totals, and has its own migrations.
 */
function tablesIn(db: DatabaseSync): string[] {
  const tables = db.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
      AND name NOT LIKE 'lead_search%' AND name <> 'source_totals' AND name NOT LIKE '%_migrations' ORDER BY rowid`,
  );
  return tables.all().map(({ name }) => String(name));
}

async function copyTable(
  from: DatabaseSync,
  to: Client,
  table: string,
): Promise<number> {
  const columns = await columnsOf(from, to, table);
  if (FILLED_BY_MIGRATIONS.includes(table))
    await send(to, `DELETE FROM ${table}`);
  else if ((await countIn(to, table)) > 0)
    throw new OperatorError(
      `The database has rows in ${table} already. Name an empty database.`,
    );
  const insert = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`;
  let rows: Record<string, SQLOutputValue>[] = [];
  let read = 0;
  for (const row of from.prepare(`SELECT ${columns} FROM ${table}`).iterate()) {
    read += 1;
    rows.push(row);
    if (rows.length < ROWS_AT_ONCE) continue;
    await send(to, insert, [JSON.stringify(rows)], STATEMENT_MS);
    rows = [];
  }
  await send(to, insert, [JSON.stringify(rows)], STATEMENT_MS);
  const written = await countIn(to, table);
  if (written === read) return read;
  throw new OperatorError(
    `${written} of ${read} rows of ${table} arrived. Nothing was moved.`,
  );
}

/** All columns but identity columns. @throws {OperatorError} if the two stores' columns differ */
async function columnsOf(
  from: DatabaseSync,
  to: Client,
  table: string,
): Promise<string> {
  const here = from.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  const there = await send(
    to,
    `SELECT column_name AS name, is_identity = 'YES' AS is_identity FROM information_schema.columns
      WHERE table_schema IN ('nightshift', 'public') AND table_name = $1`,
    [table],
  );
  const names = (columns: { name?: unknown }[]) =>
    Array.from(columns, ({ name }) => String(name))
      .toSorted()
      .join();
  if (names(here) !== names(there))
    throw new OperatorError(
      `${table} has other columns in the database. Add your own migrations to both.`,
    );
  return names(there.filter(({ is_identity: isIdentity }) => !isIdentity));
}

async function countIn(to: Client, table: string): Promise<number> {
  const [row] = await send(
    to,
    `SELECT count(*) AS n FROM ${table}`,
    [],
    STATEMENT_MS,
  );
  return Number(row?.["n"]);
}
