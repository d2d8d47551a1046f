/** A pool of connections. Settings are set in each transaction, as PgBouncer may share a connection between sessions. */
import { Pool, type PoolClient } from "pg";
import type { Query } from "../query.ts";
import { createQueue, type Queue } from "../queue.ts";
import { createBreaker, type Breaker } from "./breaker.ts";
import { connected, GRACE_MS, queryOn, send } from "./connection.ts";
import { ConnectionError, isRetriable, UnavailableError } from "./postgres-errors.ts";

/**
 * Connections of one site process for each kind of work: leads, visitors' calls, and all else, such as the inbox and the
 * outbox. None waits behind another. PostgreSQL takes 100 in all unless told otherwise.
 */
const CONNECTIONS = { leads: 4, calls: 2, rest: 4 };
export type Lane = keyof typeof CONNECTIONS;
/** Limit for a connection, and for an answer with its locks. Milliseconds; a third of the time that a page waits. */
export const PATIENCE_MS = 5_000;
/** More than this many waiting requests of a kind are refused at once: they would be answered too late to matter. */
const MAX_WAITING = 5_000;
const MAX_ATTEMPTS = 3;

/** A commit is on disk before the answer; a stricter setting of the operator stays. */
export const DURABLE = `CASE WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
  THEN set_config('synchronous_commit', 'on', true) END`;

export class Transactions {
  readonly #pool: Pool;
  readonly #lanes: Record<Lane, Queue>;
  readonly #breaker: Breaker;
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
    const lane = (width: number) => createQueue({ width, patience, most: MAX_WAITING });
    const { leads, calls, rest } = CONNECTIONS;
    this.#lanes = { leads: lane(leads), calls: lane(calls), rest: lane(rest) };
    this.#breaker = createBreaker(connectionString, patience);
    this.#pool = new Pool({
      connectionString,
      max: leads + calls + rest,
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

  /** Runs it again after a conflict. @throws {UnavailableError | DatabaseError} unless it is certainly committed */
  async run<T>(lane: Lane, mode: "write" | "read", work: (query: Query) => Promise<T>): Promise<T> {
    await this.#breaker.check(mode);
    using turn = await this.#lanes[lane].turn();
    if (!turn) throw new UnavailableError("more requests wait for the database than it answers in time");
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#breaker.check(mode);
        return await this.#attempt(mode, work);
      } catch (error) {
        if (error instanceof ConnectionError) this.#breaker.trip();
        if (attempt === MAX_ATTEMPTS || !isRetriable(error)) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#breaker.close();
    await this.#pool.end();
  }

  async #attempt<T>(mode: "write" | "read", work: (query: Query) => Promise<T>): Promise<T> {
    const client = await connected(this.#pool.connect());
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
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await send(client, "ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
