import * as v from "valibot";
import { LeadRowSchema } from "../../contract/inbox/leads-admin.ts";
import type { LeadRow } from "../../contract/lead/lead.ts";
import { lockRows, raw, sql, type Sql } from "./sql.ts";
import { rowColumns } from "./store.ts";

/** Times in values and records are ISO 8601 in UTC. */
export type Query = (
  ...template: Parameters<typeof sql>
) => Promise<DatabaseRecord[]>;

export type DatabaseRecord = Record<string, unknown>;

/** PostgreSQL has true and false, SQLite 1 and 0. */
export const flag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1])]),
  v.toBoolean(),
);

/**
 * Reads `due_at` as the field `dueAt`, and
 * NULL as undefined. @throws {UnreadableError}
 */
export function parseRecord<Schema extends v.GenericSchema>(
  schema: Schema,
  record: DatabaseRecord,
  more: DatabaseRecord = {},
): v.InferOutput<Schema> {
  const fields = Object.entries(record).map(([column, value]) => [
    column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value ?? undefined,
  ]);
  const parsed = v.safeParse(schema, {
    ...Object.fromEntries(fields),
    ...more,
  });
  if (parsed.success) return parsed.output;
  throw new UnreadableError(
    `The database has an invalid ${v.getDotPath(parsed.issues[0])}.`,
  );
}

/** @throws {UnreadableError} */
export const parseRecords = <Schema extends v.GenericSchema>(
  schema: Schema,
  records: readonly DatabaseRecord[],
) => records.map((record) => parseRecord(schema, record));

/** Leaves out records that cannot be read. */
export const parseReadable = <Schema extends v.GenericSchema>(
  schema: Schema,
  records: readonly DatabaseRecord[],
) =>
  records.flatMap(
    (record) => ifReadable(() => parseRecord(schema, record)) ?? [],
  );

class UnreadableError extends Error {}

/**
 * @returns undefined for an unreadable
 * record, which must not affect other records
 */
export function ifReadable<Value>(readIt: () => Value): Value | undefined {
  try {
    return readIt();
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

/** @throws {Error} when a column is missing or is not text */
export const toLeadRow = (record: DatabaseRecord): LeadRow =>
  v.parse(LeadRowSchema, record);

/**
 * Until the transaction ends, other changes of the
 * lead wait. @returns undefined without a lead
 */
export async function lockLead(
  query: Query,
  id: string,
): Promise<LeadRow | undefined> {
  const [lead] = await query`SELECT ${LEAD_ROW} FROM lead_submissions AS lead
    WHERE lead.id = ${id} ${lockRows("NO KEY UPDATE")}`;
  return lead && toLeadRow(lead);
}

/** @throws {Error} when the column holds no text */
export function text(record: DatabaseRecord, column: string): string {
  return v.parse(v.string(), record[column]);
}

/** @throws {Error} when the column holds no text */
export const columnOf = (
  records: readonly DatabaseRecord[],
  column: string,
): string[] => records.map((record) => text(record, column));

/** @throws {Error} when the column holds no number */
export const number = (
  record: DatabaseRecord | undefined,
  column: string,
): number => v.parse(v.number(), record?.[column]);

export const countOf = async (query: Query, from: Sql): Promise<number> =>
  number((await query`SELECT count(*) AS n FROM ${from}`)[0], "n");

export const LEADS = sql`lead_submissions AS lead
  JOIN lead_contexts AS context ON context.lead_id = lead.id`;

export const LEAD_ROW = raw(
  rowColumns.map((column) => `lead.${column}`).join(", "),
);

export const CONTEXT_COLUMNS = sql`context.due_at, context.answered_at,
  context.answered_by,
  context.source = 'test' AS test, context.visit, context.outcome,
  context.outcome_at,
  context.outcome_by, context.suspicion, context.version, context.wished_at,
  context.wished_zone,
  context.wished_phone, context.wished_typed, context.owner,
  context.follow_up_on,
  context.again_of, context.again_since, context.person`;
