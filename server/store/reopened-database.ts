/** A database that opens its connections now or later, and again after a fault. */
import { setTimeout as wait } from "node:timers/promises";
import type { Database, Log } from "./database.ts";
import { StoreUnavailable } from "./unavailable.ts";
import { messageOf } from "../../contract/error-code.ts";

/** @param onLost call it with the reason, as a sentence, to have the connection made anew */
type Connect = (onLost: Log) => Promise<Database>;

export interface StoreOptions {
  /** Told when the store fails or recovers, or a SQLite file was migrated. */
  log: Log;
  /** True: waits five seconds at most, and goes on trying. False: opens the store, or throws. */
  later?: boolean;
}

/** Between two attempts to open the store. */
const AGAIN_MS = 1_000;
/** How long a start waits for the store before it serves pages without it. */
const PATIENCE_MS = 5_000;

const NOT_OPEN = "the store is not open";

/** @param connect rejects when it cannot open the store @throws {Error} unless `later` */
export async function openAgainAndAgain(connect: Connect, { log, later = false }: StoreOptions) {
  let connection: Database | undefined;
  /** Why a connection is missing. */
  let fault = NOT_OPEN;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** The latest sentence about a fault, logged once and not at each attempt. */
  let logged: string | undefined;

  /** @throws what `connect` throws */
  async function open(): Promise<void> {
    const { promise: lost, resolve: onLost } = Promise.withResolvers<string>();
    const opened = await connect(onLost);
    if (isClosed) return opened.close();
    connection = opened;
    lost.then(replace).catch(retry);
    if (logged !== undefined) log("The store is open.");
    logged = undefined;
  }

  /** Opens the store. If this fails, logs why, and tries again later. */
  async function attempt(): Promise<void> {
    try {
      await open();
    } catch (error) {
      const isKnown = error instanceof StoreUnavailable;
      fault = isKnown ? error.reason : "the store cannot be opened, and the log says why";
      const sentence = "The store cannot be opened, so leads are refused; the site tries again";
      logOnce(`${sentence}: ${messageOf(error)}`);
      retry();
    }
  }

  function connected(): Database {
    if (!connection) throw new StoreUnavailable(fault);
    return connection;
  }

  async function replace(sentence: string): Promise<void> {
    fault = NOT_OPEN;
    logOnce(sentence);
    await disconnect();
    retry();
  }

  async function disconnect(): Promise<void> {
    const closing = connection;
    connection = undefined;
    await closing?.close();
  }

  function logOnce(sentence: string): void {
    if (sentence !== logged) log(sentence);
    logged = sentence;
  }

  function retry(): void {
    if (isClosed) return;
    timer = setTimeout(() => {
      attempt().catch(retry);
    }, AGAIN_MS);
  }

  if (later) await Promise.race([attempt(), wait(PATIENCE_MS, undefined, { ref: false })]);
  else await open();
  return {
    read: async (work) => connected().read(work),
    write: async (work) => connected().write(work),
    forgetDeleted: () => connection?.forgetDeleted(),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await disconnect();
    },
  } satisfies Database;
}
