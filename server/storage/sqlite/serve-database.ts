/** Answers the store's requests on one end of a message port, with its own connection to the database. */
import type { MessagePort } from "node:worker_threads";
import { LeadDatabase } from "./lead-database.ts";
import type { Answer, FromWorker, Request, ToWorker, WorkerData } from "./messages.ts";
import { OpenFile } from "./open-file.ts";
import { openDatabase, openReader } from "./open-database.ts";

const MAX_WRITES_PER_TRANSACTION = 256;
/** Pause while somebody reads an older moment. */
const FORGET_AGAIN_MS = 1_000;

/** @throws {Error} when the database cannot be opened durably or this version cannot use its schema */
export function serveDatabase({ path, mode, busyTimeout }: WorkerData, port: MessagePort): void {
  const messages: string[] = [];
  const log = (sentence: string) => messages.push(sentence);
  const db =
    mode === "read" ? openReader(path, busyTimeout) : openDatabase(path, busyTimeout, log, undefined, true);
  const database = new LeadDatabase(db);
  const file = new OpenFile(db, path);
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
  send({ kind: "open", messages });

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
    const result = file.fault((sentence, moved) => send({ kind: "log", sentence, moved }));
    return result && answered.map(({ id }) => ({ id, result }));
  }

  async function write(requests: Request[]): Promise<void> {
    const answers = refused(requests) ?? (await database.write(requests));
    const kept = refused(answers) ?? answers;
    forgetDeleted();
    answer(kept);
  }

  /** Nothing else runs between two steps of a transaction: they are not interrupted by timers. */
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
