/** `order=`: how rows are sorted. Source: PostgREST docs, "Ordering". */
import { isRowColumn, type LeadQuery } from "../storage/store.ts";
import { namePattern, splitList, unquote, unreadableItem } from "./parameters.ts";
import { undefinedColumn } from "./postgres-errors.ts";

/** No column is ever null, so that it does not matter where nulls go. */
const TERM = namePattern(String.raw`\s*NAME(\.asc|\.desc)?(?:\.nullsfirst|\.nullslast)?\s*`);

/**
 * Reads the parameter.
 *
 * @throws {RestError} PGRST100 or 42703
 */
export function parseOrder(text: string): LeadQuery["order"] {
  return splitList(text).map((item) => {
    const [, name, direction] = TERM.exec(item.text) ?? [];
    if (name === undefined) throw unreadableItem("order", text, item);
    const column = unquote(name);
    if (!isRowColumn(column)) throw undefinedColumn(column);
    return { column, descending: direction === ".desc" };
  });
}
