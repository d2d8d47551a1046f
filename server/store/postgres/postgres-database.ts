import { Pool } from "pg";
import type { Database, Work } from "../database.ts";
import { openAgainAndAgain, type StoreOptions } from "../reopened-database.ts";
import {
  guard,
  orUnreachable,
  queryOn,
  send,
  settingsOf,
} from "./connection.ts";
import { migratePostgres } from "./migrate.ts";
import { isRetriable, openingError, storeError } from "./postgres-errors.ts";

/**
 * How long to wait for a connection or an answer; a page gives up after 15 s.
 */
const PATIENCE_MS = 5_000;
/**
 * How long a statement waits for a lock of another
 * program: its visitor learns of it within 3 s.
 */
const LOCK_MS = 2_500;

/**
 * A commit is answered after it is on disk.
 * A stricter setting of the operator stays.
 */
const DURABLE = `CASE WHEN current_setting('synchronous_commit') NOT IN
  ('on', 'remote_apply') THEN set_config('synchronous_commit', 'on', true) END`;

/**
 * @throws {Error} saying why the store cannot be opened, unless `options.later`
 */
export function openPostgresStore(
  url: string,
  options: StoreOptions,
  patience = PATIENCE_MS,
) {
  return openAgainAndAgain(async () => {
    await migratePostgres(url, patience).catch((error: unknown) => {
      throw openingError(error);
    });
    return connectTo(url, patience);
  }, options);
}

function connectTo(url: string, patience: number): Database {
  // A pool has at most ten connections.
  // PostgreSQL takes 100 in all by default.
  const pool = new Pool({
    ...settingsOf(url, patience),
    idleTimeoutMillis: 2 * patience,
  });
  // The pool reports errors of idle connections;
  // `guard` handles errors of connections in use.
  pool.on("error", () => {});
  pool.on("connect", guard);
  // Each transaction sets these, because PgBouncer
  // may share a connection between sessions.
  const settings = `SELECT set_config('statement_timeout', '${patience}', true),
    set_config('lock_timeout', '${LOCK_MS}', true),
    set_config('idle_in_transaction_session_timeout', '${patience}', true),
    set_config('search_path', 'nightshift, public', true)`;
  const begin = {
    write: `BEGIN ISOLATION LEVEL READ COMMITTED; ${settings}, ${DURABLE}`,
    // All statements see the store at one
    // moment, so that a count fits its rows.
    read: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`,
  };
  const underWay = new Set<Promise<unknown>>();

  async function track<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work);
    try {
      return await work;
    } catch (error) {
      throw storeError(error);
    } finally {
      underWay.delete(work);
    }
  }

  async function transaction<Result>(
    mode: "read" | "write",
    work: Work<Result>,
  ): Promise<Result> {
    const client = await orUnreachable(pool.connect());
    try {
      await send(client, begin[mode]);
      const result = await work(queryOn(client));
      await send(client, "COMMIT");
      client.release();
      return result;
    } catch (error) {
      // The pool closes this connection, so
      // the server rolls its transaction back.
      client.release(true);
      throw error;
    }
  }

  return {
    read: (work) => track(transaction("read", work)),
    // If two transactions conflict, PostgreSQL
    // refuses one. It succeeds when it is repeated.
    write: (work) =>
      track(
        transaction("write", work).catch((error: unknown) => {
          if (isRetriable(error)) return transaction("write", work);
          throw error;
        }),
      ),
    // Nothing to do: PostgreSQL itself removes
    // deleted rows from its files and its log.
    forgetDeleted: () => {},
    async close() {
      await Promise.allSettled(underWay);
      await pool.end();
    },
  };
}
