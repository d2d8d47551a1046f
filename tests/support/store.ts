/**
 * Opens SQLite stores, and asks a store
 * for its fault. A line of the log throws.
 */

import {
  existsSync,
  mkdtempDisposableSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createReadiness } from "../../server/leads/readiness.ts";
import { makePrivateFolder } from "../../server/settings/data-dir.ts";
import type { Database } from "../../server/store/database.ts";
import { openSqliteStore } from "../../server/store/sqlite/sqlite-database.ts";

using folder = mkdtempDisposableSync(join(tmpdir(), "nightshift-"));
const emptyPath = join(folder.path, "leads.db");
await (await openSqliteStore(emptyPath, { log: fail })).close();
/** Writing this file takes a quarter of the time of migrations. */
const emptyStore = readFileSync(emptyPath);

export function openTestStore(path: string): Promise<Database> {
  if (!existsSync(path)) {
    makePrivateFolder(dirname(path));
    writeFileSync(path, emptyStore, { mode: 0o600 });
  }
  return openSqliteStore(path, { log: fail });
}

/** @returns undefined if the store can take a lead */
export function faultOf(store: Database) {
  return createReadiness(store, fail)();
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
