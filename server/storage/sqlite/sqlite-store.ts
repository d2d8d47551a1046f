/** SQLite: one thread writes, another only reads, so no list, search or export delays a lead. */
import { openAdapter, type StoreOptions } from "../adapter.ts";
import { OPERATIONS, type OperationName, type Store } from "../operations.ts";
import { DatabaseThread, type Thread, type WorkerData } from "./database-thread.ts";
import { createTableStore, type TableStore } from "../table-store.ts";
import { openDatabase } from "./open-database.ts";
import { createQuery } from "./dialect.ts";
import { refusal } from "./sqlite-errors.ts";

export interface SqliteStoreOptions extends StoreOptions {
  path: string;
  busyTimeout?: number;
  spawn?: (data: WorkerData) => Thread;
}

// Half of the time that the page waits for an answer.
const BUSY_TIMEOUT_MS = 7_000;
const TABLES_BUSY_TIMEOUT_MS = 10_000;

/** @throws {Error} when it cannot be opened durably, or this version cannot use its schema, unless `later` */
export function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  return openAdapter((onLost) => {
    const thread = {
      busyTimeout: BUSY_TIMEOUT_MS,
      ...options,
      onLost,
      onMoved: (sentence: string) => {
        reopen(sentence).catch((error: unknown) => onLost(String(error)));
      },
    };
    const writer = new DatabaseThread({ ...thread, mode: "write" });
    const reader = new DatabaseThread({ ...thread, mode: "read" });
    const threadOf = (name: OperationName) => (OPERATIONS[name].mode === "read" ? reader : writer);

    /** No connection to the old file may be open when the new one is opened. */
    async function reopen(sentence: string): Promise<void> {
      await reader.end();
      await writer.end();
      onLost(sentence);
    }

    return {
      /** Opens the writer first: it creates the file, and brings its schema up to date. */
      async open() {
        await writer.open();
        await reader.open();
      },
      isOpen: (name) => threadOf(name).isOpen,
      run: (name, input) => threadOf(name).ask(name, input),
      /** Closes the writer last: only it can clean up after both. */
      async close() {
        await reader.close();
        await writer.close();
      },
    };
  }, options);
}

/** @throws {Error} when the file cannot be opened durably, or this version cannot use its schema */
export function openSqliteTables(path: string, log: (sentence: string) => void): TableStore {
  const db = openDatabase(path, TABLES_BUSY_TIMEOUT_MS, log);
  return createTableStore({
    query: createQuery(db),
    // A reader in WAL mode sees the moment of its first statement, and delays nobody.
    begin: { read: "BEGIN", write: "BEGIN IMMEDIATE" },
    rowsOf: ({ columns }) =>
      `(SELECT ${columns.map((column) => `value ->> '${column}' AS ${column}`).join(", ")} FROM json_each($1))`,
    refusal,
    explain: (error) => error,
    close: async () => db.close(),
  });
}
