import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  setImmediate as nextTurn,
  setTimeout as wait,
} from "node:timers/promises";
import { Latest } from "../../../contract/latest.ts";
import { DuplicateId, type Database, type Work } from "../database.ts";
import type { Query } from "../query.ts";
import { sql } from "../sql.ts";
import { StoreUnavailable } from "../unavailable.ts";
import {
  faultOf,
  isDistrusted,
  isDuplicateId,
  isLocked,
} from "./sqlite-errors.ts";
import { watchFile, type WatchedFile } from "./watched-file.ts";
import { openDatabase } from "./open-database.ts";
import { openAgainAndAgain, type StoreOptions } from "../reopened-database.ts";

const MAX_WRITES_PER_COMMIT = 256;
const LOCK_AGAIN_MS = 20;
const FORGET_AGAIN_MS = 1_000;
const LONG_STATEMENT_MS = 5;

interface Write {
  /**
   * @returns a function that answers the caller
   * after the commit @throws a fault of the machine
   */
  attempt: () => Promise<() => void>;
  fail: (error: unknown) => void;
}

export class SqliteDatabase implements Database {
  readonly #writer: DatabaseSync;
  readonly #reader: DatabaseSync;
  readonly #file: WatchedFile;
  readonly #patienceMs: number;
  readonly #writeQuery: Query;
  readonly #readQuery: Query;
  readonly #waiting: Write[] = [];
  #committing: Promise<void> | undefined;
  #reading: Promise<unknown> = Promise.resolve();
  #forgetting: NodeJS.Timeout | undefined;

  constructor(
    writer: DatabaseSync,
    reader: DatabaseSync,
    file: WatchedFile,
    patienceMs: number,
  ) {
    this.#writer = writer;
    this.#reader = reader;
    this.#file = file;
    this.#patienceMs = patienceMs;
    this.#writeQuery = queryOn(writer);
    this.#readQuery = queryOn(reader);
  }

  /**
   * Reads run one after the other, because a
   * connection has one transaction at a time.
   */
  read<Result>(work: Work<Result>): Promise<Result> {
    const answer = this.#reading.then(() => this.#readAlone(work));
    this.#reading = answer.catch(() => undefined);
    return answer;
  }

  write<Result>(work: Work<Result>): Promise<Result> {
    // This error is made here, so that its
    // stack names the function that writes.
    const fault = new Error("A write awaits something other than its queries.");
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const run = () => inOneTurn(work, this.#writeQuery, fault);
    this.#waiting.push({
      attempt: () => this.#apart(run, resolve, reject),
      fail: reject,
    });
    this.#committing ??= this.#commitAll();
    return promise;
  }

  /**
   * Empties the write-ahead log, which still has
   * deleted rows: `secure_delete` skips the log.
   */
  forgetDeleted(): void {
    clearTimeout(this.#forgetting);
    if (!this.#emptyLog())
      this.#forgetting = setTimeout(
        () => this.forgetDeleted(),
        FORGET_AGAIN_MS,
      );
  }

  async close(): Promise<void> {
    await Promise.all([this.#committing, this.#reading]);
    clearTimeout(this.#forgetting);
    this.#reader.close();
    // The writer closes last, because the last connection
    // cleans up the files beside the database.
    this.#writer.close();
  }

  async #readAlone<Result>(work: Work<Result>): Promise<Result> {
    try {
      this.#reader.exec("BEGIN");
      return await work(inTurns(this.#readQuery));
    } catch (error) {
      throw this.#storeError(error);
    } finally {
      if (this.#reader.isTransaction) this.#reader.exec("ROLLBACK");
    }
  }

  /**
   * Commits the writes of one turn of the event
   * loop together, because a commit costs an fsync.
   */
  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn();
      await this.#commitTogether(
        this.#waiting.splice(0, MAX_WRITES_PER_COMMIT),
      );
    }
    this.#committing = undefined;
  }

  async #commitTogether(writes: readonly Write[]): Promise<void> {
    try {
      this.#file.check();
      await this.#begin();
      const answers: (() => void)[] = [];
      for (const write of writes) answers.push(await write.attempt());
      this.#writer.exec("COMMIT");
      // Writes into a file that is gone do not count as stored.
      this.#file.check();
      for (const answer of answers) answer();
    } catch (error) {
      if (this.#writer.isTransaction) this.#writer.exec("ROLLBACK");
      const failure = this.#storeError(error);
      for (const { fail } of writes) fail(failure);
    }
  }

  /**
   * Waits with a timer for another process's lock:
   * SQLite's wait would stop the event loop.
   */
  async #begin(): Promise<void> {
    const until = performance.now() + this.#patienceMs;
    for (;;) {
      try {
        return this.#writer.exec("BEGIN IMMEDIATE");
      } catch (error) {
        if (!isLocked(error) || performance.now() > until) throw error;
        await wait(LOCK_AGAIN_MS);
      }
    }
  }

  /**
   * A savepoint undoes only the failed write. A
   * fault of the machine makes all writes fail.
   */
  async #apart<Result>(
    run: () => Promise<Result>,
    answer: (result: Result) => void,
    fail: Write["fail"],
  ): Promise<() => void> {
    this.#writer.exec("SAVEPOINT one");
    try {
      const result = await run();
      this.#writer.exec("RELEASE one");
      return () => answer(result);
    } catch (error) {
      if (faultOf(error) !== undefined || !this.#writer.isTransaction)
        throw error;
      this.#writer.exec("ROLLBACK TO one; RELEASE one");
      const duplicate = new DuplicateId("The id is another lead's.", {
        cause: error,
      });
      return () => fail(isDuplicateId(error) ? duplicate : error);
    }
  }

  #storeError(error: unknown): unknown {
    const reason = faultOf(error);
    if (reason === undefined) return error;
    if (isDistrusted(error))
      this.#file.lose(`The store failed and is opened again: ${reason}.`);
    return new StoreUnavailable(reason, { cause: error });
  }

  #emptyLog(): boolean {
    try {
      return (
        this.#writer.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.[
          "busy"
        ] === 0
      );
    } catch (error) {
      // The next write reports the disk's error.
      if (faultOf(error) === undefined) throw error;
      return false;
    }
  }
}

