/** SQLite's own ways: it translates the shared statements, and has its own patterns and search. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Dialect, Query } from "../query.ts";
import { foldCase, INDEXED_LETTERS, LOOKED_THROUGH, spellings, type TextSearch } from "../search.ts";

/** Gives the connection the function that `ilike` needs: SQLite's own `lower` knows ASCII only. */
export function addFoldCase(db: DatabaseSync): void {
  db.function("fold_case", { deterministic: true }, (text) => foldCase(String(text)));
}

/** By an index on trigrams, where the text is long enough for one. */
const searchText: TextSearch = ({ where, order, values }, wanted, isLarge) => {
  const texts = spellings(wanted);
  const isSaid = texts.map((_, at) => `instr(said.text, $${values.length + 1 + at})`).join(" OR ");
  const indexed = values.length + texts.length + 1;
  const isIndexed = Array.from(wanted).length >= INDEXED_LETTERS;
  const newest = isIndexed
    ? `SELECT rowid FROM lead_search WHERE lead_search MATCH $${indexed} ORDER BY rowid DESC`
    : "SELECT number FROM lead_texts ORDER BY number DESC";
  // The first table drives the loop: SQLite keeps the order of a CROSS JOIN.
  const from = isLarge
    ? `lead_texts AS said CROSS JOIN lead_contexts AS context ON context.lead_id = said.lead_id
         WHERE said.number IN (${newest} LIMIT ${LOOKED_THROUGH})`
    : "lead_contexts AS context CROSS JOIN lead_texts AS said ON said.lead_id = context.lead_id WHERE TRUE";
  return {
    text: `SELECT context.lead_id FROM ${from} AND ${where} AND (${isSaid}) ORDER BY ${order}`,
    values: [...values, ...texts, ...(isLarge && isIndexed ? [texts.map(trigrams).join(" OR ")] : [])],
  };
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
    operator: "GLOB",
    pattern: globPattern,
    folded: (column) => `fold_case(${column})`,
  },
  searchText,
};

const MAX_PREPARED = 500;

/** Answers synchronously, so nothing runs in between. */
export function createQuery(db: DatabaseSync): Query {
  const prepared = new Map<string, { statement: StatementSync; order: number[] }>();

  const columnsOf = (table: string) =>
    db
      .prepare("SELECT name FROM pragma_table_info(?)")
      .all(table)
      .map(({ name }) => String(name));

  /** Binds by position: by name it takes twice as long. */
  function prepare(text: string) {
    const order: number[] = [];
    const placed = translated(text, columnsOf).replaceAll(/\$(\d+)/g, (_, place: string) => {
      order.push(Number(place) - 1);
      return "?";
    });
    return { statement: db.prepare(placed), order };
  }

  return async (text, values = []) => {
    // Statements that read leads have as many forms as there are filters.
    if (prepared.size > MAX_PREPARED) prepared.clear();
    const { statement, order } = prepared.getOrInsertComputed(text, prepare);
    return statement.all(...order.map((at) => bindable(values[at])));
  };
}

/** One connection writes at a time, so no row needs a lock. */
function translated(text: string, columnsOf: (table: string) => string[]): string {
  return text
    .replaceAll(
      /json_populate_recordset\(NULL::(\w+), (\$\d+)\) AS (\w+)/g,
      (_, table: string, place, name) => fromJson(place, name, columnsOf(table)),
    )
    .replaceAll(/= ANY \((\$\d+)\)/g, "IN (SELECT value FROM json_each($1))")
    .replaceAll(/extract\(epoch FROM (\S+) - (\S+)\)/g, "((julianday($1) - julianday($2)) * 86400)")
    .replaceAll(/::(?:json|text)\b/g, "")
    .replaceAll(/pg_advisory_xact_lock\((.*)\)/g, "1")
    .replaceAll(/isfinite\((\S+)\)/g, "(julianday($1) IS NOT NULL)")
    .replaceAll(
      /(\w+) \+ make_interval\(hours => (\$\d+)\)/g,
      "coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', $1, '+' || $2 || ' hours'), $1)",
    )
    .replaceAll(/json_to_recordset\((\$\d+)\) AS (\w+) \(([^)]+)\)/g, (_, place, name, columns: string) =>
      fromJson(place, name, columns.replaceAll(/ \w+(?=,|$)/g, "").split(", ")),
    )
    .replace(/ FOR UPDATE\b.*$/s, "");
}

function fromJson(place: string, name: string, columns: readonly string[]): string {
  const fields = columns.map((column) => `value ->> '${column.replaceAll('"', "")}' AS ${column}`);
  return `(SELECT ${fields.join(", ")} FROM json_each(${place})) AS ${name}`;
}

function bindable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}
