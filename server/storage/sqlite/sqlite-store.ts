/**
 * The embedded store as the rest of the server sees it: one thread writes, another answers whatever only reads, so that
 * no list, search or export holds up a lead.
 */
import { backfill } from "../backfill.ts";
import { functionsOf } from "../../../contract/functions-of.ts";
import { ADMIN, BOOKINGS, CALENDARS, LEADS, OPERATIONS, OUTBOX, SIGN_INS } from "../operations.ts";
import type {
  AdminStore,
  BookingStore,
  CalendarStore,
  LeadOperations,
  OutboxStore,
  SignInStore,
  Store,
} from "../operations.ts";
import { Opening } from "../opening.ts";
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
  /** Resolves without the store after a moment, and opens it when it can be; else opens it now or throws. */
  later?: boolean;
}

// Half of the time that the page waits for an answer.
const BUSY_TIMEOUT_MS = 7_000;

/**
 * Opens the store.
 *
 * @throws {Error} with a sentence for the operator when it cannot be opened durably, or has a schema that this version
 *   cannot use, unless that may be later.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const store = new SqliteStore(options);
  try {
    await store.open();
  } catch (error) {
    await store.close();
    throw error;
  }
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
  readonly calendars = functionsOf<CalendarStore>(CALENDARS, (name) => (asks) => this.#ask(name, asks));
  readonly #later: boolean;
  readonly #opening: Opening;
  readonly #writer: DatabaseThread;
  readonly #reader: DatabaseThread;
  readonly #probe: Probe;

  constructor({ busyTimeout = BUSY_TIMEOUT_MS, later = false, ...options }: SqliteStoreOptions) {
    const { onTrouble } = options;
    this.#later = later;
    this.#probe = createProbe(() => this.#leads.probe(undefined), onTrouble);
    this.#opening = new Opening({
      open: () => this.#open(),
      prepare: () => backfill(this.#leads.backfill, onTrouble),
      onTrouble,
    });
    const onLost = (sentence: string) => this.#opening.lost(sentence);
    const onMoved = (sentence: string) => {
      this.#moved(sentence).catch((error: unknown) => onLost(String(error)));
    };
    const thread = { ...options, onLost, onMoved, busyTimeout };
    this.#writer = new DatabaseThread({ ...thread, mode: "write" });
    this.#reader = new DatabaseThread({ ...thread, mode: "read" });
  }

  /** @throws {Error} when it cannot be opened and may not be later. */
  open(): Promise<void> {
    return this.#later ? this.#opening.soon() : this.#opening.now();
  }

  /** The writer first: it makes the file, and brings its schema up to date. */
  async #open(): Promise<void> {
    await this.#writer.open();
    await this.#reader.open();
    this.#probe.forget();
  }

  /** Nothing of the file that was there may be open when the one that is there now is opened. */
  async #moved(sentence: string): Promise<void> {
    await this.#reader.end();
    await this.#writer.end();
    this.#opening.lost(sentence);
  }

  fault(): Promise<string | undefined> {
    return this.#probe.fault();
  }

  /** The writer last: only it can tidy up what both have opened. */
  async close(): Promise<void> {
    this.#probe.forget();
    this.#opening.close();
    await this.#reader.close();
    await this.#writer.close();
  }

  #ask<Name extends OperationName>(kind: Name, asks: Request<Name>["asks"]): Promise<unknown> {
    const thread = OPERATIONS[kind].mode === "read" ? this.#reader : this.#writer;
    if (!thread.isOpen && this.#opening.fault) return Promise.resolve(this.#opening.fault);
    return thread.ask(kind, asks);
  }
}
