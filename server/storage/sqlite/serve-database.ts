/** Answers the store's requests on one end of a message port, with its own connection to the database. */
import type { MessagePort } from "node:worker_threads";
import { LeadDatabase } from "./lead-database.ts";
import type { Answer, FromWorker, Request, ToWorker, WorkerData } from "./database-thread.ts";
import { openDatabase, openReader } from "./open-database.ts";
import { linkSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Unavailable } from "../store.ts";
import { makeDataDir, syncFolder } from "../../configuration/data-dir.ts";
import { codeOf, messageOf } from "../../../contract/error-code.ts";
import { fileAt, nameBeside, vacuumInto } from "./copies.ts";

const MAX_WRITES_PER_TRANSACTION = 256;
/** Pause while somebody reads an older moment. */
const FORGET_AGAIN_MS = 1_000;

/** @throws {Error} when the database cannot be opened durably or this version cannot use its schema */
export function serveDatabase({ path, mode, busyTimeout }: WorkerData, port: MessagePort): void {
  const log = (sentence: string, moved = false) => send({ kind: "log", sentence, moved });
  const db = mode === "read" ? openReader(path, busyTimeout) : openDatabase(path, busyTimeout, log);
  const database = new LeadDatabase(db);
  const faultOfFile = watchFile(db, path);
  const queue: Request[] = [];
  let closing = false;
  let forgetting: NodeJS.Timeout | undefined;
  let scheduled = false;

  port.on("message", (message: ToWorker) => {
    if (Array.isArray(message)) queue.push(...message);
    else closing = true;
    if (scheduled) return;
    scheduled = true;
    // Includes every request that has already arrived.
    setImmediate(() => {
      drain().catch(endThread);
    });
  });
  send({ kind: "open" });

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      if (mode === "write") await write(queue.splice(0, MAX_WRITES_PER_TRANSACTION));
      else for (const request of queue.splice(0)) answer([await database.read(request)]);
    }
    scheduled = false;
    if (closing) {
      clearTimeout(forgetting);
      database.close();
      port.close();
    }
  }

  /** A commit into a file that is gone does not count as stored. */
  function refused(answered: readonly Pick<Answer, "id">[]): Answer[] | undefined {
    const result = faultOfFile(log);
    return result && answered.map(({ id }) => ({ id, result }));
  }

  async function write(requests: Request[]): Promise<void> {
    const answers = refused(requests) ?? (await database.write(requests));
    const kept = refused(answers) ?? answers;
    forgetDeleted();
    answer(kept);
  }

  /** Timers cannot interrupt a transaction: nothing else runs between its steps. */
  function forgetDeleted(): void {
    clearTimeout(forgetting);
    if (!closing && !database.forgetDeleted()) forgetting = setTimeout(forgetDeleted, FORGET_AGAIN_MS);
  }

  /** After a fault that leaves the connection in doubt, the thread ends, and a new one opens the file again. */
  function answer(answers: Answer[]): void {
    send({ kind: "answers", answers });
    for (const { result } of answers) {
      if (result.kind === "unavailable" && result.reopen) throw new Error(result.reason);
    }
  }

  function send(message: FromWorker): void {
    port.postMessage(message);
  }
}

function endThread(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Pause between two attempts to save the data that the connection still sees. Milliseconds. */
const AGAIN_MS = 1_000;

/**
 * A commit into a deleted, replaced or truncated file succeeds and is lost at the next start, so each is checked.
 * @returns a function that says why a commit must not be answered, and saves the data
 */
function watchFile(db: DatabaseSync, path: string) {
  const wal = `${path}-wal`;
  const opened = fileAt(path);
  /** SQLite creates it at the first commit. */
  let log = fileAt(wal);
  /** Bytes. Only a manual VACUUM makes a file smaller, which costs one needless copy. */
  let size = sizeOf(path);
  let notBefore = 0;
  let known: Unavailable | undefined;

  function checkpoint(): string {
    const result = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (result?.["busy"] !== 0) throw new Error("the checkpoint is held up by a reader.");
    return "Nothing is lost: its content is in the database file now.";
  }

  /** Saves to the path if no file is there, else beside it. SQLite would apply the old log at the path to the new file. */
  function saveCopy(present: string | undefined): string {
    makeDataDir(dirname(path));
    const copy = nameBeside(path, "rescued");
    vacuumInto(db, copy);
    if (present === log) for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
    try {
      linkSync(copy, path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      return `Its leads are kept in ${copy} (docs/backups.md brings them back); the site goes on with the new file.`;
    }
    rmSync(copy);
    syncFolder(dirname(path));
    return "Nothing is lost: it was written again.";
  }

  /** @param notify `saved`: it has to be closed */
  return (notify: (sentence: string, saved: boolean) => void): Unavailable | undefined => {
    if (known && performance.now() < notBefore) return known;
    const [database, present, bytes] = [fileAt(path), fileAt(wal), sizeOf(path)];
    const isCut = database === opened && bytes < size;
    const isSame = database === opened && !isCut;
    if (isSame && (log === undefined || present === log)) {
      [log, size] = [present, bytes];
      return (known = undefined);
    }
    const what = isSame ? wal : path;
    const gone = database === undefined || isSame ? "deleted" : "replaced by another file";
    const became = isCut ? "overwritten" : gone;
    const reason = `the database file was ${became} under the running site`;
    try {
      const saved = isSame ? checkpoint() : saveCopy(present);
      notBefore = Infinity;
      notify(`${what} was ${became} under the running site. ${saved}`, true);
    } catch (error) {
      notBefore = performance.now() + AGAIN_MS;
      const cause = messageOf(error);
      if (!known) notify(`${what} was ${became}, and its leads cannot be saved yet: ${cause}`, false);
    }
    return (known = { kind: "unavailable", reason });
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
