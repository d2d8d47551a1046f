/**
 * Turns PostgreSQL's errors into store errors.
 * Drops messages of SQLSTATE 22: they have data.
 */

import { DatabaseError } from "pg";
import { DuplicateId } from "../database.ts";
import { StoreUnavailable } from "../unavailable.ts";

/**
 * Faults of the server or its permissions,
 * keyed by a SQLSTATE, or by its class.
 */
const FAULTS = new Map([
  ["08", "the connection to the database failed"],
  ["25006", "the database is read-only"],
  ["25P03", "the database gave up waiting for this server"],
  ["28", "the database refused the user or the password"],
  ["3D000", "the database does not exist"],
  ["40", "the database could not order competing requests"],
  ["42501", "the database user has too few rights"],
  ["42P07", "the database has another program's tables: name an empty one"],
  ["53100", "the disk of the database is full"],
  ["53300", "the database has no free connection"],
  ["53", "the database is out of resources"],
  ["55P03", "a lock of the database was not free in time"],
  ["57014", "the database took too long"],
  ["57", "the database is starting or shutting down"],
  ["58", "the disk of the database failed"],
  ["XX001", "the data of the database is damaged"],
  ["XX002", "an index of the database is damaged"],
]);

/**
 * Whether another transaction prevented this
 * transaction, which may succeed when repeated.
 */
export function isRetriable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code = "", constraint } = error;
  // A serialization failure or a deadlock; or
  // another process stored the same key first.
  return (
    ["40001", "40P01"].includes(code) || constraint === "idempotency_keys_pkey"
  );
}

/** Translates an error of the database. Returns any other error unchanged. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.constraint === "lead_submissions_pkey")
    return new DuplicateId("The id is another lead's.", { cause: error });
  const fault = faultOf(error);
  if (!fault) return withoutData(error);
  return new StoreUnavailable(`${fault} (${error.code})`, { cause: error });
}

/**
 * Like {@link storeError}, but a fault of the
 * database gets a sentence for the operator.
 */
export function openingError(error: unknown): unknown {
  const failure = storeError(error);
  if (!(failure instanceof StoreUnavailable)) return failure;
  const { reason } = failure;
  const detail = error instanceof DatabaseError ? `: ${error.message}` : "";
  const sentence = `DATABASE_URL cannot be used: ${reason}${detail}.`;
  return new StoreUnavailable(reason, { cause: error }, sentence);
}

const faultOf = ({ code = "" }: DatabaseError) =>
  FAULTS.get(code) ?? FAULTS.get(code.slice(0, 2));

function withoutData({ code = "", message }: DatabaseError): Error {
  const reason = code.startsWith("22") ? code : `${code}: ${message}`;
  return new Error(`The database refused a statement (${reason}).`);
}
