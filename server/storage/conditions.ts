/** Filters and conditions as SQL, for both stores. Column names come from the contract, never from a request. */
import { foldCase } from "./fold-case.ts";
import { OF_OPEN_LEAD } from "./outbox-store.ts";
import type { Comparison, Filter } from "./store.ts";

const OPERATORS: Record<Exclude<Comparison, "like" | "ilike">, string> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
};

/** Of a `context`: a lead in earnest, as far as anybody knows. */
export const COUNTS = "(context.outcome IS NULL OR context.outcome NOT IN ('suspected', 'spam'))";

/** Of a `delivery`: not sent although it should be, for good or so far. */
export const FAILED_DELIVERY =
  "(delivery.state = 'dead' OR (delivery.state = 'due' AND delivery.last_error IS NOT NULL))";

/** How a store compares a text with a pattern. */
export interface Patterns {
  operator: "LIKE" | "GLOB";
  /** A pattern of `like` in the operator's own signs. */
  pattern: (like: string) => string;
  /** A column as {@link foldCase} makes it. */
  folded: (column: string) => string;
}

/** What has to hold for all of the filters, on the table under the name `lead`, and its values as `$1`, `$2`, … */
export function conditions(
  filters: readonly Filter[],
  { operator, pattern, folded }: Patterns,
): { condition: string; values: unknown[] } {
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

/** Mail about an open lead that was written to a file; nobody waits for one about a lead that is answered. */
export const WRITTEN_FOR_OPEN = `state = 'written' AND ${OF_OPEN_LEAD}`;

const WAITING = "state = 'due' AND last_error IS NOT NULL AND lease_id IS NULL";

/** What can be sent again; what is being sent now cannot. */
export const SEND_AGAIN = {
  dead: "state = 'dead'",
  waiting: WAITING,
  written: WRITTEN_FOR_OPEN,
  tried: `(state IN ('sent', 'written', 'dead') OR ${WAITING})`,
} as const;
