/** Opens SQLite on a file of the test, and asks a store for its fault. A log line throws by default. */
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeDataDir } from "../../server/settings/data-dir.ts";
import { openSqliteStore } from "../../server/store/sqlite/sqlite-database.ts";
import type { Database } from "../../server/store/database.ts";
import { createReadiness } from "../../server/leads/readiness.ts";

using folder = mkdtempDisposableSync(join(tmpdir(), "nightshift-"));
const emptyPath = join(folder.path, "leads.db");
await (await openSqliteStore(emptyPath, { log: fail })).close();
/** The file of an empty store. To write it takes a quarter of the time that migrations take. */
const empty = readFileSync(emptyPath);

export function openTestStore(path: string, log: (sentence: string) => void = fail): Promise<Database> {
  if (!existsSync(path)) {
    makeDataDir(dirname(path));
    writeFileSync(path, empty, { mode: 0o600 });
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
