/** Reads rows of leads for the REST API. Column names come from the contract, never from a request. */
import { type Dialect, type Patterns, type Query, toLeadRow, LEAD_COLUMNS } from "./query.ts";
import { foldCase } from "./search.ts";
import type { Comparison, Filter, LeadQuery, ReadResult } from "./store.ts";

const OPERATORS: Record<Exclude<Comparison, "like" | "ilike">, string> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
};

/** The SQL condition for all filters on the table `lead`, and its values as `$1`, `$2`, … */
function conditions(filters: readonly Filter[], { operator, pattern, folded }: Patterns) {
  const values: unknown[] = [];
  const bound = (value: unknown) => `$${values.push(value)}`;
  const write = (filter: Filter): string => {
    if (filter.kind === "not") return `NOT ${write(filter.filter)}`;
    if (filter.kind === "and" || filter.kind === "or") {
      if (filter.filters.length === 0) return filter.kind === "and" ? "TRUE" : "FALSE";
      return `(${filter.filters.map(write).join(filter.kind === "and" ? " AND " : " OR ")})`;
    }
    const column = `lead.${filter.column}`;
    if (filter.kind === "in") return `(${column} = ANY (${bound(filter.values)}))`;
    const { comparison, value } = filter;
    if (comparison === "like") return `(${column} ${operator} ${bound(pattern(value))})`;
    if (comparison === "ilike") return `(${folded(column)} ${operator} ${bound(pattern(foldCase(value)))})`;
    return `(${column} ${OPERATORS[comparison]} ${bound(value)})`;
  };
  return { condition: write({ kind: "and", filters: [...filters] }), values };
}

export async function readLeads(query: Query, input: LeadQuery, { patterns }: Dialect): Promise<ReadResult> {
  const { condition, values } = conditions(input.filters, patterns);
  const order = [...input.order, { column: "id", descending: false }]
    .map(({ column, descending }) => `lead.${column} ${descending ? "DESC" : "ASC"}`)
    .join(", ");
  const from = `FROM lead_submissions AS lead WHERE ${condition}`;
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await query(
    `SELECT ${LEAD_COLUMNS} ${from} ORDER BY ${order} LIMIT $${limit} OFFSET $${offset}`,
    [...values, input.limit, input.offset],
  );
  const [counted] = input.count ? await query(`SELECT count(*) AS n ${from}`, values) : [];
  return { kind: "rows", rows: rows.map(toLeadRow), total: counted && Number(counted["n"]) };
}
