/** A worker thread with a connection to the database: sends it requests and returns its answers. */
import { setFlagsFromString } from "node:v8";
import type { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import type { Unavailable } from "../store.ts";
import type { Inputs, OperationName, Outputs } from "../operations.ts";

/** The thread that holds a connection: it emits `message`, `error` and `exit`, as a `Worker` does. */
export interface Thread extends EventEmitter {
  postMessage(message: unknown, transfer: []): void;
}

export interface DatabaseThreadOptions extends WorkerData {
  /** Receives a sentence, without anything of a lead, about what the thread changed at its opening. */
  log: (sentence: string) => void;
  /** Receives a sentence when the thread has ended by itself. It can be opened again. */
  onLost: (sentence: string) => void;
  /** Receives a sentence when another file is at the path: all threads have to be closed, and opened again. */
  onMoved: (sentence: string) => void;
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

export class DatabaseThread {
  readonly #options: DatabaseThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** Requests of one turn of the event loop, sent as one message: one wake-up of the thread, and one transaction. */
  #together: Pick<Request, "id">[] = [];
  #worker: Thread | undefined;
  #nextId = 1;
  #closing = false;

  constructor(options: DatabaseThreadOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#worker !== undefined;
  }

  /** @throws {Error} when the database cannot be opened durably, or this version cannot use its schema */
  async open(): Promise<void> {
    if (this.#worker) return;
    const { path, mode, busyTimeout, log, onMoved, spawn = spawnWorker } = this.#options;
    const worker = spawn({ path, mode, busyTimeout });
    await new Promise<void>((resolve, reject) => {
      let failure: Error | undefined;
      worker.on("message", (message: FromWorker) => {
        if (message.kind === "answers") return this.#resolve(message.answers);
        if (message.kind === "log") return message.moved ? onMoved(message.sentence) : log(message.sentence);
        for (const sentence of message.messages) log(sentence);
        this.#worker = worker;
        resolve();
      });
      worker.on("error", (error: unknown) => {
        failure = error instanceof Error ? error : new Error(String(error));
      });
      worker.on("exit", () => {
        reject(failure ?? new Error("The thread that stores leads ended before it was ready."));
        if (this.#worker === worker) this.#lost(failure);
      });
    });
    if (this.#closing) await this.close();
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.end();
  }

  async end(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    this.#worker = undefined;
    const exited = new Promise<void>((resolve) => {
      worker.once("exit", () => resolve());
    });
    this.#post(worker);
    const message: ToWorker = { kind: "close" };
    worker.postMessage(message, []);
    await exited;
  }

  async ask<Name extends OperationName>(
    operation: Name,
    input: Inputs[Name],
  ): Promise<Outputs[Name] | Unavailable> {
    const worker = this.#worker;
    if (!worker || this.#closing) return unavailable("the store is not open");
    if (this.#waiting.size >= MAX_WAITING) return unavailable("too many requests wait for the disk");
    const request = { id: this.#nextId++, operation, input };
    const result = await new Promise<Result<Name>>((resolve) => {
      this.#waiting.set(request.id, { resolve: (answer: Result<Name>) => resolve(answer) });
      if (this.#together.push(request) === 1) setImmediate(() => this.#post(worker));
    });
    if (result.kind === "fault") throw new Error(`The store failed at ${operation}: ${result.message}`);
    return result;
  }

  #post(worker: Thread): void {
    worker.postMessage(this.#together.splice(0), []);
  }

  #resolve(arrived: Answer[]): void {
    for (const { id, result } of arrived) {
      this.#waiting.get(id)?.resolve(result);
      this.#waiting.delete(id);
    }
  }

  #lost(failure: Error | undefined): void {
    this.#worker = undefined;
    for (const waiting of this.#waiting.values())
      waiting.resolve(unavailable("the store stopped before it answered"));
    this.#waiting.clear();
    this.#together = [];
    if (this.#closing) return;
    this.#options.onLost(
      `The store stopped and is being opened again: ${failure?.message ?? "no cause given"}.`,
    );
  }
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
  /** The database is open and requests are taken. `messages`: sentences for the operator about changes at its opening. */
  | { kind: "open"; messages: string[] }
  | { kind: "answers"; answers: Answer[] }
  /** For the operator. `moved`: another file is at the path, so the store has to be reopened. */
  | { kind: "log"; sentence: string; moved: boolean };
