/** The store in a SQLite file, with one connection that writes and one that only reads. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { DuplicateId, type Database, type Work } from "../database.ts";
import type { Query } from "../query.ts";
import { sql } from "../sql.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { faultOf, isDistrusted, isDuplicateId, isLocked } from "./sqlite-errors.ts";
import { watchFile, type WatchedFile } from "./watched-file.ts";
import { openDatabase } from "./open-database.ts";
import { openAgainAndAgain, type StoreOptions } from "../reopened-database.ts";

/** The most writes that share a commit; others wait for the next turn of the event loop. */
const MOST_TOGETHER = 256;
/** Pause before a write tries again to lock a file that another process locks. Milliseconds. */
const LOCK_AGAIN_MS = 20;
/** Pause before the next attempt to empty the write-ahead log. Milliseconds. */
const FORGET_AGAIN_MS = 1_000;
/** After a statement that took longer, a read lets the event loop turn. Milliseconds. */
const LONG_MS = 5;

interface Write {
  /** @returns a function that answers the caller after the commit @throws a fault of the machine */
  attempt: () => Promise<() => void>;
  fail: (error: unknown) => void;
}

/** @param patience how long a write waits for the lock of another process, in milliseconds */
export function createSqliteDatabase(
  writer: DatabaseSync,
  reader: DatabaseSync,
  file: WatchedFile,
  patience: number,
): Database {
  const writeQuery = queryOn(writer);
  const readQuery = inTurns(queryOn(reader));
  const waiting: Write[] = [];
  let committing: Promise<void> | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  let forgetting: NodeJS.Timeout | undefined;

  async function readAlone<Result>(work: Work<Result>): Promise<Result> {
    try {
      reader.exec("BEGIN");
      return await work(readQuery);
    } catch (error) {
      throw storeError(error);
    } finally {
      if (reader.isTransaction) reader.exec("ROLLBACK");
    }
  }

  /** Commits the writes of one turn of the event loop together, because a commit costs an fsync. */
  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn();
      await commitTogether(waiting.splice(0, MOST_TOGETHER));
    }
    committing = undefined;
  }

  async function commitTogether(writes: readonly Write[]): Promise<void> {
    try {
      file.check();
      await begin();
      const answers: (() => void)[] = [];
      for (const write of writes) answers.push(await write.attempt());
      writer.exec("COMMIT");
      // A commit into a file that is gone does not count as stored.
      file.check();
      for (const answer of answers) answer();
    } catch (error) {
      if (writer.isTransaction) writer.exec("ROLLBACK");
      const failure = storeError(error);
      for (const { fail } of writes) fail(failure);
    }
  }

  /** Waits for another process's lock by a timer, since SQLite's wait would stop the event loop. */
  async function begin(): Promise<void> {
    const until = performance.now() + patience;
    for (;;) {
      try {
        return writer.exec("BEGIN IMMEDIATE");
      } catch (error) {
        if (!isLocked(error) || performance.now() > until) throw error;
        await wait(LOCK_AGAIN_MS);
      }
    }
  }

  /** A savepoint undoes a failed write alone. A fault of the machine ends all writes together. */
  async function apart<Result>(
    run: () => Promise<Result>,
    answer: (result: Result) => void,
    fail: Write["fail"],
  ): Promise<() => void> {
    writer.exec("SAVEPOINT one");
    try {
      const result = await run();
      writer.exec("RELEASE one");
      return () => answer(result);
    } catch (error) {
      if (faultOf(error) !== undefined || !writer.isTransaction) throw error;
      writer.exec("ROLLBACK TO one; RELEASE one");
      const duplicate = new DuplicateId("The id is another lead's.", { cause: error });
      return () => fail(isDuplicateId(error) ? duplicate : error);
    }
  }

  /** Reopens a distrusted file. @returns `StoreUnavailable` for a machine's fault, else `error` */
  function storeError(error: unknown): unknown {
    const reason = faultOf(error);
    if (reason === undefined) return error;
    if (isDistrusted(error)) file.lose(`The store failed and is being opened again: ${reason}.`);
    return new StoreUnavailable(reason, { cause: error });
  }

  function emptyLog(): boolean {
    try {
      return writer.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0;
    } catch (error) {
      // The next write reports the disk's error.
      if (faultOf(error) === undefined) throw error;
      return false;
    }
  }

  /** Empties the write-ahead log, which still has deleted rows: `secure_delete` skips the log. */
  function forgetDeleted(): void {
    clearTimeout(forgetting);
    if (!emptyLog()) forgetting = setTimeout(forgetDeleted, FORGET_AGAIN_MS);
  }

  return {
    forgetDeleted,

    /** Reads run one after the other, because a connection has one transaction at a time. */
    read(work) {
      const answer = reading.then(() => readAlone(work));
      reading = answer.catch(() => undefined);
      return answer;
    },

    write<Result>(work: Work<Result>) {
      // Made here, so that its stack names the function that writes.
      const fault = new Error("A write awaits something other than its queries.");
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const run = () => inOneTurn(work, writeQuery, fault);
      waiting.push({ attempt: () => apart(run, resolve, reject), fail: reject });
      committing ??= commitAll();
      return promise;
    },

    async close() {
      await Promise.all([committing, reading]);
      clearTimeout(forgetting);
      reader.close();
      // Last, because the last connection to close cleans up the files beside the database.
      writer.close();
    },
  };
}

const MAX_PREPARED = 500;

/** Keeps the prepared statements of its connection. */
function queryOn(db: DatabaseSync): Query {
  const prepared = new Map<string, StatementSync>();
  const prepare = (text: string) => db.prepare(text);
  return async (...template) => {
    const { text, values } = sql(...template).composeFor("sqlite");
    // Each combination of the inbox's filters is another text, so there can be many.
    if (prepared.size > MAX_PREPARED) prepared.clear();
    return prepared.getOrInsertComputed(text, prepare).all(...values.map(bindable));
  };
}

function bindable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}

/** Lets the event loop turn after each long statement; the read still sees one moment. */
const inTurns =
  (query: Query): Query =>
  async (...template) => {
    const begunAt = performance.now();
    const rows = await query(...template);
    if (performance.now() - begunAt > LONG_MS) await nextTurn();
    return rows;
  };

/**
 * A write that awaits only its queries ends in this turn of the event loop. A write that awaits
 * more would keep its transaction open, so it fails with `fault`, as do its later queries.
 * @throws as `work`
 */
async function inOneTurn<Result>(work: Work<Result>, query: Query, fault: Error): Promise<Result> {
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

/** How long a write waits for another process's lock. Milliseconds; a page gives up after 15 s. */
const PATIENCE_MS = 7_000;
/** How long SQLite waits for a lock. A site (`later`) waits briefly: this stops the event loop. */
const OPENING_MS = { now: 7_000, later: 50 };

/** @throws {Error} when the store cannot be opened, unless `options.later` */
export function openSqliteStore(path: string, options: StoreOptions, patience = PATIENCE_MS) {
  const { log, later } = options;
  return openAgainAndAgain(async (lose) => {
    const writer = openDatabase(path, later ? OPENING_MS.later : OPENING_MS.now, log);
    writer.exec("PRAGMA busy_timeout = 0");
    try {
      const reader = new DatabaseSync(path, { timeout: OPENING_MS.later, readOnly: true });
      return createSqliteDatabase(writer, reader, watchFile(writer, path, log, lose), patience);
    } catch (error) {
      writer.close();
      throw error;
    }
  }, options);
}
