/** How SQLite compares texts with patterns: GLOB tells upper from lower case, LIKE never does. */
import type { DatabaseSync } from "node:sqlite";
import type { Patterns } from "../conditions.ts";
import { foldCase } from "../fold-case.ts";

export const patterns: Patterns = {
  operator: "GLOB",
  pattern: globPattern,
  folded: (column) => `fold_case(${column})`,
};

/** Gives the connection the function that `ilike` needs: SQLite's own `lower` knows ASCII only. */
export function addFoldCase(db: DatabaseSync): void {
  db.function("fold_case", { deterministic: true }, (text) => foldCase(String(text)));
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
