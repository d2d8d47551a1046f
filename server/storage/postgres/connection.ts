/** Keeps apart what a server says about a statement from what happens to the connection on the way. */
import { setTimeout as wait } from "node:timers/promises";
import { DatabaseError, types, type Client, type ClientBase, type QueryConfig } from "pg";
import { ConnectionError } from "./postgres-errors.ts";

/** How much longer we wait than the server should, before we give up on a connection that says nothing. Milliseconds. */
export const GRACE_MS = 1_000;

const readTime: (text: string) => Date | number = types.getTypeParser(types.builtins.TIMESTAMPTZ);
// Both as the embedded store has them; nothing that is counted here is past what a number holds.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => {
  const time = readTime(text);
  return time instanceof Date ? time.toISOString() : text;
});

/**
 * Runs a statement; several, divided by semicolons, when there are no values.
 *
 * @param patience milliseconds to wait for the answer; left out: those of the connection.
 * @throws {DatabaseError} when the server refuses it.
 * @throws {ConnectionError} when there was no answer: whether it was run is not known.
 */
export async function send(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
  patience?: number,
): Promise<Record<string, unknown>[]> {
  try {
    const query: QueryConfig & { query_timeout?: number } = { text };
    if (values.length > 0) query.values = [...values];
    if (patience !== undefined) query.query_timeout = patience;
    return (await client.query(query)).rows;
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

/** Closes a connection; a server that does not answer the goodbye is left without it. Never rejects. */
export async function leave(client: Client): Promise<void> {
  const ended = client.end().catch(() => {});
  await Promise.race([ended, wait(GRACE_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

/** A mistake in this program, not something that happened to the connection. */
function isOurs(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}
