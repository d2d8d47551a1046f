/** Maps SQLite's result codes to results. Source: sqlite.org/rescode.html. */
import type { Unavailable, Refusal } from "../store.ts";

const BUSY = 5;
const CONSTRAINT = 19;
const CONSTRAINT_PRIMARY_KEY = 1555;

/** Faults of the machine, by primary result code; the same request can succeed later. */
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

/** After these the connection cannot be trusted: its view of the disk may be wrong. */
const DISTRUSTED = new Set([10, 11, 26]);

/** The broken rule of the schema; undefined when the error is about something else. */
export function refusal(error: unknown): Refusal | undefined {
  const code = resultCode(error) ?? 0;
  if (!(error instanceof Error) || (code & 0xff) !== CONSTRAINT) return undefined;
  if (error.message.includes("bookings_overlap")) return { kind: "taken" };
  const isId = code === CONSTRAINT_PRIMARY_KEY && error.message.includes("lead_submissions.id");
  return isId ? { kind: "duplicate-id" } : { kind: "refused", reason: error.message };
}

/** Whether another process holds the lock that a write needs. */
export function isLocked(error: unknown): boolean {
  return ((resultCode(error) ?? 0) & 0xff) === BUSY;
}

export function isUnavailability(error: unknown): boolean {
  return FAULTS.has((resultCode(error) ?? 0) & 0xff);
}

/** The fault as a value. @throws the error itself when it is this program's, not a fault of the machine */
export function unavailability(error: unknown): Unavailable {
  const code = (resultCode(error) ?? 0) & 0xff;
  const reason = FAULTS.get(code);
  if (reason === undefined) throw error;
  return { kind: "unavailable", reason, reopen: DISTRUSTED.has(code) };
}

function resultCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : undefined;
}
