/** Many requests share a transaction, whose fsync costs more than all else; a savepoint guards each from its neighbors. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { STORE_OPERATIONS, type OperationName } from "../operations.ts";
import type { Query } from "../query.ts";
import { foldCase } from "../search.ts";
import { sql, type Sql } from "../sql.ts";
import type { Answer, Fault, Request, Result } from "./database-thread.ts";
import { isUnavailability, refusal, unavailability } from "./sqlite-errors.ts";
import { messageOf } from "../../../contract/error-code.ts";

export class LeadDatabase {
  readonly #db: DatabaseSync;
  readonly #query: Query;
  /** Whether the write-ahead log may still contain deleted data. */
  #mustForget = false;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#query = createQuery(db);
  }

  /** Runs all requests in one transaction; durable on return. The answers have the same order. */
  async write(requests: readonly Request[]): Promise<Answer[]> {
    try {
      return await this.#transaction(async () => {
        const answers: Answer[] = [];
        for (const request of requests) answers.push(await this.#apart(request));
        this.#mustForget ||= requests.some(({ operation }) => operation === "remove");
        return answers;
      });
    } catch (error) {
      const result = unavailability(error);
      return requests.map(({ id }) => ({ id, result }));
    }
  }

  /** Sees one moment of the committed state. */
  async read(request: Request): Promise<Answer> {
    try {
      return await this.#transaction(() => this.#run(request), "BEGIN");
    } catch (error) {
      return { id: request.id, result: faultOf(error) ?? unavailability(error) };
    }
  }

  /** Empties the log after a deletion (`secure_delete`). @returns false while somebody reads an older moment: try again */
  forgetDeleted(): boolean {
    if (!this.#mustForget) return true;
    const { timeout } = this.#db.prepare("PRAGMA busy_timeout").get() ?? {};
    this.#db.exec("PRAGMA busy_timeout = 0");
    try {
      this.#mustForget = this.#db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] !== 0;
    } catch (error) {
      // The next write reports the disk's error.
      if (!isUnavailability(error)) throw error;
    } finally {
      this.#db.exec(`PRAGMA busy_timeout = ${Number(timeout)}`);
    }
    return !this.#mustForget;
  }

  close(): void {
    this.#db.close();
  }

  async #run<Name extends OperationName>({ id, operation, input }: Request<Name>): Promise<Answer> {
    return { id, result: await STORE_OPERATIONS[operation].work(this.#query, input) };
  }

  async #apart(request: Request): Promise<Answer> {
    this.#db.exec("SAVEPOINT request");
    try {
      const answer = await this.#run(request);
      this.#db.exec("RELEASE request");
      return answer;
    } catch (error) {
      // A fault of the machine affects all of them.
      const result = refusalOf(request.operation, error);
      if (!result) throw error;
      this.#db.exec("ROLLBACK TO request");
      this.#db.exec("RELEASE request");
      return { id: request.id, result };
    }
  }

  async #transaction<T>(work: () => Promise<T>, begin = "BEGIN IMMEDIATE"): Promise<T> {
    this.#db.exec(begin);
    try {
      const result = await work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      // A full disk or a failed read has already rolled back by itself.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }
}

function refusalOf(operation: OperationName, error: unknown): Result | undefined {
  const found = refusal(error);
  return (found && STORE_OPERATIONS[operation].refused?.(found)) ?? faultOf(error);
}

function faultOf(error: unknown): Fault | undefined {
  if (isUnavailability(error)) return undefined;
  return { kind: "fault", message: messageOf(error) };
}

const MAX_PREPARED = 500;

/** Answers synchronously, so nothing runs in between. */
export function createQuery(db: DatabaseSync): Query {
  // `ilike` needs it: SQLite's own `lower` knows ASCII only.
  db.function("fold_case", { deterministic: true }, (text) => foldCase(String(text)));
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string) => db.prepare(text);

  const query = async (...template: Parameters<Query>) => {
    const { text, values } = sql(...template).sqlite;
    // Statements that read leads have as many forms as there are filters.
    if (prepared.size > MAX_PREPARED) prepared.clear();
    return prepared.getOrInsertComputed(text, prepare).all(...values.map(bindable));
  };
  return Object.assign(query, {
    inOrder: async (statements: readonly Sql[]) => {
      for (const statement of statements) await query`${statement}`;
    },
  });
}

function bindable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}
