/** A store that opens its connection now or later, and again after a fault; meanwhile it is unavailable. */
import { setTimeout as wait } from "node:timers/promises";
import type { Unavailable } from "./store.ts";
import type { Store } from "./operations.ts";
import { createProbe } from "./probe.ts";
import { messageOf } from "../../contract/error-code.ts";

/** An open database. `run` returns a fault as a value; `close` waits for operations under way. */
export interface Connection extends Pick<Store, "run" | "close"> {
  /** Resolves with a sentence when the connection has to be closed and made anew. */
  lost?: Promise<string>;
}

export interface StoreOptions {
  /** Receives a sentence, without data of a lead, when the store fails, recovers, or was changed at its opening. */
  log: (sentence: string) => void;
  /** True: resolves after a moment even without the store, and opens it when possible. False: opens it now or throws. */
  later?: boolean;
}

const FIRST_DELAY_MS = 100;
const LAST_DELAY_MS = 5_000;
/** How long a start waits for the store before it serves pages without it. */
const PATIENCE_MS = 5_000;

const NOT_OPEN: Unavailable = { kind: "unavailable", reason: "the store is not open" };

/** @param connect rejects with the reason when it cannot @throws {Error} with a sentence, unless `later` */
export async function openAdapter(
  connect: () => Promise<Connection>,
  { log, later = false }: StoreOptions,
): Promise<Store> {
  let connection: Connection | undefined;
  /** Why a connection is missing. */
  let fault = NOT_OPEN;
  let timer: NodeJS.Timeout | undefined;
  let delay = FIRST_DELAY_MS;
  let closed: Promise<void> | undefined;
  /** The latest sentence about a fault, logged once and not at each attempt. */
  let said: string | undefined;

  const run: Store["run"] = async (operation, input) => {
    if (closed) return NOT_OPEN;
    return connection?.run(operation, input) ?? fault;
  };
  const probe = createProbe(() => run("probe", undefined), log);

  async function open(): Promise<void> {
    const opened = await connect();
    if (closed) return opened.close();
    connection = opened;
    opened.lost?.then(openAgain).catch(retry);
    probe.forget();
    delay = FIRST_DELAY_MS;
    if (said !== undefined) log("The store is open.");
    said = undefined;
  }

  async function openAgain(sentence: string): Promise<void> {
    if (closed) return;
    fault = NOT_OPEN;
    say(sentence);
    await disconnect();
    retry();
  }

  async function disconnect(): Promise<void> {
    const lost = connection;
    connection = undefined;
    await lost?.close();
  }

  async function attempt(): Promise<void> {
    if (closed) return;
    try {
      await open();
    } catch (error) {
      if (closed) return;
      fault = { kind: "unavailable", reason: reasonOf(error) };
      say(`The store cannot be opened, so leads are refused; the site tries again: ${messageOf(error)}`);
      retry();
    }
  }

  function say(sentence: string): void {
    if (sentence !== said) log(sentence);
    said = sentence;
  }

  function retry(): void {
    if (closed) return;
    timer = setTimeout(() => {
      attempt().catch(retry);
    }, delay);
    delay = Math.min(delay * 2, LAST_DELAY_MS);
  }

  async function finish(): Promise<void> {
    probe.forget();
    clearTimeout(timer);
    await disconnect();
  }

  const store: Store = { run, fault: () => probe.fault(), close: () => (closed ??= finish()) };
  try {
    await (later ? Promise.race([attempt(), wait(PATIENCE_MS, undefined, { ref: false })]) : open());
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
