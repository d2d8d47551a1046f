/** SQLite on a file of the test. */
import { openSqliteStore } from "../../server/store/sqlite/sqlite-database.ts";
import type { Database } from "../../server/store/database.ts";
import { createReadiness } from "../../server/leads/readiness.ts";

export function openTestStore(path: string, log: (sentence: string) => void = fail): Promise<Database> {
  return openSqliteStore(path, { log });
}

/** Why the store takes no lead now; undefined when it does. */
export function faultOf(store: Database, log: (sentence: string) => void = fail) {
  return createReadiness(store, log).fault();
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
