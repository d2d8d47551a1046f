/** Runs the statements that both stores share on SQLite. Each is prepared once. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Query } from "../query.ts";

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
    const known = prepared.get(text) ?? prepare(text);
    // Statements that read leads have as many forms as there are filters.
    if (prepared.size > MAX_PREPARED) prepared.clear();
    prepared.set(text, known);
    return known.statement.all(...known.order.map((at) => bindable(values[at])));
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
  const fields = columns.split(", ").map((column) => column.replace(/^(\w+) .*/, "value ->> '$1' AS $1"));
  return `(SELECT ${fields.join(", ")} FROM json_each(${place})) AS ${name}`;
}

function bindable(value: unknown): string | number | null {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}
