/** The parameters of an insert that name columns. Source: PostgREST docs, "Insert". */
import { isRowColumn, rowColumns, type RowColumn } from "../../store/store.ts";
import { LEADS_TABLE } from "../../../contract/lead.ts";
import { notImplemented, RestError } from "./errors.ts";

/** `name`, `"name"`, or `another:name` for another name in the answer. */
const ITEM = /^(?:"?([^\s"'(),.:]+)"?:)?"?([^\s"'(),.:]+)"?$/u;

/** With thousands of columns, one request kept the thread busy for 300 ms. */
const MAX_COLUMNS = 100;

export type Selection = { column: RowColumn; as: string }[];

/** The columns of the answer; without `select=` all. @throws {RestError} PGRST100, 42703 */
export function parseSelect(text: string | null): Selection {
  return parseList("select parameter", text ?? "*").flatMap(({ name, as }): Selection => {
    if (name === "*") return rowColumns.map((column) => ({ column, as: column }));
    if (!isRowColumn(name)) throw new RestError(400, "42703", `column ${LEADS_TABLE}.${name} does not exist`);
    return [{ column: name, as }];
  });
}

/** The keys that are stored; others are left out. @throws {RestError} PGRST100 */
export function parseColumns(text: string): string[] {
  return parseList("columns parameter", text).map(({ name }) => name);
}

/** @throws {RestError} PGRST100 for what cannot be read, PGRST127 for too many columns */
function parseList(kind: string, text: string): { name: string; as: string }[] {
  const items = text.split(",");
  if (items.length > MAX_COLUMNS) throw notImplemented(`More than ${MAX_COLUMNS} columns in one list.`);
  return items.map((item) => {
    const [, as, name] = ITEM.exec(item.trim()) ?? [];
    if (name !== undefined) return { name, as: as ?? name };
    const place = `(line 1, column ${text.indexOf(item) + 1})`;
    throw new RestError(400, "PGRST100", `"failed to parse ${kind} (${text})" ${place}`);
  });
}
