/** A store on connections: it opens them now or later and, after a fault, again; meanwhile it is unavailable. */
import { setTimeout as wait } from "node:timers/promises";
import type { Unavailable } from "./store.ts";
import { STORE_OPERATIONS, type Store } from "./operations.ts";
import { createProbe } from "./probe.ts";
import { messageOf } from "../../contract/error-code.ts";

/** An open database. `run` returns a fault as a value; `close` waits for operations under way. */
export type Connection = Pick<Store, "run" | "close">;

export interface ConnectionEvents {
  /** Receives a sentence when the connection has ended by itself. */
  onLost: (sentence: string) => void;
  /** Receives a sentence when another file is at the path of the open one. */
  onMoved: (sentence: string) => void;
}

/** Opens the database for operations of one mode. Rejects with the reason when it cannot. */
export type Connect = (mode: "read" | "write", events: ConnectionEvents) => Promise<Connection>;

export interface StoreOptions {
  /** Receives a sentence, without data of a lead, when the store fails, recovers, or was changed at its opening. */
  log: (sentence: string) => void;
  /** True: resolves after a moment even without the store, and opens it when possible. False: opens it now or throws. */
  later?: boolean;
}

const FIRST_DELAY_MS = 100;
const LAST_DELAY_MS = 5_000;
/** A slow attempt, such as a migration that copies the store first, is repeated only after a rest. Milliseconds. */
const LONG_MS = 10_000;
const REST_MS = 60_000;
/** How long a start waits for the store before it serves pages without it. */
const PATIENCE_MS = 5_000;

const NOT_OPEN: Unavailable = { kind: "unavailable", reason: "the store is not open" };

/** @throws {Error} with a sentence, unless `later` */
export async function openAdapter(connect: Connect, { log, later = false }: StoreOptions): Promise<Store> {
  const connections = new Map<"read" | "write", Connection>();
  /** Why a connection is missing. */
  let fault = NOT_OPEN;
  let timer: NodeJS.Timeout | undefined;
  let delay = FIRST_DELAY_MS;
  let closed: Promise<void> | undefined;
  /** The latest attempt. Two at once would each make a connection, and lose one of them. */
  let attempted = Promise.resolve();
  /** The latest sentence about a fault, logged once and not at each attempt. */
  let said: string | undefined;

  const run: Store["run"] = async (operation, input) => {
    if (closed) return NOT_OPEN;
    return connections.get(STORE_OPERATIONS[operation].mode)?.run(operation, input) ?? fault;
  };
  const probe = createProbe(() => run("probe", undefined), log);

  async function open(): Promise<void> {
    // The writer first: it creates the file, and brings its schema up to date.
    for (const mode of ["write", "read"] as const) {
      if (connections.has(mode)) continue;
      const onLost = (sentence: string) => {
        connections.delete(mode);
        openAgain(sentence);
      };
      // No connection to the old file may be open when the new one is opened.
      const onMoved = (sentence: string) => {
        closeAll()
          .then(() => openAgain(sentence))
          .catch((error: unknown) => openAgain(messageOf(error)));
      };
      const connection = await connect(mode, { onLost, onMoved });
      if (closed) return connection.close();
      connections.set(mode, connection);
    }
    probe.forget();
    delay = FIRST_DELAY_MS;
    if (said !== undefined) log("The store is open.");
    said = undefined;
  }

  /** The writer last: only it can clean up after both. */
  async function closeAll(): Promise<void> {
    for (const mode of ["read", "write"] as const) {
      const connection = connections.get(mode);
      connections.delete(mode);
      await connection?.close();
    }
  }

  function openAgain(sentence: string): void {
    if (closed) return;
    fault = NOT_OPEN;
    say(sentence);
    retry(delay);
  }

  async function attempt(): Promise<void> {
    if (closed) return;
    const begin = performance.now();
    try {
      await open();
    } catch (error) {
      if (closed) return;
      fault = { kind: "unavailable", reason: reasonOf(error) };
      say(`The store cannot be opened, so leads are refused; the site tries again: ${messageOf(error)}`);
      retry(performance.now() - begin > LONG_MS ? REST_MS : delay);
    }
  }

  function say(sentence: string): void {
    if (sentence !== said) log(sentence);
    said = sentence;
  }

  function retry(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      attempted = attempted.then(attempt).catch(() => retry(LAST_DELAY_MS));
    }, ms);
    delay = Math.min(delay * 2, LAST_DELAY_MS);
  }

  async function finish(): Promise<void> {
    probe.forget();
    clearTimeout(timer);
    await closeAll();
  }

  const store: Store = { run, fault: () => probe.fault(), close: () => (closed ??= finish()) };
  try {
    attempted = later ? attempt() : open();
    await (later ? Promise.race([attempted, wait(PATIENCE_MS, undefined, { ref: false })]) : attempted);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** An error from another thread has lost its class, but not its properties. */
function reasonOf(error: unknown): string {
  const known = error instanceof Error && "reason" in error ? error.reason : undefined;
  return typeof known === "string" ? known : "the store cannot be opened, and the log says why";
}
