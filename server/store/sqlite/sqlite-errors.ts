/** Source of the result codes: sqlite.org/rescode.html. */

import { messageOf } from "../../settings/error-code.ts";

const BUSY = 5;
const CONSTRAINT_PRIMARY_KEY = 1555;

/** Faults of the machine, keyed by primary result code. */
const FAULTS = new Map([
  [BUSY, "the database is locked by another process"],
  [6, "a table of the database is locked"],
  [7, "out of memory"],
  [8, "the database cannot be written to"],
  [10, "the disk failed to read or write, or is full"],
  [11, "the database file is damaged"],
  [13, "the disk is full"],
  [14, "the database file cannot be opened"],
  [26, "the file is not a database"],
]);

export const isDuplicateId = (error: unknown): boolean =>
  resultCode(error) === CONSTRAINT_PRIMARY_KEY &&
  messageOf(error).includes("lead_submissions.id");

export const isLocked = (error: unknown): boolean =>
  primaryCode(error) === BUSY;

/** Whether the disk failed, or the file is damaged or no database. */
export const isDistrusted = (error: unknown): boolean =>
  [10, 11, 26].includes(primaryCode(error));

/** The fault of the machine; undefined for an error of this program. */
export const faultOf = (error: unknown): string | undefined =>
  FAULTS.get(primaryCode(error));

const primaryCode = (error: unknown) => resultCode(error) & 0xff;

function resultCode(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? error.errcode : 0;
  return typeof code === "number" ? code : 0;
}
