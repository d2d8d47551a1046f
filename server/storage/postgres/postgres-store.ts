/**
 * The store of several site processes: one PostgreSQL database, one transaction for each request. While the database is
 * away every request is answered as unavailable, and the store opens itself as soon as it is there.
 */
import { openAdapter, type StoreOptions } from "../adapter.ts";
import { OPERATIONS, type Store } from "../operations.ts";
import { dialect } from "./dialect.ts";
import { migrate } from "./migrate.ts";
import { openingError, refusal, unavailability } from "./postgres-errors.ts";
import { PATIENCE_MS, Transactions } from "./transactions.ts";

export interface PostgresStoreOptions extends StoreOptions {
  /** `postgres://…`; the database exists. */
  url: string;
  /** Milliseconds to wait for a connection or a statement. */
  patience?: number;
}

/**
 * Opens the store.
 *
 * @throws {Error} with a sentence for the operator when it cannot be opened, unless that may be later.
 */
export function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, patience = PATIENCE_MS } = options;
  const transactions = new Transactions(url, patience);
  const underWay = new Set<Promise<unknown>>();

  const run: Store["run"] = (name, input) => {
    const { mode, work, refused } = OPERATIONS[name];
    const answer = transactions
      .run(mode, (query) => work(query, input, dialect))
      .catch((error: unknown) => {
        const found = refusal(error);
        return (found && refused?.(found)) ?? unavailability(error);
      })
      .finally(() => underWay.delete(answer));
    underWay.add(answer);
    return answer;
  };

  return openAdapter(
    () => ({
      async open() {
        await migrate(url, patience).catch((error: unknown) => {
          throw openingError(error);
        });
      },
      isOpen: () => false,
      run,
      async close() {
        await Promise.allSettled(underWay);
        await transactions.close();
      },
    }),
    options,
  );
}
