/** How the statements that both stores share are asked. They are in PostgreSQL's words; SQLite's adapter translates. */
import type { Patterns } from "./conditions.ts";
import type { DatabaseRecord } from "./records.ts";
import type { TextSearch } from "./search.ts";

/** Runs one statement; `values` are bound to `$1`, `$2`, … Times are ISO 8601 in UTC, in both directions. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<DatabaseRecord[]>;

/** What a store has its own statements for. */
export interface Dialect {
  patterns: Patterns;
  searchText: TextSearch;
}
