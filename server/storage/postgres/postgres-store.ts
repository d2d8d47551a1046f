/**
 * The store of several site processes: one PostgreSQL database, one transaction for each request. While the database is
 * away every request is answered as unavailable, and the store opens itself as soon as it is there.
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
import { insert, lockKey } from "./lead-statements.ts";
import { createProbe, type Probe } from "../probe.ts";
import { Opening } from "../opening.ts";
import { migrate } from "./migrate.ts";
import { patterns } from "./patterns.ts";
import { isOverlap, openingError, refusal, unavailability } from "./postgres-errors.ts";
import { searchText } from "./text-search.ts";
import { PATIENCE_MS, Transactions } from "./transactions.ts";

export interface PostgresStoreOptions {
  /** `postgres://…`; the database exists. */
  url: string;
  /** Told in a sentence, without anything of a lead, when the store fails and when it is back. */
  onTrouble: (sentence: string) => void;
  /** Milliseconds to wait for a connection or a statement. */
  patience?: number;
  /** Resolves without the store after a moment, and opens it when it can be; else opens it now or throws. */
  later?: boolean;
}

/**
 * Opens the store.
 *
 * @throws {Error} with a sentence for the operator when it cannot be opened, unless that may be later.
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
  readonly calendars = functionsOf<CalendarStore>(CALENDARS, (name) => (asked) => this.#do(name, asked));
  readonly #dialect = { patterns, searchText, insert, lockKey, forgetAt: 0 };
  readonly #options: Required<PostgresStoreOptions>;
  readonly #transactions: Transactions;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #opening: Opening;
  /** Set once it is closed, or closing. */
  #closed: Promise<void> | undefined;
  readonly #probe: Probe;

  constructor(options: PostgresStoreOptions) {
    this.#options = { patience: PATIENCE_MS, later: false, ...options };
    const { onTrouble } = options;
    this.#opening = new Opening({
      open: () => this.#migrate(),
      prepare: () => backfill(this.#leads.backfill, onTrouble),
      onTrouble,
    });
    this.#probe = createProbe(() => this.#leads.probe(undefined), options.onTrouble);
    this.#transactions = new Transactions(options.url, this.#options.patience);
  }

  /** @throws {Error} when it cannot be opened and may not be later. */
  open(): Promise<void> {
    return this.#options.later ? this.#opening.soon() : this.#opening.now();
  }

  async #migrate(): Promise<void> {
    try {
      await migrate(this.#options.url, this.#options.patience);
    } catch (error) {
      throw openingError(error);
    }
    this.#probe.forget();
  }

  fault(): Promise<string | undefined> {
    return this.#probe.fault();
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish();
    return this.#closed;
  }

  async #finish(): Promise<void> {
    this.#probe.forget();
    this.#opening.close();
    await Promise.allSettled(this.#underWay);
    await this.#transactions.close();
  }

  /** Remembers what is under way, so that closing can wait for it. */
  #do(name: keyof typeof OPERATIONS, asked: never): Promise<unknown> {
    if (this.#closed) return Promise.resolve({ kind: "unavailable", reason: "the store is not open" });
    if (this.#opening.fault) return Promise.resolve(this.#opening.fault);
    const { mode, work } = OPERATIONS[name];
    const answer = this.#transactions
      .run<unknown>(mode, (query) => work(query, asked, this.#dialect))
      .catch((error: unknown) => refusalOf(name, error) ?? unavailability(error))
      .finally(() => this.#underWay.delete(answer));
    this.#underWay.add(answer);
    return answer;
  }
}

function refusalOf(name: keyof typeof OPERATIONS, error: unknown) {
  if (isOverlap(error)) return { kind: "taken" };
  return name === "insert" || name === "book" ? refusal(error) : undefined;
}
