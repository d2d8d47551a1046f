/** A pool of connections. Settings are set in each transaction, as PgBouncer may share a connection between sessions. */
import { Client, DatabaseError, Pool, types, type ClientBase, type PoolClient, type QueryConfig } from "pg";
import type { Query } from "../query.ts";
import { ConnectionError, isRetriable } from "./postgres-errors.ts";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "../sql.ts";

/** How much longer than the server we wait before we give up on a silent connection. Milliseconds. */
export const GRACE_MS = 1_000;

const readTime: (text: string) => Date | number = types.getTypeParser(types.builtins.TIMESTAMPTZ);
// Both as in SQLite; no count here exceeds what a number can hold.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => {
  const time = readTime(text);
  return time instanceof Date ? time.toISOString() : text;
});

/**
 * Runs several statements if there are no values. @param patience milliseconds; omitted: the connection's
 * @throws {DatabaseError} when it is refused @throws {ConnectionError} without an answer: whether it ran is unknown
 */
export async function send(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
  patience?: number,
): Promise<Record<string, unknown>[]> {
  try {
    const query: QueryConfig & { query_timeout?: number } = { text };
    if (values.length > 0) query.values = [...values];
    if (patience !== undefined) query.query_timeout = patience;
    return (await client.query(query)).rows;
  } catch (error) {
    if (isOurs(error)) throw error;
    throw error instanceof DatabaseError ? error : new ConnectionError(error);
  }
}

/** @param patience milliseconds; omitted: the connection's @throws as {@link send} */
export function queryOn(client: ClientBase, patience?: number): Query {
  return async (...template) => {
    const { text, values } = sql(...template);
    let place = 0;
    const numbered = text.replaceAll("?", () => `$${++place}`);
    return send(client, numbered, values, patience);
  };
}

/** @throws {DatabaseError} when the server refuses it @throws {ConnectionError} when it cannot be reached */
function connected<T>(connecting: Promise<T>): Promise<T> {
  return connecting.catch((error: unknown) => {
    throw error instanceof DatabaseError ? error : new ConnectionError(error);
  });
}

/** @param patience milliseconds, for the connection and for each answer @throws as {@link connected} */
export async function connect(connectionString: string, patience: number, name: string): Promise<Client> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: patience,
    query_timeout: patience + GRACE_MS,
    keepAlive: true,
    fallback_application_name: name,
  });
  // A lost connection fails the running statement, or the next one.
  client.on("error", () => {});
  try {
    await connected(client.connect());
    return client;
  } catch (error) {
    await leave(client);
    throw error;
  }
}

/** Closes a connection; one whose server does not answer is dropped. Never rejects. */
export async function leave(client: Client): Promise<void> {
  const ended = client.end().catch(() => {});
  await Promise.race([ended, wait(GRACE_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

/** An error of this program, not of the connection. */
function isOurs(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/** Connections of one site process. PostgreSQL takes 100 in all unless told otherwise. */
const MAX_CONNECTIONS = 10;
/** Limit for a connection, and for an answer with its locks. Milliseconds; a third of the time that a page waits. */
export const PATIENCE_MS = 5_000;
/** More than this many waiting requests are refused at once: they would be answered too late to matter. */
const MAX_WAITING = 5_000;
const MAX_ATTEMPTS = 3;

/** A commit is on disk before the answer; a stricter setting of the operator stays. */
export const DURABLE = `CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
  THEN set_config('synchronous_commit', 'on', true) END`;

export class Transactions {
  readonly #pool: Pool;
  readonly #begin: Record<"read" | "write", string>;

  constructor(connectionString: string, patience: number) {
    const settings = `SELECT set_config('statement_timeout', '${patience}', true),
      set_config('idle_in_transaction_session_timeout', '${patience}', true),
      set_config('search_path', 'nightshift, public', true)`;
    this.#begin = {
      write: `BEGIN ISOLATION LEVEL READ COMMITTED; ${settings}, ${DURABLE}`,
      // All statements see one moment, so that a count fits its rows.
      read: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`,
    };
    this.#pool = new Pool({
      connectionString,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: patience,
      query_timeout: patience + GRACE_MS,
      idleTimeoutMillis: 2 * patience,
      keepAlive: true,
      pipeline: true,
      fallback_application_name: "nightshift",
    });
    // A lost connection fails its current statement, and is replaced. Without these listeners it would also end
    // the process: the first covers idle connections, the second those between two statements.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => {
      client.on("error", () => {});
      const { stream } = client.connection;
      // A silent server never answers when an idle connection says goodbye.
      stream.once("finish", () => setTimeout(() => stream.destroy(), GRACE_MS).unref());
    });
  }

  /** Runs it again after a conflict. @throws {ConnectionError | DatabaseError} unless it is certainly committed */
  async run<T>(mode: "write" | "read", work: (query: Query) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(mode, work);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetriable(error)) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #attempt<T>(mode: "write" | "read", work: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      await send(client, this.#begin[mode]);
      const result = await work(queryOn(client));
      await send(client, "COMMIT");
      client.release();
      return result;
    } catch (error) {
      // A connection in doubt is not used again: the server rolls back what was open on it.
      const usable = !(error instanceof ConnectionError) && (await rolledBack(client));
      client.release(!usable);
      throw error;
    }
  }

  async #connect(): Promise<PoolClient> {
    if (this.#pool.waitingCount >= MAX_WAITING) {
      throw new ConnectionError("too many requests wait for a connection");
    }
    return connected(this.#pool.connect());
  }
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await send(client, "ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
