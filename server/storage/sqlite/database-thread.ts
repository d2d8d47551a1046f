/** Opens the database in a worker thread: sends it requests and returns its answers. */
import { setFlagsFromString } from "node:v8";
import type { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import { messageOf } from "../../../contract/error-code.ts";
import type { Connection, StoreOptions } from "../adapter.ts";
import type { Unavailable } from "../store.ts";
import type { Inputs, OperationName, Outputs } from "../operations.ts";

/** The thread that holds a connection: it emits `message`, `error` and `exit`, as a `Worker` does. */
export interface Thread extends EventEmitter {
  postMessage(message: unknown, transfer: []): void;
}

export interface ThreadOptions extends WorkerData, Pick<StoreOptions, "log"> {
  /** Creates the thread; tests keep a reference to it, or replace it. */
  spawn?: ((data: WorkerData) => Thread) | undefined;
}

/** More than this many waiting requests are refused at once: they would be answered too late to matter. */
const MAX_WAITING = 5_000;

/**
 * Node strips the types of our sources by WebAssembly, in each thread. When threads recompile the calls between it and
 * JavaScript, to be faster, V8 13.6 ends the process once in some thousand threads (its check in
 * `ThreadIsolation::UnregisterWasmAllocation`, below `Runtime_TierUpWasmToJSWrapper`). So none does.
 */
setFlagsFromString("--wasm-wrapper-tiering-budget=1000000000");

interface Waiting {
  resolve(result: Result): void;
}

/** @throws {Error} when the database cannot be opened durably, or this version cannot use its schema */
export async function openThread(options: ThreadOptions): Promise<Required<Connection>> {
  const { path, mode, busyTimeout, log, spawn = spawnWorker } = options;
  const worker = spawn({ path, mode, busyTimeout });
  const [opened, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lost = Promise.withResolvers<string>();
  const waiting = new Map<number, Waiting>();
  /** Requests of one turn of the event loop, sent as one message: one wake-up of the thread, and one transaction. */
  const together: Pick<Request, "id">[] = [];
  let nextId = 1;
  let isOpen = false;
  let failure: unknown;
  const post = () => worker.postMessage(together.splice(0), []);

  worker.on("message", (message: FromWorker) => {
    if (message.kind === "open") return opened.resolve();
    if (message.kind === "log") return (message.moved ? lost.resolve : log)(message.sentence);
    for (const { id, result } of message.answers) {
      waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  worker.on("error", (error: unknown) => (failure = error));
  worker.on("exit", () => {
    opened.reject(failure ?? new Error("The thread that stores leads ended before it was ready."));
    ended.resolve();
    for (const one of waiting.values()) one.resolve(unavailable("the store stopped before it answered"));
    waiting.clear();
    const cause = failure === undefined ? "no cause given" : messageOf(failure);
    if (isOpen) lost.resolve(`The store stopped and is being opened again: ${cause}.`);
    isOpen = false;
  });
  await opened.promise;
  isOpen = true;

  return {
    lost: lost.promise,

    async run<Name extends OperationName>(operation: Name, input: Inputs[Name]) {
      if (!isOpen) return unavailable("the store is not open");
      if (waiting.size >= MAX_WAITING) return unavailable("too many requests wait for the disk");
      const request = { id: nextId++, operation, input };
      const result = await new Promise<Result<Name>>((resolve) => {
        waiting.set(request.id, { resolve: (answer: Result<Name>) => resolve(answer) });
        if (together.push(request) === 1) setImmediate(post);
      });
      if (result.kind === "fault") throw new Error(`The store failed at ${operation}: ${result.message}`);
      return result;
    },

    async close() {
      if (isOpen) {
        isOpen = false;
        post();
        const message: ToWorker = { kind: "close" };
        worker.postMessage(message, []);
      }
      await ended.promise;
    },
  };
}

function spawnWorker(data: WorkerData): Thread {
  return new Worker(new URL("./worker.ts", import.meta.url), { workerData: data, execArgv: [] });
}

function unavailable(reason: string): Unavailable {
  return { kind: "unavailable", reason };
}

export interface WorkerData {
  path: string;
  /** `read`: on a connection that cannot write; the database was opened to write before. */
  mode: "read" | "write";
  busyTimeout: number;
}

export type Request<Names extends OperationName = OperationName> = {
  [Name in Names]: { id: number; operation: Name; input: Inputs[Name] };
}[Names];

export type ToWorker = Request[] | { kind: "close" };

/** An error of this program in one operation; concurrent operations succeeded. */
export interface Fault {
  kind: "fault";
  message: string;
}

export type Result<Name extends OperationName = OperationName> = Outputs[Name] | Unavailable | Fault;

export interface Answer {
  id: number;
  result: Result;
}

export type FromWorker =
  /** The database is open and requests are taken. */
  | { kind: "open" }
  | { kind: "answers"; answers: Answer[] }
  /** For the operator. `moved`: another file is at the path, so the store has to be reopened. */
  | { kind: "log"; sentence: string; moved: boolean };
