/** Reads rows of leads for the REST API. Column names come from the contract, never from a request. */
import { type Query, toLeadRow, LEAD_ROW, countOf } from "./query.ts";
import { foldCase } from "./search.ts";
import type { Comparison, Filter, LeadQuery, ReadResult } from "./store.ts";
import { among, either, joined, raw, sql, type Sql } from "./sql.ts";

const OPERATORS: Record<Exclude<Comparison, "like" | "ilike">, Sql> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};

/** The SQL condition of a filter on the table `lead`. */
function condition(filter: Filter): Sql {
  if (filter.kind === "not") return sql`NOT ${condition(filter.filter)}`;
  if (filter.kind === "and" || filter.kind === "or") {
    if (filter.filters.length === 0) return filter.kind === "and" ? sql`TRUE` : sql`FALSE`;
    const parts = filter.filters.map(condition);
    return sql`(${joined(parts, filter.kind === "and" ? " AND " : " OR ")})`;
  }
  const column = raw(`lead.${filter.column}`);
  if (filter.kind === "in") return sql`(${column} ${among(filter.values)})`;
  const { comparison, value } = filter;
  if (comparison === "like") return matches(column, column, value);
  // The columns' own collation lowercases ASCII only; this one every alphabet, whatever the database's language.
  const folded = sql`replace(lower(${column} COLLATE "und-x-icu"), 'ς', 'σ')`;
  if (comparison === "ilike") return matches(folded, sql`fold_case(${column})`, foldCase(value));
  return sql`(${column} ${OPERATORS[comparison]} ${value})`;
}

/** Whether a text matches a pattern of `like`. SQLite's GLOB is case-sensitive, its LIKE never is. */
const matches = (postgres: Sql, sqlite: Sql, pattern: string): Sql =>
  either(sql`(${postgres} LIKE ${pattern})`, sql`(${sqlite} GLOB ${globPattern(pattern)})`);

/** Source: sqlite.org/lang_expr.html, "The LIKE, GLOB, REGEXP, MATCH, and extract operators". */
function globPattern(like: string): string {
  return like.replace(/\\(.)|[%_*?[]/gsu, (found, escaped: string | undefined) => {
    if (found === "%") return "*";
    if (found === "_") return "?";
    const literal = escaped ?? found;
    return "*?[".includes(literal) ? `[${literal}]` : literal;
  });
}

export async function readLeads(query: Query, input: LeadQuery): Promise<ReadResult> {
  const order = [...input.order, { column: "id", descending: false }].map(
    ({ column, descending }) => `lead.${column} ${descending ? "DESC" : "ASC"}`,
  );
  const where = condition({ kind: "and", filters: input.filters });
  const from = sql`lead_submissions AS lead WHERE ${where}`;
  const rows = await query`SELECT ${LEAD_ROW} FROM ${from}
    ORDER BY ${raw(order.join(", "))} LIMIT ${input.limit} OFFSET ${input.offset}`;
  const total = input.count ? await countOf(query, from) : undefined;
  return { kind: "rows", rows: rows.map(toLeadRow), total };
}
