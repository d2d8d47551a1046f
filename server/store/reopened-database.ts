import { setTimeout as wait } from "node:timers/promises";
import { messageOf } from "../settings/error-code.ts";
import type { Database, Log, Work } from "./database.ts";
import { StoreUnavailable } from "./unavailable.ts";

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
const UNNAMED = "the store cannot be opened, and the log says why";
const REFUSED =
  "The store cannot be opened, so leads are refused; the site tries again";

/**
 * @param connect rejects when it cannot open
 * the store @throws {Error} unless `later`
 */
export async function openAgainAndAgain(
  connect: Connect,
  { log, later = false }: StoreOptions,
) {
  const { open, attempt, ...database } = createReopened(connect, log);
  if (later)
    await Promise.race([
      attempt(),
      wait(PATIENCE_MS, undefined, { ref: false }),
    ]);
  else await open();
  return database;
}

function createReopened(connect: Connect, log: Log) {
  let connection: Database | undefined;
  let fault = NOT_OPEN;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let loggedFault: string | undefined;

  async function open(): Promise<void> {
    const { promise: lost, resolve: onLost } = Promise.withResolvers<string>();
    const opened = await connect(onLost);
    if (isClosed) return opened.close();
    connection = opened;
    lost.then(replace).then(retry, retry);
    if (loggedFault !== undefined) log("The store is open.");
    loggedFault = undefined;
  }

  const attempt = (): Promise<void> =>
    open().catch((error: unknown) => {
      fault = error instanceof StoreUnavailable ? error.reason : UNNAMED;
      logOnce(`${REFUSED}: ${messageOf(error)}`);
      retry();
    });

  async function replace(sentence: string): Promise<void> {
    fault = NOT_OPEN;
    logOnce(sentence);
    await disconnect();
  }

  function retry(): void {
    if (!isClosed)
      timer = setTimeout(() => {
        attempt().catch(retry);
      }, RETRY_MS);
  }

  function logOnce(sentence: string): void {
    if (sentence !== loggedFault) log(sentence);
    loggedFault = sentence;
  }

  async function disconnect(): Promise<void> {
    const before = connection;
    connection = undefined;
    await before?.close();
  }

  function connected(): Database {
    if (!connection) throw new StoreUnavailable(fault);
    return connection;
  }

  return {
    open,
    attempt,
    read: async <Result>(work: Work<Result>) => connected().read(work),
    write: async <Result>(work: Work<Result>) => connected().write(work),
    forgetDeleted: () => connection?.forgetDeleted(),
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await disconnect();
    },
  };
}
