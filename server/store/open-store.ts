/** Chooses the store: PostgreSQL where DATABASE_URL says so, else a file in DATA_DIR. */
import { join } from "node:path";
import type { StoreLocation } from "../settings/env.ts";
import { openSqliteStore } from "./sqlite/sqlite-database.ts";
import type { Database } from "./database.ts";

export function sqlitePath(dataDir: string): string {
  return join(dataDir, "leads.db");
}

/**
 * @param later resolves after a moment, open or not; it opens when it can
 * @throws {Error} with a sentence, unless `later`
 */
export async function openStore(
  { databaseUrl, dataDir }: StoreLocation,
  log: (sentence: string) => void,
  later = false,
): Promise<Database> {
  if (databaseUrl === undefined) return openSqliteStore({ path: sqlitePath(dataDir), log, later });
  // Loaded on demand, because it takes half of the start's time.
  const { openPostgresStore } = await import("./postgres/postgres-database.ts");
  return openPostgresStore({ url: databaseUrl, log, later });
}
