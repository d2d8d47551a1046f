/** Real PostgreSQL for tests: a separate database on the common server, or a separate server. */
import { randomBytes } from "node:crypto";
import { Client, escapeIdentifier, type QueryResultRow } from "pg";
import { describe, inject, onTestFinished } from "vitest";
import { startPrivateServer, type PrivateServer } from "../machine/private-server.ts";

/** For tests that need a database; they are skipped on a machine without PostgreSQL. */
export const describePostgres = describe.skipIf(inject("postgresUrl") === undefined);

/** For tests that stop, starve or damage a server of their own. */
export const describePostgresServer = describe.skipIf(inject("postgresPrograms") === undefined);

/** Sorts as people do, unlike any store of ours, so a test fails if the database decides the order. */
const LIKE_PEOPLE = "ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";

/** Creates an empty database. @param server the URL of any of its databases @returns the URL for a superuser */
export async function createDatabase(server = commonServer(), kind = LIKE_PEOPLE): Promise<string> {
  const name = `nightshift_${randomBytes(6).toString("hex")}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE template0 ${kind}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates an empty database and drops it after the test. @param kind its encoding and language */
export async function temporaryDatabase(kind?: string): Promise<string> {
  const url = await createDatabase(commonServer(), kind);
  onTestFinished(() => dropDatabase(url));
  return url;
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await query(commonServer(), `DROP DATABASE ${escapeIdentifier(name)} WITH (FORCE)`);
}

export async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs SQL on a connection of its own. @returns the rows */
export function query(url: string, sql: string): Promise<QueryResultRow[]> {
  return onServer(url, async (client) => (await client.query(sql)).rows);
}

/** A server for this test only, removed after it. */
export async function privateServer(): Promise<PrivateServer> {
  const programs = inject("postgresPrograms");
  if (programs === undefined) throw new Error("This test needs the programs of PostgreSQL.");
  const server = await startPrivateServer(programs);
  onTestFinished(() => server.remove());
  return server;
}

function commonServer(): string {
  const url = inject("postgresUrl");
  if (url === undefined) throw new Error("This test needs a PostgreSQL server.");
  return url;
}
