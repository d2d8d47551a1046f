/** A store on an adapter: it opens now or later and, after a fault, again; meanwhile it is unavailable. */
import { setTimeout as wait } from "node:timers/promises";
import type { Unavailable } from "./store.ts";
import { backfill } from "./insert-leads.ts";
import type { OperationName, Store } from "./operations.ts";
import { createProbe } from "./probe.ts";
import { messageOf } from "../../contract/error-code.ts";

/** One database. `run` returns a fault as a value; `close` waits for operations under way. */
export interface Adapter extends Pick<Store, "run" | "close"> {
  /** Opens everything that is not open yet. Rejects with the reason when it cannot. */
  open: () => Promise<void>;
  /** Whether the operation can run although another part of the store is not open. */
  isOpen: (operation: OperationName) => boolean;
}

export interface StoreOptions {
  /** Receives a sentence, without data of a lead, when the store fails, recovers, or was changed at its opening. */
  log: (sentence: string) => void;
  /** Resolves after a moment without the store, and opens it when possible; otherwise opens it now or throws. */
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

/** @param createAdapter gets a function to call once the store is lost @throws {Error} with a sentence, unless `later` */
export async function openAdapter(
  createAdapter: (lost: (sentence: string) => void) => Adapter,
  { log, later = false }: StoreOptions,
): Promise<Store> {
  let fault: Unavailable | undefined = NOT_OPEN;
  let timer: NodeJS.Timeout | undefined;
  let delay = FIRST_DELAY_MS;
  let closed: Promise<void> | undefined;
  /** The latest sentence about a fault, logged once and not at each attempt. */
  let said: string | undefined;
  const adapter = createAdapter((sentence) => {
    if (closed) return;
    fault = NOT_OPEN;
    say(sentence);
    retry(delay);
  });

  const run: Store["run"] = async (operation, input) => {
    if (closed) return NOT_OPEN;
    if (fault && !adapter.isOpen(operation)) return fault;
    return adapter.run(operation, input);
  };
  const probe = createProbe(() => run("probe", undefined), log);

  async function open(): Promise<void> {
    await adapter.open();
    probe.forget();
    fault = undefined;
    delay = FIRST_DELAY_MS;
    if (said !== undefined) log("The store is open.");
    said = undefined;
    await backfill((after) => run("backfill", after), log);
  }

  async function attempt(): Promise<void> {
    const begin = performance.now();
    try {
      await open();
    } catch (error) {
      if (closed) return;
      fault = { kind: "unavailable", reason: reasonOf(error) };
      say(`The store cannot be opened; the site tries again: ${messageOf(error)}`);
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
      attempt().catch(() => retry(LAST_DELAY_MS));
    }, ms);
    delay = Math.min(delay * 2, LAST_DELAY_MS);
  }

  async function finish(): Promise<void> {
    probe.forget();
    clearTimeout(timer);
    await adapter.close();
  }

  const store: Store = { run, fault: () => probe.fault(), close: () => (closed ??= finish()) };
  try {
    if (later) await Promise.race([attempt(), wait(PATIENCE_MS, undefined, { ref: false })]);
    else await open();
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
