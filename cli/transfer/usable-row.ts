/** Makes an imported row one that this version can use: a hand, another program or a newer version may have written it. */
import { unreadColumns } from "../../server/storage/json-columns.ts";
import type { TableRow } from "../../server/storage/tables.ts";
import type { Line } from "./export-file.ts";

export interface UsableLine extends Omit<Line, "row"> {
  /** Undefined when none of it can be used. */
  row: TableRow | undefined;
  /** Columns whose value cannot be read. */
  leftOut: string[];
}

/**
 * An address is stored as `erase` asks for it. A value that cannot be read is left out; without its event a delivery would
 * say something else, so it is left out whole.
 *
 * @throws {Error} with a sentence for a person when a time is none; nothing of the row is shown.
 */
export function usableLine({ table, row }: Line): UsableLine {
  for (const [column, value] of Object.entries(row)) {
    if (column.endsWith("_at") && value !== null && !isTime(value))
      throw new Error(`${column} of a row of ${table.name} is no time`);
  }
  const leftOut = unreadColumns(row);
  if (leftOut.includes("event")) return { table, row: undefined, leftOut };
  const { email } = row;
  const usable = {
    ...row,
    ...(typeof email === "string" && { email: email.trim().toLowerCase() }),
    ...Object.fromEntries(leftOut.map((column) => [column, null])),
  };
  return { table, row: usable, leftOut };
}

/** As every store gives them: ISO 8601 in UTC with milliseconds. */
function isTime(value: string | number): boolean {
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}
