/** Keeps apart what a server says about a statement from what happens to the connection on the way. */
import { DatabaseError, types, type ClientBase } from "pg";
import { ConnectionError } from "./postgres-errors.ts";

const readTime: (text: string) => Date = types.getTypeParser(types.builtins.TIMESTAMPTZ);
// Both as the embedded store has them; nothing that is counted here is past what a number holds.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => readTime(text).toISOString());

/**
 * Runs a statement; several, divided by semicolons, when there are no values.
 *
 * @throws {DatabaseError} when the server refuses it.
 * @throws {ConnectionError} when there was no answer: whether it was run is not known.
 */
export async function send(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  try {
    const result = await (values.length > 0 ? client.query(text, [...values]) : client.query(text));
    return result.rows;
  } catch (error) {
    if (isOurs(error)) throw error;
    throw error instanceof DatabaseError ? error : new ConnectionError(error);
  }
}

/**
 * The connection once it is made.
 *
 * @throws {DatabaseError} when the server refuses it.
 * @throws {ConnectionError} when the server cannot be reached.
 */
export function connected<T>(connecting: Promise<T>): Promise<T> {
  return connecting.catch((error: unknown) => {
    throw error instanceof DatabaseError ? error : new ConnectionError(error);
  });
}

/** A mistake in this program, not something that happened to the connection. */
function isOurs(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}
