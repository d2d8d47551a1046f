/** A PostgreSQL database as tables, on a connection of its own. */
import { Client, DatabaseError } from "pg";
import { createTableStore, type TableStore } from "../table-store.ts";
import { connected, leave, send } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { ConnectionError, openingError, refusal } from "./postgres-errors.ts";
import { DURABLE, PATIENCE_MS } from "./transactions.ts";

/** To wait for the answer to one statement. Milliseconds. */
const STATEMENT_MS = 60_000;

const SEARCH_PATH = "SET LOCAL search_path = nightshift, public";

/** @throws {Error} with a sentence for the operator when the database cannot be reached or used. */
export async function openPostgresTables(url: string): Promise<TableStore> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    fallback_application_name: "nightshift",
  });
  // What is lost on the way fails the statement under way, or the next.
  client.on("error", () => {});
  try {
    await migrate(url, PATIENCE_MS);
    await connected(client.connect());
  } catch (error) {
    throw explain(error);
  }
  return createTableStore({
    query: (text, values) => send(client, text, values),
    begin: {
      read: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${SEARCH_PATH}`,
      write: `BEGIN; ${SEARCH_PATH}; ${DURABLE}`,
    },
    rowsOf: ({ name }) => `json_populate_recordset(NULL::${name}, $1)`,
    refusal,
    explain,
    close: () => leave(client),
  });
}

function explain(error: unknown): unknown {
  const isOfDatabase = error instanceof DatabaseError || error instanceof ConnectionError;
  return isOfDatabase ? openingError(error) : error;
}
