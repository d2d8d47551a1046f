/** SQLite's own ways: it translates the shared statements, and has its own patterns, search and insertion of leads. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Dialect, Query } from "../query.ts";
import { foldCase, INDEXED_LETTERS, LOOKED_THROUGH, spellings, type TextSearch } from "../search.ts";
import { PROMISED_HOURS } from "../../../contract/delivery.ts";
import { rowColumns } from "../store.ts";

const INSERT_LEADS = `INSERT INTO lead_submissions (${rowColumns.join(", ")})
  SELECT ${rowColumns.map((column) => `value ->> '${column}'`).join(", ")} FROM json_each($1)`;

const INSERT_CONTEXTS = `INSERT INTO lead_contexts (lead_id, source, due_at, visit, service, came_at, came_from)
  SELECT id, $2, created_at + make_interval(hours => $3), $4, selected_service, created_at, $4 ->> 'from'
  FROM json_to_recordset($1) AS lead (id uuid, created_at timestamptz, selected_service text)`;

const INSERT_TEXTS =
  "INSERT INTO lead_texts (lead_id, text) SELECT value ->> 'id', value ->> 'text' FROM json_each($1)";

const INSERT_DELIVERIES = `INSERT INTO deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at)
  SELECT value ->> 'id', value ->> 'leadId', value ->> 'kind', value ->> 'target', 'due', 0,
    value ->> 'notBefore', value ->> 'notBefore'
  FROM json_each($1) WHERE value ->> 'target' NOT IN (SELECT target FROM disabled_targets)`;

const insert: Dialect["insert"] = async (query, { rows, source, visit, deliveries = [] }, texts) => {
  const json = JSON.stringify(rows);
  await query(INSERT_LEADS, [json]);
  await query(INSERT_CONTEXTS, [json, source ?? "wire", PROMISED_HOURS, visit]);
  await query(INSERT_TEXTS, [texts]);
  await query(INSERT_DELIVERIES, [deliveries]);
};

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
  insert,
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

  /** Binds by position: by name it takes twice as long. */
  function prepare(text: string) {
    const order: number[] = [];
    const placed = translated(text).replaceAll(/\$(\d+)/g, (_, place: string) => {
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
function translated(text: string): string {
  return text
    .replaceAll(/= ANY \((\$\d+)\)/g, "IN (SELECT value FROM json_each($1))")
    .replaceAll(/extract\(epoch FROM (\S+) - (\S+)\)/g, "((julianday($1) - julianday($2)) * 86400)")
    .replaceAll("::json", "")
    .replaceAll(/isfinite\((\S+)\)/g, "(julianday($1) IS NOT NULL)")
    .replaceAll(
      /(\w+) \+ make_interval\(hours => (\$\d+)\)/g,
      "coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', $1, '+' || $2 || ' hours'), $1)",
    )
    .replaceAll(/json_to_recordset\((\$\d+)\) AS (\w+) \(([^)]+)\)/g, fromJson)
    .replace(/ FOR UPDATE\b.*$/s, "");
}

function fromJson(_: string, place: string, name: string, columns: string): string {
  const fields = columns
    .split(", ")
    .map((column) => column.replace(/^("?)(\w+)\1 .*/, "value ->> '$2' AS $1$2$1"));
  return `(SELECT ${fields.join(", ")} FROM json_each(${place})) AS ${name}`;
}

function bindable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}
