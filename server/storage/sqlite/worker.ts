/**
 * The thread that owns the database: waiting for the disk here does not hold up pages on the main thread. It
 * drains its queue: all inserts that wait become one transaction, and reads see only what was committed.
 *
 * An error that nobody expects ends the thread; the store then opens a new one.
 */
import { parentPort, workerData } from "node:worker_threads";
import { LeadDatabase } from "./lead-database.ts";
import type { Answer, FromWorker, Request, ToWorker, WorkerData } from "./messages.ts";
import { openDatabase } from "./open-database.ts";

const MAX_INSERTS_PER_TRANSACTION = 256;

const port = parentPort;
if (!port) throw new Error("worker.ts runs as a worker thread.");

const { path, busyTimeout }: WorkerData = workerData;
const database = new LeadDatabase(openDatabase(path, busyTimeout));

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
send({ kind: "open" });

function drain(): void {
  scheduled = false;
  const requests = queue;
  queue = [];
  const inserts = requests.filter((request) => request.kind === "insert");
  for (let from = 0; from < inserts.length; from += MAX_INSERTS_PER_TRANSACTION) {
    answer(insert(inserts.slice(from, from + MAX_INSERTS_PER_TRANSACTION)));
  }
  answer(requests.flatMap(answerOther));
  if (closing) {
    database.close();
    port?.close();
  }
}

function insert(requests: Extract<Request, { kind: "insert" }>[]): Answer[] {
  const results = database.insertAll(requests.map((request) => request.insert));
  return requests.flatMap(({ id }, index): Answer[] => {
    const result = results[index];
    return result === undefined ? [] : [{ id, kind: "insert", result }];
  });
}

function answerOther(request: Request): Answer[] {
  const { id, kind } = request;
  if (kind === "read") return [{ id, kind, result: database.read(request.query) }];
  if (kind === "probe") return [{ id, kind, result: database.probe() }];
  return [];
}

/** After a fault that leaves the connection in doubt the thread ends, and a new one opens the file again. */
function answer(answers: Answer[]): void {
  if (answers.length === 0) return;
  send({ kind: "answers", answers });
  for (const { result } of answers) {
    if (result?.kind === "unavailable" && result.reopen) throw new Error(result.reason);
  }
}

function send(message: FromWorker): void {
  port?.postMessage(message);
}
