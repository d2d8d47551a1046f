/**
 * The store of several site processes: one PostgreSQL database, one transaction for each request. While the database is
 * away every request is answered as unavailable, and the store opens itself as soon as it is there.
 */
import type { Unavailable } from "../availability.ts";
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
import { insert, lockKey } from "./lead-statements.ts";
import { createProbe, type Probe } from "../probe.ts";
import { migrate } from "./migrate.ts";
import { patterns } from "./patterns.ts";
import { isOverlap, passingFault, refusal, unavailability } from "./postgres-errors.ts";
import { searchText } from "./text-search.ts";
import { PATIENCE_MS, Transactions } from "./transactions.ts";

export interface PostgresStoreOptions {
  /** `postgres://…`; the database exists. */
  url: string;
  /** Told in a sentence, without anything of a lead, when the store fails and when it is back. */
  onTrouble: (sentence: string) => void;
  /** Milliseconds to wait for a connection or a statement. */
  patience?: number;
}

const FIRST_REOPEN_DELAY_MS = 100;
const LAST_REOPEN_DELAY_MS = 5_000;

/**
 * Opens the store, whether or not the database can be reached.
 *
 * @throws {Error} with a sentence for the operator when waiting would not help: no such database, a wrong password, a
 *   schema that this version cannot use.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const store = new PostgresStore(options);
  try {
    await store.open();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

class PostgresStore implements Store {
  readonly #leads = functionsOf<LeadOperations>(LEADS, (name) => (asked) => this.#do(name, asked));
  readonly insert = this.#leads.insert;
  readonly read = this.#leads.read;
  readonly outbox = functionsOf<OutboxStore>(OUTBOX, (name) => (asked) => this.#do(name, asked));
  readonly admin = functionsOf<AdminStore>(ADMIN, (name) => (asked) => this.#do(name, asked));
  readonly signIns = functionsOf<SignInStore>(SIGN_INS, (name) => (asked) => this.#do(name, asked));
  readonly bookings = functionsOf<BookingStore>(BOOKINGS, (name) => (asked) => this.#do(name, asked));
  readonly #dialect = { patterns, searchText, insert, lockKey, forgetAt: 0 };
  readonly #options: Required<PostgresStoreOptions>;
  readonly #transactions: Transactions;
  readonly #underWay = new Set<Promise<unknown>>();
  /** Why requests are turned away; undefined while the store is open. */
  #fault: Unavailable | undefined = { kind: "unavailable", reason: "the store is not open" };
  /** Set once it is closed, or closing. */
  #closed: Promise<void> | undefined;
  #reopenTimer: NodeJS.Timeout | undefined;
  #reopenDelay = FIRST_REOPEN_DELAY_MS;
  readonly #probe: Probe;

  constructor(options: PostgresStoreOptions) {
    this.#options = { patience: PATIENCE_MS, ...options };
    this.#probe = createProbe(() => this.#leads.probe(undefined), options.onTrouble);
    this.#transactions = new Transactions(options.url, this.#options.patience);
  }

  /** @throws {Error} when waiting would not help. */
  async open(): Promise<void> {
    try {
      await migrate(this.#options.url, this.#options.patience);
      this.#fault = undefined;
      this.#probe.forget();
      await backfill(this.#leads.backfill, this.#options.onTrouble);
    } catch (error) {
      this.#fault = passingFault(error);
      this.#options.onTrouble(
        `The store could not be opened and will be tried again: ${this.#fault.reason}.`,
      );
      this.#reopenLater();
    }
  }

  ready(): Promise<boolean> {
    return this.#probe.ready();
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish();
    return this.#closed;
  }

  async #finish(): Promise<void> {
    this.#probe.forget();
    clearTimeout(this.#reopenTimer);
    await Promise.allSettled(this.#underWay);
    await this.#transactions.close();
  }

  /** Remembers what is under way, so that closing can wait for it. */
  #do(name: keyof typeof OPERATIONS, asked: never): Promise<unknown> {
    if (this.#closed) return Promise.resolve({ kind: "unavailable", reason: "the store is not open" });
    if (this.#fault) return Promise.resolve(this.#fault);
    const { mode, work } = OPERATIONS[name];
    const answer = this.#transactions
      .run<unknown>(mode, (query) => work(query, asked, this.#dialect))
      .catch((error: unknown) => refusalOf(name, error) ?? unavailability(error))
      .finally(() => this.#underWay.delete(answer));
    this.#underWay.add(answer);
    return answer;
  }

  #reopenLater(): void {
    if (this.#closed) return;
    this.#reopenTimer = setTimeout(() => void this.#reopen(), this.#reopenDelay);
    this.#reopenDelay = Math.min(this.#reopenDelay * 2, LAST_REOPEN_DELAY_MS);
  }

  async #reopen(): Promise<void> {
    try {
      await this.open();
      if (!this.#fault) this.#options.onTrouble("The store is open.");
    } catch (error) {
      // Somebody is changing the database under us; nothing else can be done than to try again.
      this.#options.onTrouble(
        `The store cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      );
      this.#reopenLater();
    }
  }
}

function refusalOf(name: keyof typeof OPERATIONS, error: unknown) {
  if (isOverlap(error)) return { kind: "taken" };
  return name === "insert" || name === "book" ? refusal(error) : undefined;
}
