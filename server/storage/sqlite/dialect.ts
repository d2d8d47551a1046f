/** Statements that SQLite runs in its own way: patterns and the search. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Dialect, Query } from "../query.ts";
import { foldCase, INDEXED_LETTERS, LOOKED_THROUGH, spellings, type TextSearch } from "../search.ts";
import { joined, sql } from "../sql.ts";

/** Gives the connection the function that `ilike` needs: SQLite's own `lower` knows ASCII only. */
export function addFoldCase(db: DatabaseSync): void {
  db.function("fold_case", { deterministic: true }, (text) => foldCase(String(text)));
}

/** By an index on trigrams, where the text is long enough for one. */
const searchText: TextSearch = ({ where, order }, wanted, isLarge) => {
  const texts = spellings(wanted);
  const isSaid = joined(
    texts.map((text) => sql`instr(said.text, ${text})`),
    " OR ",
  );
  const isIndexed = Array.from(wanted).length >= INDEXED_LETTERS;
  const indexed = texts.map(trigrams).join(" OR ");
  const newest = isIndexed
    ? sql`SELECT rowid FROM lead_search WHERE lead_search MATCH ${indexed} ORDER BY rowid DESC`
    : sql`SELECT number FROM lead_texts ORDER BY number DESC`;
  // CROSS JOIN forces SQLite to read the first table first.
  const from = isLarge
    ? sql`lead_texts AS said CROSS JOIN lead_contexts AS context ON context.lead_id = said.lead_id
        WHERE said.number IN (${newest} LIMIT ${LOOKED_THROUGH})`
    : sql`lead_contexts AS context CROSS JOIN lead_texts AS said ON said.lead_id = context.lead_id WHERE TRUE`;
  return sql`SELECT context.lead_id FROM ${from} AND ${where} AND (${isSaid}) ORDER BY ${order}`;
};

/** The trigrams of every text that contains these letters in a row. Source: SQLite, "FTS5", section 3.1. */
function trigrams(wanted: string): string {
  const letters = Array.from(wanted);
  const all = letters
    .slice(INDEXED_LETTERS - 1)
    .map((_, at) => letters.slice(at, at + INDEXED_LETTERS).join(""));
  return `(${[...new Set(all)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" ")})`;
}

/** Source: sqlite.org/lang_expr.html, "The LIKE, GLOB, REGEXP, MATCH, and extract operators". */
function globPattern(like: string): string {
  return like.replace(/\\(.)|[%_*?[]/gsu, (found, escaped: string | undefined) => {
    if (found === "%") return "*";
    if (found === "_") return "?";
    const literal = escaped ?? found;
    return "*?[".includes(literal) ? `[${literal}]` : literal;
  });
}

export const dialect: Dialect = {
  async inOrder(statements) {
    for (const run of statements) await run();
  },
  patterns: {
    // GLOB is case-sensitive, LIKE never is.
    operator: sql`GLOB`,
    pattern: globPattern,
    folded: (column) => sql`fold_case(${column})`,
  },
  searchText,
};

const MAX_PREPARED = 500;

/** Answers synchronously, so nothing runs in between. */
export function createQuery(db: DatabaseSync): Query {
  const prepared = new Map<string, StatementSync>();

  const prepare = (text: string) => db.prepare(text);

  return async (...template) => {
    const { sqlite, values } = sql(...template);
    // Statements that read leads have as many forms as there are filters.
    if (prepared.size > MAX_PREPARED) prepared.clear();
    return prepared.getOrInsertComputed(sqlite, prepare).all(...values.map(bindable));
  };
}

function bindable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}
