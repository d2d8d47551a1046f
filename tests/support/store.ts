/** Opens SQLite on a file of the test, and asks a store for its fault. A log line throws by default. */
import { copyFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDataDir } from "../../server/settings/data-dir.ts";
import { openSqliteStore } from "../../server/store/sqlite/sqlite-database.ts";
import type { Database } from "../../server/store/database.ts";
import { createReadiness } from "../../server/leads/readiness.ts";
import { newFolder } from "../machine/new-folder.ts";

/** An empty store. To copy it takes a quarter of the time that migrations take. */
const empty = join(newFolder(), "leads.db");
await (await openSqliteStore(empty, { log: fail })).close();

export function openTestStore(path: string, log: (sentence: string) => void = fail): Promise<Database> {
  if (!existsSync(path)) {
    makeDataDir(dirname(path));
    copyFileSync(empty, path);
  }
  return openSqliteStore(path, { log });
}

/** Undefined when the store takes a lead now. */
export function faultOf(store: Database, log: (sentence: string) => void = fail) {
  return createReadiness(store, log)();
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
