/** How the statements that both stores share are asked. They are in PostgreSQL's words; SQLite's adapter translates. */
import type { Patterns } from "./conditions.ts";
import type { DatabaseRecord } from "./records.ts";
import type { TextSearch } from "./search.ts";
import type { Insert } from "./store.ts";

/** Runs one statement; `values` are bound to `$1`, `$2`, … Times are ISO 8601 in UTC, in both directions. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<DatabaseRecord[]>;

/** What a store has of its own. */
export interface Dialect {
  /** Puts in leads with their contexts and deliveries. @param texts what a search looks through, as JSON */
  insert: (query: Query, leads: Insert, texts: string) => Promise<void>;
  /** Lets who comes second with the same key wait for the first, where several write at once. */
  lockKey?: string;
  /** When old keys are forgotten next, as `performance.now()`. */
  forgetAt: number;
  patterns: Patterns;
  searchText: TextSearch;
}
