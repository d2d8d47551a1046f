/** Filters as SQLite's SQL. Column names come from the contract, never from a request; values are always bound. */
import type { DatabaseSync } from "node:sqlite";
import { foldCase } from "../fold-case.ts";
import type { Comparison, Filter } from "../store.ts";

export interface Conditions {
  /** `WHERE …`, or nothing. */
  where: string;
  values: string[];
}

const OPERATORS: Record<Exclude<Comparison, "like" | "ilike">, string> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
};

/** Gives the connection the function that `ilike` needs: SQLite's own `lower` knows ASCII only. */
export function addFoldCase(db: DatabaseSync): void {
  db.function("fold_case", { deterministic: true }, (text) => foldCase(String(text)));
}

export function conditions(filters: readonly Filter[]): Conditions {
  if (filters.length === 0) return { where: "", values: [] };
  const values: string[] = [];
  return { where: `WHERE ${filters.map((filter) => condition(filter, values)).join(" AND ")}`, values };
}

/** @param values gets those of the filter, in the order of their places. */
function condition(filter: Filter, values: string[]): string {
  switch (filter.kind) {
    case "compare":
      return comparison(filter, values);
    case "in":
      values.push(...filter.values);
      return `${filter.column} IN (${filter.values.map(() => "?").join(", ")})`;
    case "and":
    case "or": {
      const terms = filter.filters.map((inner) => condition(inner, values));
      if (terms.length === 0) return filter.kind === "and" ? "TRUE" : "FALSE";
      return `(${terms.join(filter.kind === "and" ? " AND " : " OR ")})`;
    }
    case "not":
      return `NOT ${condition(filter.filter, values)}`;
  }
}

function comparison(filter: Extract<Filter, { kind: "compare" }>, values: string[]): string {
  const { column, comparison: kind, value } = filter;
  // GLOB tells upper from lower case; SQLite's LIKE never does.
  if (kind === "like") {
    values.push(globPattern(value));
    return `(${column} GLOB ?)`;
  }
  if (kind === "ilike") {
    values.push(globPattern(foldCase(value)));
    return `(fold_case(${column}) GLOB ?)`;
  }
  values.push(value);
  return `(${column} ${OPERATORS[kind]} ?)`;
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
