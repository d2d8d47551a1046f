/** Statements that both stores share are in PostgreSQL's dialect; SQLite's adapter translates. */
import type { Patterns } from "./conditions.ts";
import type { DatabaseRecord } from "./records.ts";
import type { TextSearch } from "./search.ts";
import type { Insert } from "./store.ts";

/** Runs one statement; `values` are bound to `$1`, `$2`, … Times are ISO 8601 in UTC, in both directions. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<DatabaseRecord[]>;

/** Statements that each adapter has of its own. */
export interface Dialect {
  /** Inserts leads with their contexts and deliveries. @param texts the searched texts, as JSON */
  insert: (query: Query, leads: Insert, texts: string) => Promise<void>;
  /** Makes the second of two requests with the same key wait for the first, where several write at once. */
  lockKey?: string;
  patterns: Patterns;
  searchText: TextSearch;
}
