/**
 * A pool of connections, used one transaction at a time. What a transaction needs of the session is set inside it, so
 * that a connection shared by a pooler (PgBouncer in transaction mode) behaves like one of our own.
 */
import { Pool, type PoolClient } from "pg";
import type { Query } from "../query.ts";
import { connected, GRACE_MS, send } from "./connection.ts";
import { ConnectionError, isRetriable } from "./postgres-errors.ts";

/** Connections of one site process. PostgreSQL takes 100 in all unless told otherwise. */
const MAX_CONNECTIONS = 10;
/**
 * To wait for a connection, and for the server's answer to one statement, the wait for locks included. Milliseconds;
 * a third of the time that a page waits.
 */
export const PATIENCE_MS = 5_000;
/** More than this many waiting requests are refused at once: they would be answered too late to matter. */
const MAX_WAITING = 5_000;
const MAX_ATTEMPTS = 3;

/** A commit is on disk before it is answered; what the operator set to wait for even more stays. */
export const DURABLE = `SELECT set_config('synchronous_commit', 'on', true)
  WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')`;

export class Transactions {
  readonly #pool: Pool;
  readonly #begin: Record<"read" | "write", string>;

  constructor(connectionString: string, patience: number) {
    const limits = `SET LOCAL statement_timeout = ${patience};
      SET LOCAL idle_in_transaction_session_timeout = ${patience};
      SET LOCAL search_path = nightshift, public`;
    this.#begin = {
      write: `BEGIN ISOLATION LEVEL READ COMMITTED; ${limits}; ${DURABLE}`,
      // All statements see one moment, so that a count fits its rows.
      read: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits}`,
    };
    this.#pool = new Pool({
      connectionString,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: patience,
      query_timeout: patience + GRACE_MS,
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

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #attempt<T>(mode: "write" | "read", work: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    const query: Query = async (text, values) => send(client, text, values);
    try {
      await send(client, this.#begin[mode]);
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
