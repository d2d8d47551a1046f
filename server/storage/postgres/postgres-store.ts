/** The store for several site processes: a PostgreSQL database, without which it is "unavailable". */
import { BrokenRule, type Database, type Work } from "../database.ts";
import { openAgainAndAgain, type StoreOptions } from "../reopened-database.ts";
import type { Store } from "../operations.ts";
import type { Unavailable } from "../store.ts";
import { migrate } from "./migrate.ts";
import { openingError, refusal, unavailability, ConnectionError } from "./postgres-errors.ts";
import { connect, leave, queryOn } from "./connection.ts";
import { PATIENCE_MS, Transactions, DURABLE } from "./transactions.ts";
import { DatabaseError } from "pg";
import { createTableStore, type TableStore } from "../table-store.ts";
import { raw, sql } from "../sql.ts";

/** @throws {Error} with a sentence for the operator when it cannot be opened, unless `later` */
export function openPostgresStore(
  options: StoreOptions & { url: string; patience?: number },
): Promise<Store> {
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
