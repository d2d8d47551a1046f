/** Reads rows of leads for the REST API. Column names come from the contract, never from a request. */
import { type Dialect, type Patterns, type Query, toLeadRow, LEAD_ROW } from "./query.ts";
import { foldCase } from "./search.ts";
import type { Comparison, Filter, LeadQuery, ReadResult } from "./store.ts";
import { among, joined, Sql, sql } from "./sql.ts";

const OPERATORS: Record<Exclude<Comparison, "like" | "ilike">, Sql> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};

/** The SQL condition of a filter on the table `lead`. */
function condition(filter: Filter, patterns: Patterns): Sql {
  if (filter.kind === "not") return sql`NOT ${condition(filter.filter, patterns)}`;
  if (filter.kind === "and" || filter.kind === "or") {
    if (filter.filters.length === 0) return filter.kind === "and" ? sql`TRUE` : sql`FALSE`;
    const parts = filter.filters.map((part) => condition(part, patterns));
    return sql`(${joined(parts, filter.kind === "and" ? " AND " : " OR ")})`;
  }
  const column = new Sql(`lead.${filter.column}`);
  if (filter.kind === "in") return sql`(${column} ${among(filter.values)})`;
  const { comparison, value } = filter;
  const { operator, pattern, folded } = patterns;
  if (comparison === "like") return sql`(${column} ${operator} ${pattern(value)})`;
  if (comparison === "ilike") return sql`(${folded(column)} ${operator} ${pattern(foldCase(value))})`;
  return sql`(${column} ${OPERATORS[comparison]} ${value})`;
}

export async function readLeads(query: Query, input: LeadQuery, { patterns }: Dialect): Promise<ReadResult> {
  const order = [...input.order, { column: "id", descending: false }].map(
    ({ column, descending }) => `lead.${column} ${descending ? "DESC" : "ASC"}`,
  );
  const where = condition({ kind: "and", filters: input.filters }, patterns);
  const from = sql`FROM lead_submissions AS lead WHERE ${where}`;
  const rows = await query`SELECT ${LEAD_ROW} ${from}
    ORDER BY ${new Sql(order.join(", "))} LIMIT ${input.limit} OFFSET ${input.offset}`;
  const [counted] = input.count ? await query`SELECT count(*) AS n ${from}` : [];
  return { kind: "rows", rows: rows.map(toLeadRow), total: counted && Number(counted["n"]) };
}
