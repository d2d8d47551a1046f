/** The store for several site processes: a PostgreSQL database, without which it is "unavailable". */
import { openAdapter, type StoreOptions } from "../adapter.ts";
import { STORE_OPERATIONS, type OperationName, type Store } from "../operations.ts";
import { migrate } from "./migrate.ts";
import { openingError, refusal, unavailability, ConnectionError } from "./postgres-errors.ts";
import { connect, leave, queryOn } from "./connection.ts";
import { PATIENCE_MS, Transactions, DURABLE, type Lane } from "./transactions.ts";
import { DatabaseError } from "pg";
import { createTableStore, type TableStore } from "../table-store.ts";
import { raw, sql } from "../sql.ts";

/** What visitors wait for; all else is `rest`. */
const LANES: Partial<Record<OperationName, Lane>> = {
  insert: "leads",
  keepWish: "leads",
  probe: "leads",
  book: "calls",
  changeBooking: "calls",
  holdCall: "calls",
  confirmBooking: "calls",
  bookings: "calls",
  busyTimes: "calls",
};

/** @throws {Error} with a sentence for the operator when it cannot be opened, unless `later` */
export function openPostgresStore(
  options: StoreOptions & { url: string; patience?: number },
): Promise<Store> {
  const { url, patience = PATIENCE_MS } = options;
  const transactions = new Transactions(url, patience);
  const underWay = new Set<Promise<unknown>>();

  const run: Store["run"] = (name, input) => {
    const { mode, work, refused } = STORE_OPERATIONS[name];
    const answer = transactions
      .run(LANES[name] ?? "rest", mode, (query) => work(query, input))
      .catch((error: unknown) => {
        const found = refusal(error);
        return (found && refused?.(found)) ?? unavailability(error);
      })
      .finally(() => underWay.delete(answer));
    underWay.add(answer);
    return answer;
  };

  return openAdapter(async () => {
    await migrate(url, patience).catch((error: unknown) => {
      throw openingError(error);
    });
    return {
      run,
      async close() {
        await Promise.allSettled(underWay);
        await transactions.close();
      },
    };
  }, options);
}

const STATEMENT_MS = 60_000;

const SEARCH_PATH = sql`SET LOCAL search_path = nightshift, public`;

/** @throws {Error} with a sentence for the operator when the database cannot be reached or used. */
export async function openPostgresTables(url: string): Promise<TableStore> {
  const client = await migrate(url, PATIENCE_MS)
    .then(() => connect(url, PATIENCE_MS, "nightshift"))
    .catch((error: unknown) => {
      throw explain(error);
    });
  return createTableStore({
    query: queryOn(client, STATEMENT_MS),
    begin: {
      read: sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${SEARCH_PATH}`,
      write: sql`BEGIN; ${SEARCH_PATH}; SELECT ${raw(DURABLE)}`,
    },
    refusal,
    explain,
    close: () => leave(client),
  });
}

function explain(error: unknown): unknown {
  const isOfDatabase = error instanceof DatabaseError || error instanceof ConnectionError;
  return isOfDatabase ? openingError(error) : error;
}
