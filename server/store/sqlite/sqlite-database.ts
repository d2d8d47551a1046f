import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  setImmediate as nextTurn,
  setTimeout as wait,
} from "node:timers/promises";
import { Latest } from "../../../contract/latest.ts";
import { DuplicateId, type Database, type Work } from "../database.ts";
import type { Query } from "../query.ts";
import { openAgainAndAgain, type StoreOptions } from "../reopened-database.ts";
import { sql } from "../sql.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { openDatabase } from "./open-database.ts";
import {
  faultOf,
  isDistrusted,
  isDuplicateId,
  isLocked,
} from "./sqlite-errors.ts";
import { watchFile, type WatchedFile } from "./watched-file.ts";

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

/**
 * Notes a fault of the machine. @returns what to
 * throw in place of the error
 */
type ToStoreError = (error: unknown) => unknown;

export function createSqliteDatabase(
  writer: DatabaseSync,
  reader: DatabaseSync,
  file: WatchedFile,
  patienceMs: number,
): Database {
  function toStoreError(error: unknown): unknown {
    const reason = faultOf(error);
    if (reason === undefined) return error;
    if (isDistrusted(error))
      file.lose(`The store failed and is opened again: ${reason}.`);
    return new StoreUnavailable(reason, { cause: error });
  }

  const { read, allRead } = createReads(reader, toStoreError);
  const { write, allWritten } = createWrites(
    writer,
    file,
    patienceMs,
    toStoreError,
  );
  let forgetting: NodeJS.Timeout | undefined;

  /**
   * Empties the write-ahead log, which still has
   * deleted rows: `secure_delete` skips the log.
   */
  function forgetDeleted(): void {
    clearTimeout(forgetting);
    if (!emptyLog(writer))
      forgetting = setTimeout(forgetDeleted, FORGET_AGAIN_MS);
  }

  return {
    read,
    write,
    forgetDeleted,
    async close() {
      await Promise.all([allWritten(), allRead()]);
      clearTimeout(forgetting);
      reader.close();
      // The writer closes last, because the last connection
      // cleans up the files beside the database.
      writer.close();
    },
  };
}

/**
 * Reads run one after the other, because a
 * connection has one transaction at a time.
 */
function createReads(db: DatabaseSync, toStoreError: ToStoreError) {
  const query = inTurns(queryOn(db));
  let reading: Promise<unknown> = Promise.resolve();

  async function readAlone<Result>(work: Work<Result>): Promise<Result> {
    try {
      db.exec("BEGIN");
      return await work(query);
    } catch (error) {
      throw toStoreError(error);
    } finally {
      if (db.isTransaction) db.exec("ROLLBACK");
    }
  }

  function read<Result>(work: Work<Result>): Promise<Result> {
    const answer = reading.then(() => readAlone(work));
    reading = answer.catch(() => undefined);
    return answer;
  }

  return { read, allRead: () => reading };
}

function createWrites(
  db: DatabaseSync,
  file: WatchedFile,
  patienceMs: number,
  toStoreError: ToStoreError,
) {
  const query = queryOn(db);
  const waiting: Write[] = [];
  let committing: Promise<void> | undefined;

  /**
   * Commits the writes of one turn of the event
   * loop together, because a commit costs an fsync.
   */
  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn();
      await commitTogether(waiting.splice(0, MAX_WRITES_PER_COMMIT));
    }
    committing = undefined;
  }

  async function commitTogether(writes: readonly Write[]): Promise<void> {
    try {
      file.check();
      await begin(db, patienceMs);
      const answers: (() => void)[] = [];
      for (const { attempt } of writes) answers.push(await attempt());
      db.exec("COMMIT");
      // Writes into a file that is gone do not count as stored.
      file.check();
      for (const answer of answers) answer();
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      const failure = toStoreError(error);
      for (const { fail } of writes) fail(failure);
    }
  }

  function write<Result>(work: Work<Result>): Promise<Result> {
    // This error is made here, so that its
    // stack names the function that writes.
    const fault = new Error("A write awaits something other than its queries.");
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const run = () => inOneTurn(work, query, fault);
    const attempt = () => apart(db, run, resolve, reject);
    waiting.push({ attempt, fail: reject });
    committing ??= commitAll();
    return promise;
  }

  return { write, allWritten: () => committing };
}

/**
 * Waits with a timer for another process's lock:
 * SQLite's wait would stop the event loop.
 */
async function begin(db: DatabaseSync, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return db.exec("BEGIN IMMEDIATE");
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
async function apart<Result>(
  db: DatabaseSync,
  run: () => Promise<Result>,
  answer: (result: Result) => void,
  fail: Write["fail"],
): Promise<() => void> {
  db.exec("SAVEPOINT one");
  try {
    const result = await run();
    db.exec("RELEASE one");
    return () => answer(result);
  } catch (error) {
    if (faultOf(error) !== undefined || !db.isTransaction) throw error;
    db.exec("ROLLBACK TO one; RELEASE one");
    const duplicate = new DuplicateId("The id is another lead's.", {
      cause: error,
    });
    return () => fail(isDuplicateId(error) ? duplicate : error);
  }
}

function emptyLog(db: DatabaseSync): boolean {
  try {
    const emptied = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    return emptied?.["busy"] === 0;
  } catch (error) {
    // The next write reports the disk's error.
    if (faultOf(error) === undefined) throw error;
    return false;
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
      return createSqliteDatabase(writer, reader, file, patienceMs);
    } catch (error) {
      writer.close();
      throw error;
    }
  }, options);
}
