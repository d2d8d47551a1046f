/** Statements that both stores share are in PostgreSQL's dialect; SQLite's adapter translates. */
import type { DatabaseRecord } from "./records.ts";
import type { TextSearch } from "./search.ts";
import type { Insert } from "./store.ts";

/** Runs one statement; `values` are bound to `$1`, `$2`, … Times are ISO 8601 in UTC, in both directions. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<DatabaseRecord[]>;

/** How a store compares a text with a pattern. */
export interface Patterns {
  operator: "LIKE" | "GLOB";
  /** A pattern of `like` in the operator's own signs. */
  pattern: (like: string) => string;
  /** A column with its case folded as `foldCase` does. */
  folded: (column: string) => string;
}

/** Statements that each adapter has of its own. */
export interface Dialect {
  /** Inserts leads with their contexts and deliveries. @param texts the searched texts, as JSON */
  insert: (query: Query, leads: Insert, texts: string) => Promise<void>;
  /** Makes the second of two requests with the same key wait for the first, where several write at once. */
  lockKey?: string;
  patterns: Patterns;
  searchText: TextSearch;
}
