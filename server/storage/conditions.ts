/** Filters as SQL, as far as the stores agree. Column names come from the contract, never from a request. */
import { OF_OPEN_LEAD } from "./outbox-store.ts";
import type { Comparison, Filter } from "./store.ts";

export const OPERATORS: Record<Exclude<Comparison, "like" | "ilike">, string> = {
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
export const TROUBLED =
  "(delivery.state = 'dead' OR (delivery.state = 'due' AND delivery.last_error IS NOT NULL))";

/**
 * What has to hold for all of the filters; `TRUE` when there are none.
 *
 * @param onColumn writes a filter that looks at a column, and binds its values.
 */
export function allOf(
  filters: readonly Filter[],
  onColumn: (filter: Extract<Filter, { kind: "compare" | "in" }>) => string,
): string {
  const write = (filter: Filter): string => {
    if (filter.kind === "not") return `NOT ${write(filter.filter)}`;
    if (filter.kind !== "and" && filter.kind !== "or") return `(${onColumn(filter)})`;
    if (filter.filters.length === 0) return filter.kind === "and" ? "TRUE" : "FALSE";
    return `(${filter.filters.map(write).join(filter.kind === "and" ? " AND " : " OR ")})`;
  };
  return write({ kind: "and", filters: [...filters] });
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
