/** Reads a lead from what a database gave. */
import type { LeadRow } from "../../contract/lead.ts";
import { rowColumns } from "./store.ts";

/** @throws {Error} when a column is missing or is no text: the statement or the schema is wrong. */
export function toLeadRow(record: Record<string, unknown>): LeadRow {
  const row = Object.fromEntries(rowColumns.map((column) => [column, record[column]]));
  if (!isLeadRow(row)) throw new Error("A row of lead_submissions does not have the columns of a lead.");
  return row;
}

function isLeadRow(row: Record<string, unknown>): row is LeadRow {
  return rowColumns.every((column) => typeof row[column] === "string");
}
