/** The parameters that say which columns and rows are wanted, in which order. PostgREST docs, "Tables and Views". */
import { isRowColumn, rowColumns, type LeadQuery, type RowColumn } from "../storage/store.ts";
import { unreadableParameter } from "./errors.ts";
import { parseFilters } from "./filters.ts";
import { createParameterReader } from "./parameter-reader.ts";
import { undefinedColumn } from "./postgres-errors.ts";

/** The most rows in one answer; more come by `offset`. */
const MAX_ROWS = 1000;

/** Parameters that are no filters. */
const RESERVED = new Set(["select", "columns", "order", "limit", "offset"]);

/** Which columns an answer shows. */
export type Selection = readonly RowColumn[];

/**
 * Reads `select=`; without it every column is shown.
 *
 * @throws {RestError} PGRST100 or 42703
 */
export function parseSelect(text: string | null): Selection {
  const reader = createParameterReader("select parameter", text ?? "*");
  const selection = reader.list((): Selection => {
    return reader.take(/\*/y) ? rowColumns : [toRowColumn(reader.name())];
  });
  reader.end();
  return selection.flat();
}

/** Reads which rows are wanted. @throws {RestError} for what cannot be read. */
export function parseQuery(parameters: URLSearchParams): Omit<LeadQuery, "count"> {
  const filters = parseFilters([...parameters].filter(([name]) => !RESERVED.has(name)));
  const order = parameters.get("order");
  return {
    filters,
    order: order === null ? [] : parseOrder(order),
    offset: wholeNumber(parameters, "offset") ?? 0,
    limit: Math.min(wholeNumber(parameters, "limit") ?? MAX_ROWS, MAX_ROWS),
  };
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
