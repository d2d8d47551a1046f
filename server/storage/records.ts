/** Reads what a database gave. A column of another type means a wrong statement or schema. */
import * as v from "valibot";
import { LeadRowSchema } from "../../contract/leads-admin.ts";
import type { LeadRow } from "../../contract/lead.ts";

export type DatabaseRecord = Record<string, unknown>;

/** PostgreSQL has true and false, SQLite 1 and 0. */
export const flag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1])]),
  v.transform((value) => value === true || value === 1),
);

/**
 * A record as an object whose fields are named like its columns, `dueAt` for `due_at`; one that is NULL is left out.
 *
 * @param more fields that have no column
 * @throws {UnreadableError} naming the column that does not fit, and nothing that it holds.
 */
export function read<Schema extends v.GenericSchema>(
  schema: Schema,
  record: DatabaseRecord,
  more: DatabaseRecord = {},
): v.InferOutput<Schema> {
  const fields = Object.entries(record).map(([column, value]) => [
    column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value ?? undefined,
  ]);
  const parsed = v.safeParse(schema, { ...Object.fromEntries(fields), ...more });
  if (parsed.success) return parsed.output;
  throw new UnreadableError(`The database gave a ${v.getDotPath(parsed.issues[0])} that cannot be.`);
}

/** A record holds what this version does not know. */
class UnreadableError extends Error {}

/** Reads what can be read, so that one record that cannot holds up none beside it. @returns undefined for such a one */
export function ifReadable<Value>(readIt: () => Value): Value | undefined {
  try {
    return readIt();
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

/** @throws {Error} when a column is missing or is no text. */
export function toLeadRow(record: DatabaseRecord): LeadRow {
  return v.parse(LeadRowSchema, record);
}

/** @throws {Error} when the column holds no text. */
export function text(record: DatabaseRecord, column: string): string {
  return v.parse(v.string(), record[column]);
}

/** @throws {Error} when the column holds neither text nor NULL. */
export function optionalText(record: DatabaseRecord, column: string): string | undefined {
  return v.parse(v.nullish(v.string()), record[column]) ?? undefined;
}

/** PostgreSQL gives sums as text. @throws {Error} when the column holds no number. */
export function number(record: DatabaseRecord | undefined, column: string): number {
  return v.parse(v.union([v.number(), v.pipe(v.string(), v.toNumber())]), record?.[column]);
}
