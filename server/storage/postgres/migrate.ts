/** Brings the schema up to date, once, however many processes start at the same time. */
import { Client, DatabaseError } from "pg";
import { pendingMigrations, readMigrations, type AppliedMigration, type Migration } from "../migrations.ts";
import { connected, send } from "./connection.ts";
import type { Query } from "./transactions.ts";

const MIGRATIONS = new URL("./migrations/", import.meta.url);

/** Who holds this lock migrates. Any number that nothing else in the database uses. */
const LOCK = 7_301_844_526;
/** To wait for another process that migrates. Milliseconds. */
const LOCK_TIMEOUT_MS = 60_000;
/** SQLSTATE. */
const DUPLICATE_TABLE = "42P07";

const OUR_SCHEMA = `CREATE SCHEMA IF NOT EXISTS nightshift;
  CREATE TABLE IF NOT EXISTS nightshift.schema_migrations (
    number integer NOT NULL PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz(3) NOT NULL
  )`;

/**
 * Applies what is pending in one transaction, so that a schema is never half new.
 *
 * @param connectionString of the database; it exists.
 * @param patience milliseconds to wait for a connection.
 * @param afterwards done on the same connection, once the schema is up to date.
 * @throws {ConnectionError | DatabaseError} when the database cannot be reached or does not let us.
 * @throws {Error} with a sentence for the operator when the schema is not one this version can use.
 */
export async function migrate(
  connectionString: string,
  patience: number,
  afterwards: (query: Query) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    fallback_application_name: "nightshift migrations",
  });
  client.on("error", () => {});
  try {
    await connected(client.connect());
    await checkEncoding(client);
    await applyPending(client);
    await afterwards((text, values) => send(client, text, values));
  } finally {
    // Rolls back what is open.
    await client.end().catch(() => {});
  }
}

async function applyPending(client: Client): Promise<void> {
  const known = readMigrations(MIGRATIONS);
  // Without the right to make a schema, a database that is up to date can still be used.
  if (pendingMigrations(known, await applied(client)).length === 0) return;
  await send(client, `BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await send(client, "SELECT pg_advisory_xact_lock($1)", [LOCK]);
  await send(client, OUR_SCHEMA);
  for (const migration of pendingMigrations(known, await applied(client))) await apply(client, migration);
  await send(client, "COMMIT");
}

/** Limits and sorting count in characters, which only this encoding has all of. */
async function checkEncoding(client: Client): Promise<void> {
  const [row] = await send(client, "SELECT current_setting('server_encoding') AS encoding");
  const encoding = String(row?.["encoding"]);
  if (encoding !== "UTF8") {
    throw new Error(`The database has the encoding ${encoding}. Make one with ENCODING 'UTF8'.`);
  }
}

async function applied(client: Client): Promise<AppliedMigration[]> {
  const [table] = await send(client, "SELECT to_regclass('nightshift.schema_migrations') AS oid");
  if (table?.["oid"] === null) return [];
  const rows = await send(
    client,
    "SELECT number, name, checksum FROM nightshift.schema_migrations ORDER BY number",
  );
  return rows.map(({ number, name, checksum }) => ({
    number: Number(number),
    name: String(name),
    checksum: String(checksum),
  }));
}

async function apply(client: Client, { number, name, sql, checksum }: Migration): Promise<void> {
  try {
    await send(client, sql);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === DUPLICATE_TABLE) {
      throw new Error(
        `The migration ${name} makes what is already there: ${error.message}. Give the site a database of its own.`,
        { cause: error },
      );
    }
    throw error;
  }
  await send(client, "INSERT INTO nightshift.schema_migrations VALUES ($1, $2, $3, now())", [
    number,
    name,
    checksum,
  ]);
}