const MAX_PREPARED = 500;

function queryOn(db: DatabaseSync): Query {
  // Each combination of the inbox's filters has a
  // different text, so there can be many texts.
  const prepared = new Latest<StatementSync>(MAX_PREPARED);
  return async (...template) => {
    const { text, values } = sql(...template).composeFor("sqlite");
    return prepared
      .use(text, () => db.prepare(text))
      .all(...values.map(bindable));
  };
}

function bindable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}

/**
 * Lets the event loop turn after long statements.
 * The read still sees the store at one moment.
 */
const inTurns =
  (query: Query): Query =>
  async (...template) => {
    const begunAt = performance.now();
    const rows = await query(...template);
    if (performance.now() - begunAt > LONG_STATEMENT_MS) await nextTurn();
    return rows;
  };

/**
 * A write that awaits more than its queries
 * would keep its transaction open, so it fails.
 */
async function inOneTurn<Result>(
  work: Work<Result>,
  query: Query,
  fault: Error,
): Promise<Result> {
  let isOver = false;
  const guarded: Query = async (...template) => {
    if (isOver) throw fault;
    return query(...template);
  };
  const turn = nextTurn().then(() => {
    throw fault;
  });
  try {
    return await Promise.race([work(guarded), turn]);
  } finally {
    isOver = true;
  }
}

/**
 * A write's longest wait for another process's
 * lock. Its visitor learns of it within 3 s.
 */
const PATIENCE_MS = 2_500;
/**
 * SQLite's wait for a lock blocks the event loop,
 * so it is short for a store opened `later`.
 */
const OPENING_MS = { now: 7_000, later: 50 };

/** @throws {Error} when the store cannot be opened, unless `options.later` */
export function openSqliteStore(
  path: string,
  options: StoreOptions,
  patienceMs = PATIENCE_MS,
) {
  const { log, later } = options;
  return openAgainAndAgain(async (lose) => {
    const writer = openDatabase(
      path,
      later ? OPENING_MS.later : OPENING_MS.now,
    );
    writer.exec("PRAGMA busy_timeout = 0");
    try {
      const reader = new DatabaseSync(path, {
        timeout: OPENING_MS.later,
        readOnly: true,
      });
      const file = watchFile(writer, path, log, lose);
      return new SqliteDatabase(writer, reader, file, patienceMs);
    } catch (error) {
      writer.close();
      throw error;
    }
  }, options);
}
