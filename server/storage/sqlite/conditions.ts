/** Filters as SQLite's SQL; values are always bound. */
import type { DatabaseSync } from "node:sqlite";
import { allOf, OPERATORS } from "../conditions.ts";
import { foldCase } from "../fold-case.ts";
import type { Filter } from "../store.ts";

/** Gives the connection the function that `ilike` needs: SQLite's own `lower` knows ASCII only. */
export function addFoldCase(db: DatabaseSync): void {
  db.function("fold_case", { deterministic: true }, (text) => foldCase(String(text)));
}

/** A condition, and its values in the order of their places. */
export function conditions(filters: readonly Filter[]): { condition: string; values: string[] } {
  const values: string[] = [];
  const condition = allOf(filters, (filter) => {
    const { column } = filter;
    if (filter.kind === "in") {
      values.push(...filter.values);
      return `${column} IN (${filter.values.map(() => "?").join(", ")})`;
    }
    const { comparison, value } = filter;
    // GLOB tells upper from lower case; SQLite's LIKE never does.
    if (comparison === "like") {
      values.push(globPattern(value));
      return `${column} GLOB ?`;
    }
    if (comparison === "ilike") {
      values.push(globPattern(foldCase(value)));
      return `fold_case(${column}) GLOB ?`;
    }
    values.push(value);
    return `${column} ${OPERATORS[comparison]} ?`;
  });
  return { condition, values };
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
