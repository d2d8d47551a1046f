/** Reads what a database gave, column by column. A column of another type means a wrong statement or schema. */
import * as v from "valibot";
import { LeadEventSchema } from "../../contract/delivery.ts";
import { ALL_OUTCOMES, SIGNS, type AnyOutcome } from "../../contract/outcome.ts";
import { VisitSchema } from "../../contract/lead-visit.ts";

export type DatabaseRecord = Record<string, unknown>;

/** @throws {Error} when the column holds no text. */
export function text(record: DatabaseRecord, column: string): string {
  const value = record[column];
  if (typeof value !== "string") throw new Error(`The column ${column} holds no text.`);
  return value;
}

/** @throws {Error} when the column holds neither text nor NULL. */
export function optionalText(record: DatabaseRecord, column: string): string | undefined {
  return record[column] === null ? undefined : text(record, column);
}

/** PostgreSQL gives what may not fit into a number as text. @throws {Error} when it holds no number. */
export function number(record: DatabaseRecord | undefined, column: string): number {
  const value = record?.[column];
  const read = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  if (Number.isNaN(read)) throw new Error(`The column ${column} holds no number.`);
  return read;
}

/** SQLite has 0 and 1 for false and true. @throws {Error} when it is neither. */
export function flag(record: DatabaseRecord, column: string): boolean {
  const value = record[column];
  if (typeof value === "boolean") return value;
  if (value === 0 || value === 1) return value === 1;
  throw new Error(`The column ${column} is neither true nor false.`);
}

/** @throws {Error} when it is none of them. */
export function oneOf<const Known extends string>(
  record: DatabaseRecord,
  column: string,
  known: readonly Known[],
): Known {
  const found = known.find((value) => value === record[column]);
  if (found === undefined) throw new Error(`The column ${column} holds something unknown.`);
  return found;
}

/** Undefined where the column is NULL. @throws {Error} when it holds something else. */
function json<Value>(
  record: DatabaseRecord,
  column: string,
  schema: v.GenericSchema<unknown, Value>,
): Value | undefined {
  const held = optionalText(record, column);
  return held === undefined ? undefined : v.parse(schema, JSON.parse(held));
}

export const visitOf = (record: DatabaseRecord) => json(record, "visit", VisitSchema);

export const eventOf = (record: DatabaseRecord) => json(record, "event", LeadEventSchema);

export const signsOf = (record: DatabaseRecord) =>
  json(record, "suspicion", v.array(v.picklist(SIGNS))) ?? [];

export function outcomeOf(record: DatabaseRecord): AnyOutcome | undefined {
  return record["outcome"] === null ? undefined : oneOf(record, "outcome", ALL_OUTCOMES);
}
