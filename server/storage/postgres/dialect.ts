/** Statements that PostgreSQL runs in its own way: patterns and the search. */
import type { Dialect } from "../query.ts";
import { INDEXED_LETTERS, LOOKED_THROUGH, spellings, type TextSearch } from "../search.ts";

/** By the index on trigrams where there is one. */
const searchText: TextSearch = ({ where, order, values }, wanted, isLarge) => {
  const texts = spellings(wanted).map((one) => `%${one.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const isLike = `(${texts.map((_, at) => `text LIKE $${values.length + 1 + at}`).join(" OR ")})`;
  const newest = `(SELECT * FROM lead_texts ORDER BY number DESC LIMIT ${LOOKED_THROUGH}) AS newest`;
  const among = Array.from(wanted).length < INDEXED_LETTERS ? newest : "lead_texts";
  const said = isLarge
    ? `SELECT * FROM ${among} WHERE ${isLike} ORDER BY number DESC LIMIT ${LOOKED_THROUGH}`
    : `SELECT said.* FROM lead_texts AS said JOIN lead_contexts AS context USING (lead_id)
         WHERE ${where} AND ${isLike}`;
  return {
    text: `WITH said AS MATERIALIZED (${said}) SELECT context.lead_id FROM said
      JOIN lead_contexts AS context USING (lead_id) WHERE ${where} ORDER BY ${order}`,
    values: [...values, ...texts],
  };
};

export const dialect: Dialect = {
  inOrder: (statements) => Promise.all(statements.map((send) => send())),
  patterns: {
    operator: "LIKE",
    pattern: (like) => like,
    // The columns' own collation lowercases ASCII only; this one every alphabet, whatever the database's language.
    folded: (column) => `replace(lower(${column} COLLATE "und-x-icu"), 'ς', 'σ')`,
  },
  searchText,
};
