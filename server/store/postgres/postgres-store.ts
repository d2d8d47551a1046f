/** The store for several site processes: a PostgreSQL database, without which it is "unavailable". */
import { BrokenRule, type Database, type Work } from "../database.ts";
import { openAgainAndAgain, type StoreOptions } from "../reopened-database.ts";
import type { Unavailable } from "../store.ts";
import { migrate } from "./migrate.ts";
import { openingError, refusal, unavailability } from "./postgres-errors.ts";
import { PATIENCE_MS, Transactions } from "./transactions.ts";

/** @throws {Error} with a sentence for the operator when it cannot be opened, unless `later` */
export function openPostgresStore(
  options: StoreOptions & { url: string; patience?: number },
): Promise<Database> {
  const { url, patience = PATIENCE_MS } = options;
  return openAgainAndAgain(async () => {
    await migrate(url, patience).catch((error: unknown) => {
      throw openingError(error);
    });
    return new PostgresDatabase(new Transactions(url, patience));
  }, options);
}

class PostgresDatabase implements Database {
  readonly #transactions: Transactions;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  read<Result>(work: Work<Result>): Promise<Result | Unavailable> {
    return this.#run("read", work);
  }

  write<Result>(work: Work<Result>): Promise<Result | Unavailable> {
    return this.#run("write", work);
  }

  /** The server's log is the server's. */
  forgetDeleted(): void {}

  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#transactions.close();
  }

  #run<Result>(mode: "read" | "write", work: Work<Result>): Promise<Result | Unavailable> {
    const answer = this.#transactions
      .run("rest", mode, work)
      .catch((error: unknown) => {
        const broken = mode === "write" ? refusal(error) : undefined;
        if (broken) throw new BrokenRule(broken, error);
        return unavailability(error);
      })
      .finally(() => this.#underWay.delete(answer));
    this.#underWay.add(answer);
    return answer;
  }
}
