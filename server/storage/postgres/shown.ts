/** How a row leaves PostgreSQL: with the same texts as the embedded store has. */
import { rowColumns, type RowColumn } from "../store.ts";

/** A time as ISO 8601 in UTC with milliseconds, under its own name. @param table the name that the statement uses */
export function shownTime(table: string, column: string, name = column): string {
  return `to_char(${table}.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${name}`;
}

const SHOWN: Partial<Record<RowColumn, string>> = { created_at: shownTime("lead", "created_at") };

/** The columns of a lead from the table under the name `lead`. */
export const SHOWN_LEAD = rowColumns.map((column) => SHOWN[column] ?? `lead.${column}`).join(", ");

/** What the administration reads of a context, from the table under the name `context`. */
export const SHOWN_CONTEXT = [
  shownTime("context", "due_at"),
  shownTime("context", "answered_at"),
  "context.source = 'test' AS test",
  "context.visit",
  "context.outcome",
  shownTime("context", "outcome_at"),
  "context.suspicion",
].join(", ");
