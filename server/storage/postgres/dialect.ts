/** Statements that PostgreSQL runs in its own way: patterns and the search. */
import type { Dialect } from "../query.ts";
import { INDEXED_LETTERS, LOOKED_THROUGH, spellings, type TextSearch } from "../search.ts";
import { joined, sql } from "../sql.ts";

/** By the index on trigrams where there is one. */
const searchText: TextSearch = ({ where, order }, wanted, isLarge) => {
  const texts = spellings(wanted).map((one) => `%${one.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const isLike = joined(
    texts.map((text) => sql`text LIKE ${text}`),
    " OR ",
  );
  const newest = sql`(SELECT * FROM lead_texts ORDER BY number DESC LIMIT ${LOOKED_THROUGH}) AS newest`;
  const among = Array.from(wanted).length < INDEXED_LETTERS ? newest : sql`lead_texts`;
  const said = isLarge
    ? sql`SELECT * FROM ${among} WHERE ${isLike} ORDER BY number DESC LIMIT ${LOOKED_THROUGH}`
    : sql`SELECT said.* FROM lead_texts AS said JOIN lead_contexts AS context USING (lead_id)
        WHERE ${where} AND (${isLike})`;
  return sql`WITH said AS MATERIALIZED (${said}) SELECT context.lead_id FROM said
    JOIN lead_contexts AS context USING (lead_id) WHERE ${where} ORDER BY ${order}`;
};

export const dialect: Dialect = {
  inOrder: (statements) => Promise.all(statements.map((send) => send())),
  patterns: {
    operator: sql`LIKE`,
    pattern: (like) => like,
    // The columns' own collation lowercases ASCII only; this one every alphabet, whatever the database's language.
    folded: (column) => sql`replace(lower(${column} COLLATE "und-x-icu"), 'ς', 'σ')`,
  },
  searchText,
};
