/** Filters as PostgreSQL's SQL. Column names come from the contract, never from a request; values are always bound. */
import { foldCase } from "../fold-case.ts";
import type { Comparison, Filter } from "../store.ts";

export interface Conditions {
  /** `WHERE …`, or nothing. */
  where: string;
  values: unknown[];
}

const OPERATORS: Record<Exclude<Comparison, "ilike">, string> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "LIKE",
};

/** For the table under the name `lead`. */
export function conditions(filters: readonly Filter[]): Conditions {
  const values: unknown[] = [];
  const terms = filters.map((filter) => condition(filter, values));
  return { where: terms.length === 0 ? "" : `WHERE ${terms.join(" AND ")}`, values };
}

/** @param values gets those of the filter. */
function condition(filter: Filter, values: unknown[]): string {
  switch (filter.kind) {
    case "compare":
      return comparison(filter, values);
    case "in":
      return `(lead.${filter.column} = ANY ($${values.push(filter.values)}))`;
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

function comparison(filter: Extract<Filter, { kind: "compare" }>, values: unknown[]): string {
  const { column, comparison: kind, value } = filter;
  if (kind === "ilike") {
    // The columns' own collation lowercases ASCII only; this one every alphabet, whatever the database's language.
    const folded = `replace(lower(lead.${column} COLLATE "und-x-icu"), 'ς', 'σ')`;
    return `(${folded} LIKE $${values.push(foldCase(value))})`;
  }
  return `(lead.${column} ${OPERATORS[kind]} $${values.push(value)})`;
}
