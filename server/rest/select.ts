/** `select=`: which columns of a row an answer shows, and under which names. PostgREST docs, "Tables and Views". */
import type { LeadRow } from "../../contract/lead.ts";
import { isRowColumn, rowColumns, type RowColumn } from "../storage/store.ts";
import { aggregatesNotAllowed, noRelationship, notImplemented } from "./errors.ts";
import { namePattern, splitList, unquote, unreadableItem } from "./parameters.ts";
import { undefinedColumn } from "./postgres-errors.ts";
import { writeTime } from "./times.ts";

export type Selection = { column: RowColumn; as: string }[];

const FIELD = namePattern(String.raw`\s*(?:NAME:)?NAME\s*`);
const RELATION = namePattern(
  String.raw`\s*(?:\.\.\.)?(?:NAME:)?NAME(?:!(?!left\(|inner\()NAME)?(?:!\w+)?\(.*\)\s*`,
);
const AGGREGATE = /(^|[.:])(count|sum|avg|max|min)\(\)/;

/**
 * Reads the parameter; without it every column is shown.
 *
 * @throws {RestError} PGRST100 when it cannot be read, 42703 when a column does not exist, PGRST123, PGRST127 and
 *   PGRST200 for what PostgREST could show and this table has not.
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
    const [, , relation, through] = RELATION.exec(item.text) ?? [];
    if (relation !== undefined) throw noRelationship(unquote(relation), through && unquote(through));
    if (item.text.includes("::")) throw notImplemented("Casts in select are not supported.");
    if (item.text.includes("->")) throw notImplemented("No column holds JSON to look into.");
    throw unreadableItem("select parameter", text, item);
  });
}

/** The values of a row as an answer shows them, in the order of the selection. */
export function project(row: LeadRow, selection: Selection, zone: string, form: "json" | "text"): string[] {
  return selection.map(({ column }) =>
    column === "created_at" ? writeTime(row.created_at, zone, form) : row[column],
  );
}
