import type * as v from "valibot";
import { parseRecord, parseRecords, type Query } from "./query.ts";
import type { Sql } from "./sql.ts";

/** Receives a sentence, without data of a lead. */
export type Log = (sentence: string) => void;

export type Work<Result> = (query: Query) => Promise<Result>;

/** `read` and `write` throw `StoreUnavailable` for a fault of the machine. */
export interface Database {
  /** `work` sees the store at one moment, and cannot write. */
  read<Result>(work: Work<Result>): Promise<Result>;
  /**
   * Writes all to disk, or nothing. `work` may
   * await only queries. @throws {DuplicateId}
   */
  write<Result>(work: Work<Result>): Promise<Result>;
  /** Removes deleted data from SQLite's log beside the file. */
  forgetDeleted(): void;
  /** Waits for the transactions under way. */
  close(): Promise<void>;
}

/**
 * A client chose the id of another lead, so
 * nothing of its transaction was stored.
 */
export class DuplicateId extends Error {}

/** Reads the rows of one SELECT. @throws {UnreadableError} */
export const readRows = <Schema extends v.GenericSchema>(
  db: Database,
  schema: Schema,
  select: Sql,
) => db.read(async (query) => parseRecords(schema, await query`${select}`));

/** Reads the one row of a SELECT. @throws {UnreadableError} */
export async function readRow<Schema extends v.GenericSchema>(
  db: Database,
  schema: Schema,
  select: Sql,
) {
  const [row = {}] = await db.read((query) => query`${select}`);
  return parseRecord(schema, row);
}
