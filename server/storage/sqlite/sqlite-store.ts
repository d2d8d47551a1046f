/**
 * The embedded store as the rest of the server sees it: it hands requests to the worker thread that owns the
 * database, and opens a new one when that dies.
 */
import { Worker } from "node:worker_threads";
import type { Insert, InsertResult, LeadQuery, ReadResult, Store, Unavailable } from "../store.ts";
import type { Answer, FromWorker, Request, ToWorker, WorkerData } from "./messages.ts";

export interface SqliteStoreOptions {
  /** The database file; its folder exists. */
  path: string;
  /** Told in a sentence, without anything of a lead, when the store fails and when it is back. */
  onTrouble: (sentence: string) => void;
  /** Milliseconds to wait for another process that holds the lock. */
  busyTimeout?: number;
  /** Makes the thread; a test keeps hold of it. */
  spawn?: (data: WorkerData) => Worker;
}

// Half of the time that the page waits for an answer.
const BUSY_TIMEOUT_MS = 7_000;
const FIRST_REOPEN_DELAY_MS = 100;
const LAST_REOPEN_DELAY_MS = 5_000;
/** More than this many waiting requests are refused at once: they would be answered too late to matter. */
const MAX_WAITING = 5_000;
/** A probe writes to the disk, so that its answer serves everybody who asks within this time. */
const PROBE_VALID_MS = 1_000;

type Settle = { resolve: (answer: Answer | Unavailable) => void };
/** A request before it has its number. */
type Unnumbered = Request extends infer One ? (One extends Request ? Omit<One, "id"> : never) : never;

/**
 * Opens the store.
 *
 * @throws {Error} when the database cannot be opened durably or its schema is not one this version can use.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const store = new SqliteStore(options);
  await store.open();
  return store;
}

class SqliteStore implements Store {
  readonly #options: SqliteStoreOptions;
  readonly #waiting = new Map<number, Settle>();
  #worker: Worker | undefined;
  #nextId = 1;
  #reopenDelay = FIRST_REOPEN_DELAY_MS;
  #reopenTimer: NodeJS.Timeout | undefined;
  #closing = false;
  #probe: { at: number; result: Promise<boolean> } | undefined;

  constructor(options: SqliteStoreOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { path, busyTimeout = BUSY_TIMEOUT_MS, spawn = spawnWorker } = this.#options;
    const worker = spawn({ path, busyTimeout });
    await new Promise<void>((resolve, reject) => {
      let failure: Error | undefined;
      worker.on("message", (message: FromWorker) => {
        if (message.kind === "answers") return this.#settle(message.answers);
        this.#worker = worker;
        this.#probe = undefined;
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
  }

  async insert(insert: Insert): Promise<InsertResult> {
    const answer = await this.#ask({ kind: "insert", insert });
    if (answer.kind === "unavailable") return answer;
    if (answer.kind === "insert") return answer.result;
    throw new Error("An insert was answered with something else.");
  }

  async read(query: LeadQuery): Promise<ReadResult> {
    const answer = await this.#ask({ kind: "read", query });
    if (answer.kind === "unavailable") return answer;
    if (answer.kind === "read") return answer.result;
    throw new Error("A read was answered with something else.");
  }

  ready(): Promise<boolean> {
    const now = performance.now();
    if (!this.#probe || now - this.#probe.at > PROBE_VALID_MS) {
      const result = this.#ask({ kind: "probe" }).then(
        (answer) => answer.kind === "probe" && answer.result === undefined,
      );
      this.#probe = { at: now, result };
    }
    return this.#probe.result;
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#reopenTimer);
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise<void>((resolve) => {
      worker.once("exit", () => resolve());
    });
    const message: ToWorker = { kind: "close" };
    worker.postMessage(message, []);
    await exited;
  }

  #ask(request: Unnumbered): Promise<Answer | Unavailable> {
    const worker = this.#worker;
    if (!worker || this.#closing) return unavailable("the store is not open");
    if (this.#waiting.size >= MAX_WAITING) return unavailable("too many requests wait for the disk");
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve });
      const message: ToWorker = { ...request, id };
      worker.postMessage(message, []);
    });
  }

  #settle(answers: Answer[]): void {
    for (const answer of answers) {
      this.#waiting.get(answer.id)?.resolve(answer);
      this.#waiting.delete(answer.id);
    }
  }

  #lost(failure: Error | undefined): void {
    this.#worker = undefined;
    this.#probe = undefined;
    for (const { resolve } of this.#waiting.values()) {
      resolve({ kind: "unavailable", reason: "the store stopped before it answered" });
    }
    this.#waiting.clear();
    if (this.#closing) return;
    this.#options.onTrouble(
      `The store stopped and is being opened again: ${failure?.message ?? "no cause given"}.`,
    );
    this.#reopenLater();
  }

  #reopenLater(): void {
    this.#reopenTimer = setTimeout(() => void this.#reopen(), this.#reopenDelay);
  }

  async #reopen(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      if (this.#closing) return;
      this.#reopenDelay = Math.min(this.#reopenDelay * 2, LAST_REOPEN_DELAY_MS);
      this.#options.onTrouble(`The store could not be opened: ${String(error)}.`);
      this.#reopenLater();
      return;
    }
    this.#reopenDelay = FIRST_REOPEN_DELAY_MS;
    this.#options.onTrouble("The store is open again.");
    if (this.#closing) await this.close();
  }
}

function spawnWorker(data: WorkerData): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { workerData: data, execArgv: [] });
}

function unavailable(reason: string): Promise<Unavailable> {
  return Promise.resolve({ kind: "unavailable", reason });
}
