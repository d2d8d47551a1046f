/** The store of one site process: a file in DATA_DIR. */
import { DatabaseSync } from "node:sqlite";
import type { Database } from "../database.ts";
import { openAgainAndAgain, type StoreOptions } from "../reopened-database.ts";
import { openDatabase } from "./open-database.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { WatchedFile } from "./watched-file.ts";

export interface SqliteStoreOptions extends StoreOptions {
  path: string;
  /** How long a write waits for the lock of another process. Milliseconds; half of the time that a page waits. */
  patience?: number;
}

const PATIENCE_MS = 7_000;
/** SQLite waits for a lock in the thread that serves the pages, so it waits a moment and the site tries again. */
const OPENING_MS = { now: 7_000, later: 50 };

/** @throws {Error} when it cannot be opened durably, or this version cannot use its schema, unless `later` */
export function openSqliteStore(options: SqliteStoreOptions): Promise<Database> {
  const { path, patience = PATIENCE_MS, log, later } = options;
  const connect = async () => {
    const writer = openDatabase(path, later ? OPENING_MS.later : OPENING_MS.now, log);
    writer.exec("PRAGMA busy_timeout = 0");
    try {
      const reader = new DatabaseSync(path, { timeout: OPENING_MS.later, readOnly: true });
      return new SqliteDatabase({ writer, reader, file: new WatchedFile(writer, path, log), patience });
    } catch (error) {
      writer.close();
      throw error;
    }
  };
  return openAgainAndAgain(connect, options);
}
