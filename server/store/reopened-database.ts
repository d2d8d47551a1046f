import { setTimeout as wait } from "node:timers/promises";
import type { Database, Log, Work } from "./database.ts";
import { StoreUnavailable } from "./unavailable.ts";
import { messageOf } from "../settings/error-code.ts";

/** @param onLost takes the reason, as a sentence, and opens a new connection */
type Connect = (onLost: Log) => Promise<Database>;

export interface StoreOptions {
  log: Log;
  /**
   * Whether to return within 5 s, even if the
   * store is not open yet. Attempts then go on.
   */
  later?: boolean;
}

const RETRY_MS = 1_000;
const PATIENCE_MS = 5_000;

const NOT_OPEN = "the store is not open";

/**
 * @param connect rejects when it cannot open
 * the store @throws {Error} unless `later`
 */
export async function openAgainAndAgain(
  connect: Connect,
  { log, later = false }: StoreOptions,
) {
  const database = new ReopenedDatabase(connect, log);
  if (later)
    await Promise.race([
      database.attempt(),
      wait(PATIENCE_MS, undefined, { ref: false }),
    ]);
  else await database.open();
  return database;
}

class ReopenedDatabase implements Database {
  readonly #connect: Connect;
  readonly #log: Log;
  #connection: Database | undefined;
  #fault = NOT_OPEN;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #loggedFault: string | undefined;

  constructor(connect: Connect, log: Log) {
    this.#connect = connect;
    this.#log = log;
  }

  async read<Result>(work: Work<Result>): Promise<Result> {
    return this.#connected().read(work);
  }

  async write<Result>(work: Work<Result>): Promise<Result> {
    return this.#connected().write(work);
  }

  forgetDeleted(): void {
    this.#connection?.forgetDeleted();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#disconnect();
  }

  async open(): Promise<void> {
    const { promise: lost, resolve: onLost } = Promise.withResolvers<string>();
    const connection = await this.#connect(onLost);
    if (this.#isClosed) return connection.close();
    this.#connection = connection;
    lost.then((sentence) => this.#replace(sentence)).catch(() => this.#retry());
    if (this.#loggedFault !== undefined) this.#log("The store is open.");
    this.#loggedFault = undefined;
  }

  async attempt(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      const isKnown = error instanceof StoreUnavailable;
      this.#fault = isKnown
        ? error.reason
        : "the store cannot be opened, and the log says why";
      const sentence =
        "The store cannot be opened, so leads are refused; the site tries again";
      this.#logOnce(`${sentence}: ${messageOf(error)}`);
      this.#retry();
    }
  }

  #connected(): Database {
    if (!this.#connection) throw new StoreUnavailable(this.#fault);
    return this.#connection;
  }

  async #replace(sentence: string): Promise<void> {
    this.#fault = NOT_OPEN;
    this.#logOnce(sentence);
    await this.#disconnect();
    this.#retry();
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  #logOnce(sentence: string): void {
    if (sentence !== this.#loggedFault) this.#log(sentence);
    this.#loggedFault = sentence;
  }

  #retry(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.attempt().catch(() => this.#retry());
    }, RETRY_MS);
  }
}
