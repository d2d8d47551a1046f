/**
 * A pool of connections, used one transaction at a time. What a transaction needs of the session is set inside it, so
 * that a connection shared by a pooler (PgBouncer in transaction mode) behaves like one of our own.
 */
import { Pool, type PoolClient } from "pg";
import { connected, send } from "./connection.ts";
import { ConnectionError, isRetriable } from "./postgres-errors.ts";

/** Runs one statement; `values` are bound to `$1`, `$2`, … */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Connections of one site process. PostgreSQL takes 100 in all unless told otherwise. */
const MAX_CONNECTIONS = 10;
/** To wait for a connection, new or free. Milliseconds; with the next two, less than a page waits for an answer. */
const CONNECT_TIMEOUT_MS = 5_000;
/** For one statement, the wait for a lock included, as the server counts. Milliseconds. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** The same as we count: a server that says nothing at all, not even that it was too slow. Milliseconds. */
const ANSWER_TIMEOUT_MS = 7_000;
/** More than this many waiting requests are refused at once: they would be answered too late to matter. */
const MAX_WAITING = 5_000;
const MAX_ATTEMPTS = 3;

/** A commit is on disk before it is answered; what the operator set to wait for even more stays. */
const DURABLE = `SELECT set_config('synchronous_commit', 'on', true)
  WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')`;

const LIMITS = `SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS};
  SET LOCAL idle_in_transaction_session_timeout = ${ANSWER_TIMEOUT_MS}`;

const BEGIN = {
  write: `BEGIN ISOLATION LEVEL READ COMMITTED; ${LIMITS}; ${DURABLE}`,
  // All statements see one moment, so that a count fits its rows.
  read: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMITS}`,
};

export class Transactions {
  readonly #pool: Pool;

  constructor(connectionString: string) {
    this.#pool = new Pool({
      connectionString,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      fallback_application_name: "nightshift",
    });
    // A lost connection fails the statement that uses it, and is replaced. Without these listeners it would end the
    // process as well: the first hears of connections that nobody uses, the second of those between two statements.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => client.on("error", () => {}));
  }

  /**
   * Runs the work in a transaction and commits it; again, when it lost against another.
   *
   * @throws {ConnectionError | DatabaseError} when it is not certain that it was committed.
   */
  async run<T>(mode: "write" | "read", work: (query: Query) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(mode, work);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetriable(error)) throw error;
      }
    }
  }

  /** Closes idle connections and waits for the others. Nothing may wait for a connection any more. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #attempt<T>(mode: "write" | "read", work: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    const query: Query = async (text, values) => send(client, text, values);
    try {
      await send(client, BEGIN[mode]);
      const result = await work(query);
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
