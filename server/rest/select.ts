/** `select=`: which columns of a row an answer shows, and under which names. PostgREST docs, "Tables and Views". */
import type { LeadRow } from "../../contract/lead.ts";
import { isRowColumn, rowColumns, type RowColumn } from "../storage/store.ts";
import { aggregatesNotAllowed, noRelationship, notImplemented, undefinedColumn } from "./errors.ts";
import { namePattern, splitList, unquote, unreadableItem } from "./parameters.ts";

export type Selection = { column: RowColumn; as: string }[];

const FIELD = namePattern(String.raw`\s*(?:NAME:)?NAME\s*`);
const RELATION = namePattern(String.raw`\s*(?:\.\.\.)?(?:NAME:)?NAME(?:!.*)?\(.*\)\s*`);
const AGGREGATE = /(^|[.:])(count|sum|avg|max|min)\(\)/;

/**
 * Reads the parameter; without it every column is shown.
 *
 * @throws {RestError} PGRST100 when it cannot be read, 42703 when a column does not exist.
 */
export function parseSelect(text = "*"): Selection {
  if (text.trim() === "") return [];
  return splitList(text).flatMap((item): Selection => {
    if (item.text.trim() === "*") return rowColumns.map((column) => ({ column, as: column }));
    const [, alias, name] = FIELD.exec(item.text) ?? [];
    if (name !== undefined) {
      const column = unquote(name);
      if (!isRowColumn(column)) throw undefinedColumn(column);
      return [{ column, as: alias === undefined ? column : unquote(alias) }];
    }
    if (AGGREGATE.test(item.text)) throw aggregatesNotAllowed();
    const relation = RELATION.exec(item.text)?.[2];
    if (relation !== undefined) throw noRelationship(unquote(relation));
    if (item.text.includes("::")) throw notImplemented("Casts in select are not supported.");
    if (item.text.includes("->")) throw notImplemented("No column holds JSON to look into.");
    throw unreadableItem("select parameter", text, item);
  });
}

/** The row as an answer shows it. Times have PostgreSQL's offset instead of `Z`. */
export function project(row: LeadRow, selection: Selection): Record<string, string> {
  return Object.fromEntries(
    selection.map(({ column, as }) => [
      as,
      column === "created_at" ? row.created_at.replace(/Z$/, "+00:00") : row[column],
    ]),
  );
}
