/** The parameters that say which columns and rows are wanted, in which order. PostgREST docs, "Tables and Views". */
import { isRowColumn, rowColumns, type LeadQuery, type RowColumn } from "../storage/store.ts";
import { unreadableParameter, unsatisfiableRange } from "./errors.ts";
import { parseFilters } from "./filters.ts";
import { createParameterReader } from "./parameter-reader.ts";
import { undefinedColumn } from "./postgres-errors.ts";

/** The most rows in one answer; more come by `offset` or `Range`. */
const MAX_ROWS = 1000;

/** Parameters that are no filters. */
const RESERVED = new Set(["select", "columns", "order", "limit", "offset"]);

/** Which columns an answer shows, and under which names. */
export type Selection = { column: RowColumn; as: string }[];

/**
 * Reads `select=`; without it every column is shown.
 *
 * @throws {RestError} PGRST100 or 42703
 */
export function parseSelect(text: string | null): Selection {
  const reader = createParameterReader("select parameter", text ?? "*");
  const selection = reader.list((): Selection => {
    if (reader.take(/\*/y)) return rowColumns.map((column) => ({ column, as: column }));
    const as = reader.name();
    return [{ column: toRowColumn(reader.take(/:/y) ? reader.name() : as), as }];
  });
  reader.end();
  return selection.flat();
}

/**
 * Reads which rows are wanted.
 *
 * @param range the `Range` header, in items; ignored when it is no range of items.
 * @throws {RestError} for what cannot be read, and PGRST103 for a range that no row can be in.
 */
export function parseQuery(parameters: URLSearchParams, range: string | undefined): Omit<LeadQuery, "count"> {
  const filters = parseFilters([...parameters].filter(([name]) => !RESERVED.has(name)));
  const order = parameters.get("order");
  return { filters, order: order === null ? [] : parseOrder(order), ...parseRange(parameters, range) };
}

function parseOrder(text: string): LeadQuery["order"] {
  const reader = createParameterReader("order", text);
  const order = reader.list(() => {
    const column = toRowColumn(reader.name());
    const descending = reader.take(/\.(?:asc|desc)/y)?.[0] === ".desc";
    // No column is ever null, so that it does not matter where nulls go.
    reader.take(/\.nulls(?:first|last)/y);
    return { column, descending };
  });
  reader.end();
  return order;
}

function parseRange(parameters: URLSearchParams, range = ""): Pick<LeadQuery, "offset" | "limit"> {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})?$/.exec(range) ?? [];
  const offset = wholeNumber(parameters, "offset") ?? 0;
  const limit = wholeNumber(parameters, "limit") ?? Number.POSITIVE_INFINITY;
  const first = Math.max(offset, Number(from ?? 0));
  const end = Math.min(offset + limit, to === undefined ? Number.POSITIVE_INFINITY : Number(to) + 1);
  if (limit > 0 && end <= first) {
    throw unsatisfiableRange(
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  }
  return { offset: first, limit: Math.max(0, Math.min(end - first, MAX_ROWS)) };
}

function wholeNumber(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw unreadableParameter(name, text, 1, "expecting a whole number");
  return Number(text);
}

function toRowColumn(name: string): RowColumn {
  if (!isRowColumn(name)) throw undefinedColumn(name);
  return name;
}
