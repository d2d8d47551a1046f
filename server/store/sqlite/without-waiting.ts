/** Guards a transaction of a database in the process. */
import type { Work } from "../database.ts";
import type { Query } from "../query.ts";

/**
 * SQLite answers at once, so work that awaits its own queries alone ends in this turn of the event loop. Work that awaits
 * anything else would keep its transaction open over other requests.
 * @throws {Error} naming that @throws what the work throws
 */
export async function withoutWaiting<Result>(work: Work<Result>, query: Query): Promise<Result> {
  let isOver = false;
  const guard = () => {
    if (isOver) throw new Error("This transaction is over.");
  };
  const guarded: Query = Object.assign(
    async (...template: Parameters<Query>) => {
      guard();
      return query(...template);
    },
    {
      inOrder: async (...statements: Parameters<Query["inOrder"]>) => {
        guard();
        return query.inOrder(...statements);
      },
    },
  );
  const turn = Promise.withResolvers<never>();
  const timer = setImmediate(() =>
    turn.reject(new Error("A transaction waits for something other than its database.")),
  );
  try {
    return await Promise.race([work(guarded), turn.promise]);
  } finally {
    isOver = true;
    clearImmediate(timer);
  }
}
