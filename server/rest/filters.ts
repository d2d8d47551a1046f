/** Parameters that filter and sort rows. PostgREST docs, "Horizontal Filtering" and "Ordering". */
import {
  isRowColumn,
  type Comparison,
  type Filter,
  type LeadQuery,
  type RowColumn,
} from "../storage/store.ts";
import { invalidText, invalidTime, notImplemented, undefinedColumn, unreadableParameter } from "./errors.ts";
import { namePattern, splitList, unquote, unreadableItem } from "./parameters.ts";
import { parseUuid } from "../leads/uuid.ts";

const COMPARISONS: readonly Comparison[] = ["eq", "neq", "gt", "gte", "lt", "lte"];

/** Operators of PostgREST that this table does not answer: said so, not passed over. */
const UNSUPPORTED =
  /^(not|like|ilike|match|imatch|in|is|isdistinct|fts|plfts|phfts|wfts|cs|cd|ov|sl|sr|nxr|nxl|adj)\b/;

const ORDER_TERM = namePattern(String.raw`\s*NAME(\.asc|\.desc)?(?:\.nullsfirst|\.nullslast)?\s*`);

/**
 * Reads `column=operator.value`.
 *
 * @throws {RestError} 42703, 22P02 or 22007 for a column or value that cannot be, PGRST100 for what is no
 *   filter, PGRST127 for one that is not supported.
 */
export function parseFilter(name: string, text: string): Filter {
  if (name === "and" || name === "or" || name === "not.and" || name === "not.or") {
    throw notImplemented(
      "Filters can be joined by giving several parameters; and=() and or=() are not supported.",
    );
  }
  const [, operator, operand] = /^([a-z]+)\.(.*)$/s.exec(text) ?? [];
  const comparison = COMPARISONS.find((known) => known === operator);
  if (comparison === undefined || operand === undefined) {
    if (UNSUPPORTED.test(text)) {
      throw notImplemented(
        `The filter ${name}=${text} is not supported. Supported: ${COMPARISONS.join(", ")}.`,
      );
    }
    const found = text[0] === undefined ? "end of input" : JSON.stringify(text[0]);
    const details = `unexpected ${found} expecting "not" or operator (eq, gt, ...)`;
    throw unreadableParameter("filter", text, 1, details);
  }
  const column = unquote(name);
  if (!isRowColumn(column)) throw undefinedColumn(column);
  return { kind: "compare", column, comparison, value: parseOperand(column, operand) };
}

/**
 * Reads `order=`.
 *
 * @throws {RestError} PGRST100 or 42703
 */
export function parseOrder(text: string): LeadQuery["order"] {
  return splitList(text).map((item) => {
    const [, name, direction] = ORDER_TERM.exec(item.text) ?? [];
    if (name === undefined) throw unreadableItem("order", text, item);
    const column = unquote(name);
    if (!isRowColumn(column)) throw undefinedColumn(column);
    return { column, descending: direction === ".desc" };
  });
}

function parseOperand(column: RowColumn, operand: string): string {
  if (column === "id") {
    const id = parseUuid(operand);
    if (id === undefined) throw invalidText("uuid", operand);
    return id;
  }
  return column === "created_at" ? parseTime(operand) : operand;
}

/** PostgreSQL reads more forms of a time; a tool sends one of these. A time without an offset is UTC. */
function parseTime(text: string): string {
  // A "+" in an address that was not encoded arrives as a blank.
  const written = text.replace(/ (\d\d(:?\d\d)?)$/, "+$1");
  const isUtc = !/(z|[+-]\d\d(:?\d\d)?)$/i.test(written.slice("2026-11-20".length));
  const time = new Date(isUtc && written.length > "2026-11-20".length ? `${written}Z` : written);
  if (!/^\d{4}-\d\d-\d\d/.test(written) || Number.isNaN(time.getTime())) throw invalidTime(text);
  return time.toISOString();
}
