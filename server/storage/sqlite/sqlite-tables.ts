/** The embedded store as tables, on a connection of its own: a running server keeps its own, and neither harms the other. */
import { createTableStore, type TableStore } from "../table-store.ts";
import { openDatabase } from "./open-database.ts";
import { createQuery } from "./query.ts";
import { refusal } from "./sqlite-errors.ts";

const BUSY_TIMEOUT_MS = 10_000;

/**
 * @param path the file; its folder exists.
 * @param log receives a sentence about what was done to it that the operator should know.
 * @throws {Error} when the file cannot be opened durably, or its schema is not one this version can use.
 */
export function openSqliteTables(path: string, log: (sentence: string) => void): TableStore {
  const db = openDatabase(path, BUSY_TIMEOUT_MS, log);
  return createTableStore({
    query: createQuery(db),
    // A reader in WAL mode sees the moment of its first statement, and holds nobody up.
    begin: { read: "BEGIN", write: "BEGIN IMMEDIATE" },
    rowsOf: ({ columns }) =>
      `(SELECT ${columns.map((column) => `value ->> '${column}' AS ${column}`).join(", ")} FROM json_each($1))`,
    refusal,
    explain: (error) => error,
    close: async () => db.close(),
  });
}
