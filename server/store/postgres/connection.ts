/** A connection: how it is made, asked and left. */
import { Client, DatabaseError, types, type ClientBase, type QueryConfig } from "pg";
import { setTimeout as wait } from "node:timers/promises";
import type { Query } from "../query.ts";
import { sql } from "../sql.ts";
import { ConnectionError } from "./postgres-errors.ts";

/** How much longer than the server we wait for a silent connection. Milliseconds. */
export const GRACE_MS = 1_000;

const readTime: (text: string) => Date = types.getTypeParser(types.builtins.TIMESTAMPTZ);
// Both as in SQLite; no count here exceeds what a number can hold.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => readTime(text).toISOString());

/**
 * Runs several statements if there are no values. @param patience milliseconds; or the connection's
 * @throws {DatabaseError} when refused @throws {ConnectionError} without an answer: it may have run
 */
export async function send(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
  patience?: number,
): Promise<Record<string, unknown>[]> {
  const query: QueryConfig & { query_timeout?: number } = { text };
  if (values.length > 0) query.values = [...values];
  if (patience !== undefined) query.query_timeout = patience;
  return (await connected(client.query(query))).rows;
}

/** @throws as {@link send} */
export function queryOn(client: ClientBase): Query {
  return (...template) => {
    const { text, values } = sql(...template).composeFor("postgres");
    let place = 0;
    const numbered = text.replaceAll("?", () => `$${++place}`);
    return send(client, numbered, values);
  };
}

/** @throws {DatabaseError} when refused @throws {ConnectionError} when it cannot be reached */
export function connected<T>(connecting: Promise<T>): Promise<T> {
  return connecting.catch((error: unknown) => {
    throw error instanceof DatabaseError ? error : new ConnectionError(error);
  });
}

/** @param patience milliseconds, for the connection and each answer @throws as {@link connected} */
export async function connect(connectionString: string, patience: number, name: string) {
  const client = new OwnClient({
    connectionString,
    connectionTimeoutMillis: patience,
    query_timeout: patience + GRACE_MS,
    keepAlive: true,
    fallback_application_name: name,
  });
  // A lost connection fails the running statement, or the next one.
  client.on("error", () => {});
  try {
    await connected(client.connect());
    return client;
  } catch (error) {
    await client[Symbol.asyncDispose]();
    throw error;
  }
}

/** Closed by `await using`. */
class OwnClient extends Client {
  /** Drops the connection if its server does not answer. Never rejects. */
  async [Symbol.asyncDispose](): Promise<void> {
    const ended = this.end().catch(() => {});
    await Promise.race([ended, wait(GRACE_MS, undefined, { ref: false })]);
    this.connection.stream.destroy();
  }
}
