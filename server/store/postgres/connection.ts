/** A connection: how it is made, asked and left. */
import { Client, DatabaseError, types, type ClientBase, type QueryConfig } from "pg";
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

/** Of a connection or a pool. @param patience milliseconds, for the connection and each answer */
export const settingsOf = (connectionString: string, patience: number) => ({
  connectionString,
  connectionTimeoutMillis: patience,
  query_timeout: patience + GRACE_MS,
  keepAlive: true,
  fallback_application_name: "nightshift",
});

/** A lost connection fails its statement or the next one; unheard, it would end the process. */
export function guard(client: Pick<Client, "connection" | "on">): void {
  client.on("error", () => {});
  const { stream } = client.connection;
  // A silent server never answers when a connection says goodbye.
  stream.once("finish", () => setTimeout(() => stream.destroy(), GRACE_MS).unref());
}

/** Closed by `await using`. @throws as {@link connected} */
export async function connect(connectionString: string, patience: number) {
  const client = new Client(settingsOf(connectionString, patience));
  await connected(client.connect());
  guard(client);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
