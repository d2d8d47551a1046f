/** How PostgreSQL compares texts with patterns. */
import type { Patterns } from "../conditions.ts";

export const patterns: Patterns = {
  operator: "LIKE",
  pattern: (like) => like,
  // The columns' own collation lowercases ASCII only; this one every alphabet, whatever the database's language.
  folded: (column) => `replace(lower(${column} COLLATE "und-x-icu"), 'ς', 'σ')`,
};
