/** A PostgreSQL database as tables, on a connection of its own. */
import { Client, DatabaseError } from "pg";
import { BOOKINGS_TABLE } from "../../../contract/booking.ts";
import { LEADS_TABLE } from "../../../contract/lead.ts";
import { fillAll } from "../fill-leads.ts";
import { fillLeads } from "../fill-leads.ts";
import {
  OTHER_ROW,
  RowRefusedError,
  toTableRow,
  type Snapshot,
  type Table,
  type TableRow,
  type TableStore,
} from "../tables.ts";
import { connected, leave, send } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { ConnectionError, openingError, refusal } from "./postgres-errors.ts";
import { DURABLE, PATIENCE_MS } from "./transactions.ts";

const ROWS_AT_ONCE = 500;
/** To wait for the answer to one statement. Milliseconds. */
const STATEMENT_MS = 60_000;

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
  await inSentences(async () => {
    await migrate(url, PATIENCE_MS);
    await connected(client.connect());
  });
  return {
    snapshot: (work) => inSentences(() => snapshot(client, work)),
    put: (table, rows, keep) => inSentences(() => put(client, table, rows, keep)),
    prepare: () => inSentences(() => fillAll((after) => fill(client, after))),
    close: () => leave(client),
  };
}

async function snapshot<T>(client: Client, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  await send(client, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    return await work({
      count: async (table) => {
        const [row] = await send(client, `SELECT count(*) AS n FROM ${qualified(table)}`);
        return Number(row?.["n"]);
      },
      rows: (table) => rowsOf(client, table),
    });
  } finally {
    await send(client, "ROLLBACK").catch(() => {});
  }
}

async function* rowsOf(client: Client, table: Table): AsyncGenerator<TableRow> {
  const { columns, key } = table;
  await send(
    client,
    `DECLARE moving NO SCROLL CURSOR FOR
     SELECT ${columns.join(", ")} FROM ${qualified(table)} ORDER BY ${key.join(", ")}`,
  );
  for (;;) {
    const page = await send(client, `FETCH ${ROWS_AT_ONCE} FROM moving`);
    for (const record of page) yield toTableRow(record, columns);
    if (page.length < ROWS_AT_ONCE) break;
  }
  await send(client, "CLOSE moving");
}

async function put(client: Client, table: Table, given: readonly TableRow[], keep = false): Promise<number> {
  const { columns, key } = table;
  const name = qualified(table);
  const list = columns.join(", ");
  const values = [JSON.stringify(given)];
  await send(client, `BEGIN; ${DURABLE}`);
  try {
    const inserted = await send(
      client,
      `INSERT INTO ${name} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1)
       ON CONFLICT (${key.join(", ")}) DO NOTHING RETURNING 1`,
      values,
    );
    if (inserted.length < given.length && !keep) {
      const [other] = await send(
        client,
        `SELECT ${key.map((column) => `given.${column}`).join(", ")}
         FROM json_populate_recordset(NULL::${name}, $1) AS given JOIN ${name} AS present USING (${key.join(", ")})
         WHERE given IS DISTINCT FROM present LIMIT 1`,
        values,
      );
      if (other) throw new RowRefusedError(table, toTableRow(other, key), OTHER_ROW);
    }
    await send(client, "COMMIT");
    return inserted.length;
  } catch (error) {
    await send(client, "ROLLBACK").catch(() => {});
    const refused = refusal(error);
    if (!refused) throw error;
    const reason = refused.kind === "refused" ? refused.reason : OTHER_ROW;
    throw new RowRefusedError(table, undefined, reason);
  }
}

async function fill(client: Client, after: string | undefined): ReturnType<typeof fillLeads> {
  await send(client, `BEGIN; SET LOCAL search_path = nightshift, public; ${DURABLE}`);
  try {
    const filled = await fillLeads((text, values) => send(client, text, values), after);
    await send(client, "COMMIT");
    return filled;
  } catch (error) {
    await send(client, "ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Leads and bookings are in the schema that everybody reads, all else in our own. */
function qualified({ name }: Table): string {
  return `${name === LEADS_TABLE || name === BOOKINGS_TABLE ? "public" : "nightshift"}.${name}`;
}

/** What a person at the command line can act on, and nothing of a lead. */
async function inSentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError) && !(error instanceof ConnectionError)) throw error;
    throw openingError(error);
  }
}
