import {
  Client,
  DatabaseError,
  types,
  type ClientBase,
  type QueryConfig,
} from "pg";
import { codeOf, messageOf } from "../../settings/error-code.ts";
import type { Query } from "../query.ts";
import { sql } from "../sql.ts";
import { StoreUnavailable } from "../unavailable.ts";

/**
 * The program waits for a silent server this
 * much longer than a statement's time limit.
 */
export const GRACE_MS = 1_000;

const readTime: (text: string) => Date = types.getTypeParser(
  types.builtins.TIMESTAMPTZ,
);
// As with SQLite, counts are numbers, and times are
// ISO 8601. A number can hold any store's count.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) =>
  readTime(text).toISOString(),
);

/**
 * Runs a statement. Without `values`, `text` may have several statements.
 * @param patience milliseconds; by default, the connection's patience
 * @throws {DatabaseError} when the server refuses a statement
 * @throws {StoreUnavailable} when no answer came. The statement may have run.
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
  return (await orUnreachable(client.query(query))).rows;
}

/** @throws as {@link send} */
export function queryOn(client: ClientBase): Query {
  return (...template) => {
    const { text, values } = sql(...template).composeFor("postgres");
    let position = 0;
    const numbered = text.replaceAll("?", () => `$${++position}`);
    return send(client, numbered, values);
  };
}

/**
 * @throws {DatabaseError} when the server refuses
 * @throws {StoreUnavailable} when no answer came
 */
export function orUnreachable<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (error instanceof DatabaseError) throw error;
    // Nobody knows whether the transaction succeeded.
    const why = codeOf(error) ?? messageOf(error);
    const reason = `the database cannot be reached (${why})`;
    throw new StoreUnavailable(reason, { cause: error });
  });
}

/**
 * For a `Client` or a `Pool`. @param patience
 * milliseconds to connect, and for each answer
 */
export const settingsOf = (connectionString: string, patience: number) => ({
  connectionString,
  connectionTimeoutMillis: patience,
  query_timeout: patience + GRACE_MS,
  keepAlive: true,
  fallback_application_name: "nightshift",
});

/**
 * Without a listener, the `error` event of
 * a lost connection would end the process.
 */
export function guard(client: Pick<Client, "connection" | "on">): void {
  client.on("error", () => {});
  const { stream } = client.connection;
  // A silent server never closes its side, so the connection would stay open.
  stream.once("finish", () =>
    setTimeout(() => stream.destroy(), GRACE_MS).unref(),
  );
}

/**
 * `await using` closes a client. @param patience
 * in ms @throws as {@link orUnreachable}
 */
export async function connect(connectionString: string, patience: number) {
  const client = new Client(settingsOf(connectionString, patience));
  await orUnreachable(client.connect());
  guard(client);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
