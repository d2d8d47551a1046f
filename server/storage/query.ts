/** How the statements that both stores share are asked. They are in PostgreSQL's words; SQLite's adapter translates. */
import type { Unavailable } from "./availability.ts";
import type { DatabaseRecord } from "./records.ts";

/** Runs one statement; `values` are bound to `$1`, `$2`, … Times are ISO 8601 in UTC, in both directions. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<DatabaseRecord[]>;

/** Runs statements that see one moment, or that are committed together. */
export type Run = <T>(mode: "read" | "write", work: (query: Query) => Promise<T>) => Promise<T | Unavailable>;
