import { join } from "node:path";
import type { StoreLocation } from "../settings/env.ts";
import type { Database, Log } from "./database.ts";
import { openSqliteStore } from "./sqlite/sqlite-database.ts";

export const sqlitePath = (dataDir: string): string =>
  join(dataDir, "leads.db");

/**
 * @param later whether to return within 5 s, even if the store is not open yet
 * @throws {Error} only if `later` is false;
 * the message is a sentence for the operator
 */
export async function openStore(
  at: StoreLocation,
  log: Log,
  later = false,
): Promise<Database> {
  if (at.databaseUrl === undefined)
    return openSqliteStore(sqlitePath(at.dataDir), { log, later });
  // Loaded on demand, because it takes half of the start's time.
  const { openPostgresStore } = await import("./postgres/postgres-database.ts");
  return openPostgresStore(at.databaseUrl, { log, later });
}
