/**
 * The embedded store as the rest of the server sees it: it hands requests to the worker thread that owns the
 * database, and opens a new one when that dies.
 */
import type { Unavailable } from "../availability.ts";
import { Worker } from "node:worker_threads";
import type { AdminStore } from "../admin-store.ts";
import type { OutboxStore } from "../outbox-store.ts";
import type { Insert, InsertResult, LeadQuery, ReadResult, Store } from "../store.ts";
import type { Answer, FromWorker, OperationName, Operations } from "./messages.ts";
import type { Request, ToWorker, WorkerData } from "./messages.ts";

export interface SqliteStoreOptions {
  /** The database file; its folder exists. */
  path: string;
  /** Told in a sentence, without anything of a lead, when the store fails, is back, or was changed at its opening. */
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

type Resolve = (answer: Answer | Unavailable) => void;

/**
 * Opens the store.
 *
 * @throws {Error} when the database cannot be opened durably or its schema is not one this version can use.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const store = new SqliteStore(options);
  await store.open();
  await store.backfill();
  return store;
}

class SqliteStore implements Store {
  readonly outbox: OutboxStore = {
    claim: (claim) => this.#ask("claim", claim),
    recordResult: (result) => this.#ask("recordResult", result),
    nextDue: (channel) => this.#ask("nextDue", channel),
    noticeFailure: (asked) => this.#ask("noticeFailure", asked),
  };
  readonly admin: AdminStore = {
    list: (query) => this.#ask("list", query),
    overview: (query) => this.#ask("overview", query),
    lead: (id) => this.#ask("lead", id),
    leadsAfter: (after) => this.#ask("leadsAfter", after),
    deliveries: (query) => this.#ask("deliveries", query),
    answer: (lead) => this.#ask("answer", lead),
    reopen: (lead) => this.#ask("reopen", lead),
    note: (note) => this.#ask("note", note),
    sendAgain: (asked) => this.#ask("sendAgain", asked),
    remove: (which) => this.#ask("remove", which),
    health: (now) => this.#ask("health", now),
  };
  readonly #options: SqliteStoreOptions;
  readonly #waiting = new Map<number, Resolve>();
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
        if (message.kind === "answers") return this.#resolve(message.answers);
        for (const sentence of message.told) this.#options.onTrouble(sentence);
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

  /** Gives a context to leads that came past the site. While the disk cannot be written to, that waits for the next start. */
  async backfill(): Promise<void> {
    await this.#ask("backfill", undefined);
  }

  insert(insert: Insert): Promise<InsertResult> {
    return this.#ask("insert", insert);
  }

  read(query: LeadQuery): Promise<ReadResult> {
    return this.#ask("read", query);
  }

  ready(): Promise<boolean> {
    const now = performance.now();
    if (!this.#probe || now - this.#probe.at > PROBE_VALID_MS) {
      const result = this.#ask("probe", undefined).then(({ kind }) => kind === "written");
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

  async #ask<Name extends OperationName>(
    kind: Name,
    asks: Operations[Name]["asks"],
  ): Promise<Operations[Name]["gives"] | Unavailable> {
    const worker = this.#worker;
    if (!worker || this.#closing) return unavailable("the store is not open");
    if (this.#waiting.size >= MAX_WAITING) return unavailable("too many requests wait for the disk");
    const request: Request<Name> = { id: this.#nextId++, kind, asks };
    const answer = await new Promise<Answer | Unavailable>((resolve) => {
      this.#waiting.set(request.id, resolve);
      worker.postMessage(request, []);
    });
    if (answer.kind === "unavailable") return answer;
    if (answers(answer, kind)) {
      const { result } = answer;
      if (result.kind === "fault") throw new Error(`The store failed at ${kind}: ${result.message}`);
      return result;
    }
    throw new Error(`${kind} was answered as if it were ${answer.kind}.`);
  }

  #resolve(arrived: Answer[]): void {
    for (const answer of arrived) {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    }
  }

  #lost(failure: Error | undefined): void {
    this.#worker = undefined;
    this.#probe = undefined;
    for (const resolve of this.#waiting.values()) {
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

function answers<Name extends OperationName>(answer: Answer, kind: Name): answer is Answer<Name> {
  return answer.kind === kind;
}

function unavailable(reason: string): Unavailable {
  return { kind: "unavailable", reason };
}
