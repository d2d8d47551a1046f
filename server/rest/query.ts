/** The parameters that say which rows are wanted, in which order. PostgREST docs, "Tables and Views". */
import type { LeadQuery } from "../storage/store.ts";
import { notImplemented } from "./errors.ts";
import { parseFilter, sizeOf } from "./filters.ts";
import { isLogic, parseLogic } from "./logic.ts";
import { parseOrder } from "./order.ts";
import { parseRange } from "./range.ts";

/** Parameters that are no filters. */
const RESERVED = new Set(["select", "columns", "on_conflict", "order", "limit", "offset"]);

/** More than anybody asks for, and fewer than any store can join. */
const MAX_CONDITIONS = 100;

/**
 * Reads the parameters.
 *
 * @param range the `Range` header.
 * @param zone in which times without an offset are meant.
 * @throws {RestError}
 */
export function parseQuery(
  parameters: URLSearchParams,
  range: string | undefined,
  { count, zone }: { count: boolean; zone: string },
): LeadQuery {
  const filters = [...parameters]
    .filter(([name]) => !RESERVED.has(name))
    .map(([name, text]) => (isLogic(name) ? parseLogic(name, text, zone) : parseFilter(name, text, zone)));
  if (filters.reduce((sum, filter) => sum + sizeOf(filter), 0) > MAX_CONDITIONS) {
    throw notImplemented(`More than ${MAX_CONDITIONS} conditions in one request.`);
  }
  const order = parameters.get("order");
  return {
    filters,
    order: order === null ? [] : parseOrder(order),
    ...parseRange(parameters, range),
    count,
  };
}
