/** Chooses the store: PostgreSQL where DATABASE_URL says so, else a file in DATA_DIR. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { StoreLocation } from "../configuration/env.ts";
import { makeDataDir } from "../configuration/data-dir.ts";
import { openSqliteStore, openSqliteTables } from "./sqlite/sqlite-store.ts";
import type { Store } from "./operations.ts";
import type { TableStore } from "./table-store.ts";

export function sqlitePath(dataDir: string): string {
  return join(dataDir, "leads.db");
}

/**
 * Opens the store and brings its schema up to date.
 *
 * @param log receives a sentence, without anything of a lead, when the store fails, is back, or was changed at its
 *   opening.
 * @param later whether to resolve without the store after a moment: it answers as unavailable until it can be opened,
 *   for whatever reason it cannot.
 * @throws {Error} with a sentence for the operator when it cannot be opened, unless that may be later.
 */
export async function openStore(
  { databaseUrl, dataDir }: StoreLocation,
  log: (sentence: string) => void,
  later = false,
): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore({ path: sqlitePath(dataDir), log, later });
  // Loaded where it is used: half of the time of a start.
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore({ url: databaseUrl, log, later });
}

/**
 * Opens the same store as tables, for moving to another store. Works beside a running server.
 *
 * @param log receives a sentence about what was done to the store that the operator should know.
 * @throws {Error} with a sentence for the operator when it cannot be opened, or is not there and has to be.
 */
export async function openTables(
  { databaseUrl, dataDir }: StoreLocation,
  wanted: "existing" | "new or existing",
  log: (sentence: string) => void,
): Promise<TableStore> {
  if (databaseUrl !== undefined) {
    const { openPostgresTables } = await import("./postgres/postgres-store.ts");
    return openPostgresTables(databaseUrl);
  }
  const path = sqlitePath(dataDir);
  if (wanted === "existing" && !existsSync(path)) throw new Error(`There is no store at ${path}.`);
  makeDataDir(dataDir);
  return openSqliteTables(path, log);
}
