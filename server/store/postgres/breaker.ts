/**
 * Keeps transactions from a database that fell silent, until one connection finds that it works again. Without it, each
 * commit that hangs, as for a synchronous standby that is gone, leaves a busy process in the database although we closed
 * its connection, until the database takes no further connections.
 */
import type { Client } from "pg";
import { connect, leave, send } from "./connection.ts";
import { UnavailableError } from "./postgres-errors.ts";

/** Milliseconds between two looks, and after which a commit hangs. */
const AGAIN_MS = 1_000;

/** Ours of any process: a user sees the statements of its own connections. Source: PostgreSQL, "pg_stat_activity". */
const HANGING_COMMIT = `SELECT wait_event FROM pg_stat_activity
  WHERE usename = current_user AND datname = current_database() AND state = 'active' AND query = 'COMMIT'
    AND clock_timestamp() - query_start > interval '${AGAIN_MS} milliseconds' LIMIT 1`;

interface Fault {
  error: UnavailableError;
  stops: readonly ("read" | "write")[];
}

export type Breaker = ReturnType<typeof createBreaker>;

/** @param patience milliseconds, for a connection and for its answer */
export function createBreaker(connectionString: string, patience: number) {
  let client: Client | undefined;
  let fault: Fault | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function find(): Promise<Fault | undefined> {
    try {
      client ??= await connect(connectionString, patience, "nightshift probe");
      const [hanging] = await send(client, HANGING_COMMIT);
      if (!hanging) return undefined;
      const { wait_event: event } = hanging;
      const cause =
        event === "SyncRep" ? "a synchronous standby does not answer" : `it waits for ${String(event)}`;
      // A transaction that only reads has nothing to commit.
      return { error: new UnavailableError(`the database finishes no commit: ${cause}`), stops: ["write"] };
    } catch (error) {
      await hangUp();
      // What the database itself refuses is answered to each transaction.
      return error instanceof UnavailableError ? { error, stops: ["read", "write"] } : undefined;
    }
  }

  async function hangUp(): Promise<void> {
    if (client) await leave(client);
    client = undefined;
  }

  async function look(): Promise<void> {
    fault = await find();
    looking = undefined;
    if (fault && !isClosed) timer = setTimeout(begin, AGAIN_MS).unref();
    else await hangUp();
  }

  const begin = () => {
    looking ??= look();
  };

  return {
    /** Waits for the first look. @throws {UnavailableError} when the database does not do this kind of work */
    async check(mode: "read" | "write"): Promise<void> {
      if (!fault) await looking;
      if (fault?.stops.includes(mode)) throw fault.error;
    },

    /** A connection was lost or fell silent. */
    trip(): void {
      if (!fault && !isClosed) begin();
    },

    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      await hangUp();
    },
  };
}
