/** Filters as PostgreSQL's SQL, for the table under the name `lead`; values are always bound. */
import { allOf, OPERATORS } from "../conditions.ts";
import { foldCase } from "../fold-case.ts";
import type { Filter } from "../store.ts";

/** A condition, and its values as `$1`, `$2`, … */
export function conditions(filters: readonly Filter[]): { condition: string; values: unknown[] } {
  const values: unknown[] = [];
  const condition = allOf(filters, (filter) => {
    const column = `lead.${filter.column}`;
    if (filter.kind === "in") return `${column} = ANY ($${values.push(filter.values)})`;
    const { comparison, value } = filter;
    if (comparison === "like") return `${column} LIKE $${values.push(value)}`;
    if (comparison !== "ilike") return `${column} ${OPERATORS[comparison]} $${values.push(value)}`;
    // The columns' own collation lowercases ASCII only; this one every alphabet, whatever the database's language.
    const folded = `replace(lower(${column} COLLATE "und-x-icu"), 'ς', 'σ')`;
    return `${folded} LIKE $${values.push(foldCase(value))}`;
  });
  return { condition, values };
}
