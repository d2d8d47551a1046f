/** Statements that PostgreSQL runs in its own way: patterns, the search, and the insertion of leads. */
import type { Dialect } from "../query.ts";
import { INDEXED_LETTERS, LOOKED_THROUGH, type TextSearch } from "../search.ts";
import { insert } from "./insert-leads.ts";

/** By the index on trigrams where there is one. */
const searchText: TextSearch = ({ where, order }, wanted, isLarge) => {
  const newest = `(SELECT * FROM lead_texts ORDER BY number DESC LIMIT ${LOOKED_THROUGH}) AS newest`;
  const among = Array.from(wanted).length < INDEXED_LETTERS ? newest : "lead_texts";
  const said = isLarge
    ? `SELECT * FROM ${among} WHERE text LIKE $1 ORDER BY number DESC LIMIT ${LOOKED_THROUGH}`
    : `SELECT said.* FROM lead_texts AS said JOIN lead_contexts AS context USING (lead_id)
         WHERE ${where} AND text LIKE $1`;
  return {
    text: `WITH said AS MATERIALIZED (${said}) SELECT context.lead_id FROM said
      JOIN lead_contexts AS context USING (lead_id) WHERE ${where} ORDER BY ${order}`,
    values: [`%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`],
  };
};

export const dialect: Dialect = {
  insert,
  // Until the end of the transaction. Two keys with the same hash wait for each other, and nothing else.
  lockKey: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
  patterns: {
    operator: "LIKE",
    pattern: (like) => like,
    // The columns' own collation lowercases ASCII only; this one every alphabet, whatever the database's language.
    folded: (column) => `replace(lower(${column} COLLATE "und-x-icu"), 'ς', 'σ')`,
  },
  searchText,
};
