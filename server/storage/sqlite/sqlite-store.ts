/** SQLite: one thread writes, another only reads, so no list, search or export delays a lead. */
import { openAdapter, type StoreOptions } from "../adapter.ts";
import { STORE_OPERATIONS, type Store } from "../operations.ts";
import { openThread, type Thread, type WorkerData } from "./database-thread.ts";
import { createTableStore, type TableStore } from "../table-store.ts";
import { openDatabase } from "./open-database.ts";
import { createQuery } from "./lead-database.ts";
import { refusal } from "./sqlite-errors.ts";
import { sql } from "../sql.ts";

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
  const { path, busyTimeout = BUSY_TIMEOUT_MS, spawn, log } = options;
  const open = (mode: WorkerData["mode"]) => openThread({ path, mode, busyTimeout, log, spawn });
  return openAdapter(async () => {
    // The writer first: it creates the file, and brings its schema up to date.
    const write = await open("write");
    const read = await open("read").catch(async (error: unknown) => {
      await write.close();
      throw error;
    });
    const threads = { read, write };
    return {
      run: (operation, input) => threads[STORE_OPERATIONS[operation].mode].run(operation, input),
      lost: Promise.race([write.lost, read.lost]),
      // The writer last: only it can clean up after both.
      close: () => read.close().then(write.close),
    };
  }, options);
}

/** @throws {Error} when the file cannot be opened durably, or this version cannot use its schema */
export function openSqliteTables(path: string, log: (sentence: string) => void): TableStore {
  const db = openDatabase(path, TABLES_BUSY_TIMEOUT_MS, log);
  return createTableStore({
    query: createQuery(db),
    // A reader in WAL mode sees the moment of its first statement, and delays nobody.
    begin: { read: sql`BEGIN`, write: sql`BEGIN IMMEDIATE` },
    refusal,
    explain: (error) => error,
    close: async () => db.close(),
  });
}
