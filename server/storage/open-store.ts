/** Chooses the store: PostgreSQL where DATABASE_URL says so, else a file in DATA_DIR. */
import { join } from "node:path";
import type { StoreLocation } from "../configuration/env.ts";
import { isThere, makeDataDir } from "../configuration/data-dir.ts";
import { openSqliteStore, openSqliteTables } from "./sqlite/sqlite-store.ts";
import type { Store } from "./operations.ts";
import type { TableStore } from "./table-store.ts";

export function sqlitePath(dataDir: string): string {
  return join(dataDir, "leads.db");
}

/** @param later resolves after a moment, open or not; it opens when it can @throws {Error} with a sentence, unless `later` */
export async function openStore(
  { databaseUrl, dataDir }: StoreLocation,
  log: (sentence: string) => void,
  later = false,
): Promise<Store> {
  if (databaseUrl === undefined) return openSqliteStore({ path: sqlitePath(dataDir), log, later });
  // Loaded on demand, because it takes half of the start's time.
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore({ url: databaseUrl, log, later });
}

/** The same store as tables, to move it beside a running server. @throws {Error} with a sentence for the operator */
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
  if (wanted === "existing" && !isThere(path)) throw new Error(`There is no store at ${path}.`);
  makeDataDir(dataDir);
  return openSqliteTables(path, log);
}
