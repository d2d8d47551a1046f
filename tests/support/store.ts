/** Opens SQLite on a file of the test, and asks a store for its fault. A log line throws by default. */
import { openSqliteStore } from "../../server/store/sqlite/sqlite-database.ts";
import type { Database } from "../../server/store/database.ts";
import { createReadiness } from "../../server/leads/readiness.ts";

export function openTestStore(path: string, log: (sentence: string) => void = fail): Promise<Database> {
  return openSqliteStore(path, { log });
}

/** Undefined when the store takes a lead now. */
export function faultOf(store: Database, log: (sentence: string) => void = fail) {
  return createReadiness(store, log)();
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
