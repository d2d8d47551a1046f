/**
 * The embedded store as the rest of the server sees it: one thread writes, another answers whatever only reads, so that
 * no list, search or export holds up a lead.
 */
import type { Worker } from "node:worker_threads";
import type { AdminStore } from "../admin-store.ts";
import type { Unavailable } from "../availability.ts";
import { backfill } from "../backfill.ts";
import type { SignInStore } from "../sign-ins.ts";
import type { OutboxStore } from "../outbox-store.ts";
import type { Insert, InsertResult, LeadQuery, ReadResult, Store } from "../store.ts";
import { DatabaseThread } from "./database-thread.ts";
import { createProbe, type Probe } from "../probe.ts";
import { isRead, type OperationName, type Operations, type WorkerData } from "./messages.ts";

export interface SqliteStoreOptions {
  /** The database file; its folder exists. */
  path: string;
  /** Told in a sentence, without anything of a lead, when the store fails, is back, or was changed at its opening. */
  onTrouble: (sentence: string) => void;
  /** Milliseconds to wait for another process that holds the lock. */
  busyTimeout?: number;
  /** Makes the threads; a test keeps hold of them. */
  spawn?: (data: WorkerData) => Worker;
}

// Half of the time that the page waits for an answer.
const BUSY_TIMEOUT_MS = 7_000;

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
    outcome: (lead) => this.#ask("outcome", lead),
    note: (note) => this.#ask("note", note),
    sendAgain: (asked) => this.#ask("sendAgain", asked),
    remove: (which) => this.#ask("remove", which),
    funnel: (query) => this.#ask("funnel", query),
    addSteps: (steps) => this.#ask("addSteps", steps),
    health: (now) => this.#ask("health", now),
  };
  readonly signIns: SignInStore = {
    addLink: (link) => this.#ask("addLink", link),
    openLink: (link) => this.#ask("openLink", link),
    signIns: (asked) => this.#ask("signIns", asked),
    endSignIns: (ids) => this.#ask("endSignIns", ids),
  };
  readonly #onTrouble: SqliteStoreOptions["onTrouble"];
  readonly #writer: DatabaseThread;
  readonly #reader: DatabaseThread;
  readonly #probe: Probe;

  constructor({ busyTimeout = BUSY_TIMEOUT_MS, ...options }: SqliteStoreOptions) {
    this.#onTrouble = options.onTrouble;
    this.#probe = createProbe(() => this.#ask("probe", undefined), options.onTrouble);
    this.#writer = new DatabaseThread({ ...options, busyTimeout, mode: "write" });
    this.#reader = new DatabaseThread({ ...options, busyTimeout, mode: "read" });
  }

  async open(): Promise<void> {
    await this.#writer.open();
    try {
      await this.#reader.open();
      await backfill((after) => this.#ask("backfill", after), this.#onTrouble);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  insert(insert: Insert): Promise<InsertResult> {
    return this.#ask("insert", insert);
  }

  read(query: LeadQuery): Promise<ReadResult> {
    return this.#ask("read", query);
  }

  ready(): Promise<boolean> {
    return this.#probe.ready();
  }

  /** The writer last: only it can tidy up what both have opened. */
  async close(): Promise<void> {
    this.#probe.forget();
    await this.#reader.close();
    await this.#writer.close();
  }

  #ask<Name extends OperationName>(
    kind: Name,
    asks: Operations[Name]["asks"],
  ): Promise<Operations[Name]["gives"] | Unavailable> {
    return (isRead(kind) ? this.#reader : this.#writer).ask(kind, asks);
  }
}
