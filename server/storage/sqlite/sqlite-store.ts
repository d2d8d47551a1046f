/**
 * The embedded store as the rest of the server sees it: one thread writes, another answers whatever only reads, so that
 * no list, search or export holds up a lead.
 */
import { backfill } from "../backfill.ts";
import { functionsOf } from "../../../contract/functions-of.ts";
import { ADMIN, BOOKINGS, LEADS, OPERATIONS, OUTBOX, SIGN_INS } from "../operations.ts";
import type {
  AdminStore,
  BookingStore,
  LeadOperations,
  OutboxStore,
  SignInStore,
  Store,
} from "../operations.ts";
import { DatabaseThread, type Thread } from "./database-thread.ts";
import { createProbe, type Probe } from "../probe.ts";
import type { OperationName, Request, WorkerData } from "./messages.ts";

export interface SqliteStoreOptions {
  /** The database file; its folder exists. */
  path: string;
  /** Told in a sentence, without anything of a lead, when the store fails, is back, or was changed at its opening. */
  onTrouble: (sentence: string) => void;
  /** Milliseconds to wait for another process that holds the lock. */
  busyTimeout?: number;
  /** Makes the threads; a test keeps hold of them, or does without them. */
  spawn?: (data: WorkerData) => Thread;
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
  readonly #leads = functionsOf<LeadOperations>(LEADS, (name) => (asks) => this.#ask(name, asks));
  readonly insert = this.#leads.insert;
  readonly read = this.#leads.read;
  readonly outbox = functionsOf<OutboxStore>(OUTBOX, (name) => (asks) => this.#ask(name, asks));
  readonly admin = functionsOf<AdminStore>(ADMIN, (name) => (asks) => this.#ask(name, asks));
  readonly signIns = functionsOf<SignInStore>(SIGN_INS, (name) => (asks) => this.#ask(name, asks));
  readonly bookings = functionsOf<BookingStore>(BOOKINGS, (name) => (asks) => this.#ask(name, asks));
  readonly #onTrouble: SqliteStoreOptions["onTrouble"];
  readonly #writer: DatabaseThread;
  readonly #reader: DatabaseThread;
  readonly #probe: Probe;

  constructor({ busyTimeout = BUSY_TIMEOUT_MS, ...options }: SqliteStoreOptions) {
    this.#onTrouble = options.onTrouble;
    this.#probe = createProbe(() => this.#leads.probe(undefined), options.onTrouble);
    this.#writer = new DatabaseThread({ ...options, busyTimeout, mode: "write" });
    this.#reader = new DatabaseThread({ ...options, busyTimeout, mode: "read" });
  }

  async open(): Promise<void> {
    await this.#writer.open();
    try {
      await this.#reader.open();
      await backfill(this.#leads.backfill, this.#onTrouble);
    } catch (error) {
      await this.close();
      throw error;
    }
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

  #ask<Name extends OperationName>(kind: Name, asks: Request<Name>["asks"]): Promise<unknown> {
    return (OPERATIONS[kind].mode === "read" ? this.#reader : this.#writer).ask(kind, asks);
  }
}
