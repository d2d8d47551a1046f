/**
 * The thread that owns the database: waiting for the disk here does not hold up pages on the main thread. It
 * drains its queue: all writes that wait become one transaction, and reads see only what was committed.
 *
 * An error that nobody expects ends the thread; the store then opens a new one.
 */
import { parentPort, workerData } from "node:worker_threads";
import { LeadDatabase } from "./lead-database.ts";
import { isRead, type Answer, type FromWorker, type Request } from "./messages.ts";
import type { ToWorker, WorkerData } from "./messages.ts";
import { openDatabase } from "./open-database.ts";

const MAX_WRITES_PER_TRANSACTION = 256;

const port = parentPort;
if (!port) throw new Error("worker.ts runs as a worker thread.");

const { path, busyTimeout }: WorkerData = workerData;
const told: string[] = [];
const database = new LeadDatabase(openDatabase(path, busyTimeout, (sentence) => told.push(sentence)));

let queue: Request[] = [];
let closing = false;
let scheduled = false;

port.on("message", (message: ToWorker) => {
  if (message.kind === "close") closing = true;
  else queue.push(message);
  if (scheduled) return;
  scheduled = true;
  // Everything that has already arrived joins in.
  setImmediate(drain);
});
send({ kind: "open", told });

function drain(): void {
  scheduled = false;
  const requests = queue;
  queue = [];
  const writes = requests.filter(({ kind }) => !isRead(kind));
  for (let from = 0; from < writes.length; from += MAX_WRITES_PER_TRANSACTION) {
    answer(database.write(writes.slice(from, from + MAX_WRITES_PER_TRANSACTION)));
  }
  answer(requests.filter(({ kind }) => isRead(kind)).map((request) => database.read(request)));
  if (closing) {
    database.close();
    port?.close();
  }
}

/** After a fault that leaves the connection in doubt the thread ends, and a new one opens the file again. */
function answer(answers: Answer[]): void {
  if (answers.length === 0) return;
  send({ kind: "answers", answers });
  for (const { result } of answers) {
    if (result.kind === "unavailable" && result.reopen) throw new Error(result.reason);
  }
}

function send(message: FromWorker): void {
  port?.postMessage(message);
}
