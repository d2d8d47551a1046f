/**
 * Gives a test its own PostgreSQL database
 * on the common server, or its own server.
 */

import { randomBytes } from "node:crypto";
import { Client, escapeIdentifier, type QueryResultRow } from "pg";
import { describe, inject, onTestFinished } from "vitest";
import {
  startPrivateServer,
  type PrivateServer,
} from "../machine/private-server.ts";

/** A `describe` that skips its tests on a machine without PostgreSQL. */
export const describePostgres = describe.skipIf(
  inject("postgresUrl") === undefined,
);

/**
 * Like `describePostgres`, for tests that stop or damage a server of their own.
 */
export const describePostgresServer = describe.skipIf(
  inject("postgresPrograms") === undefined,
);

/**
 * Sorts unlike our stores, so a test fails if a
 * statement leaves the order to the database.
 */
const ICU_ORDER =
  "ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";

/**
 * @param server the URL of any database there
 * @returns a superuser's URL of an empty database
 */
export async function createDatabase(
  server = commonServer(),
  kind = ICU_ORDER,
): Promise<string> {
  const name = `nightshift_${randomBytes(6).toString("hex")}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE template0 ${kind}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates an empty database and drops it after the test. */
export async function temporaryDatabase(kind?: string) {
  const url = await createDatabase(undefined, kind);
  onTestFinished(() => dropDatabase(url));
  return url;
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await query(
    commonServer(),
    `DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`,
  );
}

export async function onServer<T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs SQL on a new connection. @returns the rows */
export function query(url: string, sql: string): Promise<QueryResultRow[]> {
  return onServer(url, async (client) => (await client.query(sql)).rows);
}

/** Starts a server for this test only. */
export async function privateServer(): Promise<PrivateServer> {
  const programs = inject("postgresPrograms");
  if (programs === undefined)
    throw new Error("This test needs the programs of PostgreSQL.");
  const server = await startPrivateServer(programs);
  onTestFinished(() => server.remove());
  return server;
}

function commonServer(): string {
  const url = inject("postgresUrl");
  if (url === undefined)
    throw new Error("This test needs a PostgreSQL server.");
  return url;
}
