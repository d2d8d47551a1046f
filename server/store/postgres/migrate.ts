import type { Client } from "pg";
import type { Work } from "../database.ts";
import {
  migrationSets,
  pendingMigrations,
  type MigrationSet,
  type PendingMigration,
} from "../migrations.ts";
import { connect, GRACE_MS, queryOn, send } from "./connection.ts";

const MIGRATIONS = migrationSets(new URL("./", import.meta.url));

/**
 * Key of the advisory lock for migrations: any
 * number that nothing else in the database uses.
 */
const LOCK = 7_301_844_526;
const MIGRATION = { lockMs: 60_000, statementMs: 600_000 };
/**
 * For a rehearsal of the migrations beside a running site. The
 * site's visitors wait for the locks, so PostgreSQL stops a
 * statement that takes so long that visitors would get an error.
 */
const REHEARSAL = { lockMs: 2_000, statementMs: 5_000 };

/**
 * Applies pending migrations in one transaction.
 * @param patience milliseconds for the answer
 * to each query; migrations may take longer
 * @throws {StoreUnavailable | DatabaseError} @throws
 * {Error} when encoding or schema cannot be used
 */
export async function migratePostgres(
  connectionString: string,
  patience: number,
  sets = MIGRATIONS,
) {
  await using client = await connect(connectionString, patience);
  await checkEncoding(client);
  await begin(client, sets, MIGRATION);
  await send(client, "COMMIT");
}

/**
 * Migrates and does `work` in a transaction that is
 * rolled back. @throws like {@link migratePostgres}
 */
export async function rehearse(connectionString: string, work: Work<void>) {
  await using client = await connect(connectionString, REHEARSAL.statementMs);
  await checkEncoding(client);
  await begin(client, MIGRATIONS, REHEARSAL);
  await send(client, "SET LOCAL search_path = nightshift, public");
  await work(queryOn(client));
  await send(client, "ROLLBACK");
}

async function begin(
  client: Client,
  sets: readonly MigrationSet[],
  limits: typeof MIGRATION,
) {
  const { lockMs, statementMs } = limits;
  const settings = `SET LOCAL lock_timeout = ${lockMs}; SET LOCAL statement_timeout = ${statementMs}`;
  await send(client, `BEGIN; ${settings}`);
  // A user who may not create a schema can still
  // use a database that needs no migration.
  if ((await pending(client, sets)).length === 0) return;
  await send(
    client,
    "SELECT pg_advisory_xact_lock($1)",
    [LOCK],
    lockMs + GRACE_MS,
  );
  await send(client, "CREATE SCHEMA IF NOT EXISTS nightshift");
  // Another process may have migrated meanwhile.
  for (const migration of await pending(client, sets))
    await apply(client, migration, statementMs);
}

/**
 * Other encodings lack characters that visitors
 * type; SQL_ASCII counts bytes, not characters.
 */
async function checkEncoding(client: Client): Promise<void> {
  const [row] = await send(
    client,
    "SELECT current_setting('server_encoding') AS encoding",
  );
  const encoding = String(row?.["encoding"]);
  if (encoding !== "UTF8")
    throw new Error(
      `The database has the encoding ${encoding}. Create one with ENCODING 'UTF8'.`,
    );
}

async function pending(
  client: Client,
  sets: readonly MigrationSet[],
): Promise<PendingMigration[]> {
  const all: PendingMigration[] = [];
  for (const set of sets)
    all.push(...pendingMigrations(set, await applied(client, set.table)));
  return all;
}

async function applied(client: Client, table: string): Promise<object[]> {
  const [row] = await send(client, "SELECT to_regclass($1) AS oid", [
    `nightshift.${table}`,
  ]);
  if (row?.["oid"] === null) return [];
  return send(
    client,
    `SELECT number, name, checksum FROM nightshift.${table} ORDER BY number`,
  );
}

/**
 * Runs the SQL of a migration's file. If the SQL ends the
 * transaction, the savepoint is gone. Then the release of
 * the savepoint fails, so the migration is refused.
 */
async function apply(
  client: Client,
  migration: PendingMigration,
  statementMs: number,
) {
  const { number, name, sql } = migration;
  const { checksum, table } = migration;
  await send(client, "SAVEPOINT migration");
  await send(client, sql, [], statementMs + GRACE_MS);
  await send(client, "RELEASE SAVEPOINT migration");
  await send(client, tableOfApplied(table));
  await send(
    client,
    `INSERT INTO nightshift.${table} VALUES ($1, $2, $3, now())`,
    [number, name, checksum],
  );
}

const tableOfApplied = (
  table: string,
) => `CREATE TABLE IF NOT EXISTS nightshift.${table} (
    number integer NOT NULL PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz(3) NOT NULL
  )`;
