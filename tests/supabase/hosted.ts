/** Makes databases as Supabase does, and sends requests as PostgREST does. */

import { readdirSync, readFileSync } from "node:fs";
import { DatabaseError, Pool, type Client } from "pg";
import { afterAll, beforeAll } from "vitest";
import { LEADS_TABLE } from "../../contract/lead/lead.ts";
import { createDatabase, dropDatabase, onServer } from "../support/postgres.ts";

type HostedRole = "anon" | "authenticated" | "service_role" | "none";

const MIGRATIONS = new URL("../../supabase/migrations/", import.meta.url);
const OWNER = "nightshift_hosted_owner";

/**
 * Like `postgres` on Supabase, the owner is no
 * superuser. Roles belong to the server, so they stay.
 */
const ROLES = `
  DO $$ BEGIN CREATE ROLE ${OWNER} NOLOGIN BYPASSRLS; EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$;
  DO $$ BEGIN CREATE ROLE anon NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$;
  DO $$ BEGIN CREATE ROLE authenticated NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$;
  DO $$ BEGIN CREATE ROLE service_role NOLOGIN BYPASSRLS; EXCEPTION WHEN duplicate_object OR unique_violation THEN END $$;`;

/**
 * Supabase grants all roles everything new in
 * `public`, so a migration must revoke that.
 */
const DEFAULTS = `
  GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;
  GRANT CREATE, USAGE ON SCHEMA public TO ${OWNER};
  ALTER DEFAULT PRIVILEGES FOR ROLE ${OWNER} IN SCHEMA public
    GRANT ALL ON TABLES TO anon, authenticated, service_role;
  ALTER DEFAULT PRIVILEGES FOR ROLE ${OWNER} IN SCHEMA public
    GRANT ALL ON FUNCTIONS TO anon, authenticated, service_role;`;

export interface Hosted {
  url: string;
  pool: Pool;
}

/** @returns a database as Supabase creates it, without our migrations */
export async function createProject(): Promise<string> {
  const url = await createDatabase();
  await onServer(url, async (client) => {
    await client.query(ROLES);
    await client.query(
      `GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO ${OWNER}`,
    );
    await client.query(DEFAULTS);
  });
  return url;
}

/**
 * A database as Supabase creates it, with our
 * migrations, for all tests of a `describe`.
 */
export function hostedForTests(): Hosted {
  const hosted: Hosted = { url: "", pool: new Pool() };
  beforeAll(async () => {
    hosted.url = await createProject();
    await applyMigrations(hosted.url);
    hosted.pool = new Pool({ connectionString: hosted.url });
    // Dropping the database breaks connections that
    // are still being closed, which is no fault.
    hosted.pool.on("error", () => {});
  });
  afterAll(async () => {
    await hosted.pool.end();
    await dropDatabase(hosted.url);
  });
  return hosted;
}

/**
 * Applies every migration in order, by a role
 * that is no superuser, like `supabase db push`.
 */
async function applyMigrations(url: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query(`SET ROLE ${OWNER}`);
    for (const file of readdirSync(MIGRATIONS).toSorted())
      await client.query(readFileSync(new URL(file, MIGRATIONS), "utf8"));
  });
}

export interface HostedRequest {
  role?: HostedRole;
  headers?: Record<string, string>;
}

/**
 * The answer to a request: the rows, or the error's code, message and details.
 */
export type HostedAnswer =
  | { rows: Record<string, string>[] }
  | { code: string | undefined; message: string; details: string | undefined };

/**
 * Runs `work` in one transaction with a role
 * and headers, as PostgREST runs a request.
 */
export async function onBehalf<T>(
  { pool }: Hosted,
  { role = "anon", headers = {} }: HostedRequest,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
    await client.query(
      `SELECT set_config('search_path', '"public"', true), set_config('role', $1, true),
         set_config('request.jwt.claims', $2, true), set_config('request.method', 'POST', true),
         set_config('request.path', $3, true), set_config('request.headers', $4, true)`,
      [
        role,
        JSON.stringify({ role }),
        `/${LEADS_TABLE}`,
        JSON.stringify(headers),
      ],
    );
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

/** `POST /lead_submissions?select=*` with `Prefer: return=representation`. */
export async function postToHosted(
  hosted: Hosted,
  body: object,
  request: HostedRequest = {},
): Promise<HostedAnswer> {
  const list = Array.isArray(body) ? body : [body];
  const columns = Object.keys(list[0] ?? {});
  try {
    return await onBehalf(hosted, request, async (client) => {
      const { rows } = await client.query(insertStatement(columns), [
        JSON.stringify(list),
      ]);
      return { rows: rows[0]?.body };
    });
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return { code: error.code, message: error.message, details: error.detail };
  }
}

/**
 * Like PostgREST's statement, this statement
 * makes the database unpack the body.
 */
function insertStatement(columns: readonly string[]): string {
  const names = columns.map((column) => `"${column}"`).join(", ");
  const types = columns
    .map((column) => `"${column}" ${typeOf(column)}`)
    .join(", ");
  return `WITH inserted AS (
      INSERT INTO "public"."${LEADS_TABLE}" (${names})
      SELECT ${names} FROM json_to_recordset($1::json) AS body(${types})
      RETURNING *
    )
    SELECT coalesce(json_agg(inserted), '[]') AS body FROM inserted`;
}

function typeOf(column: string): string {
  if (column === "id") return "uuid";
  return column === "created_at" ? "timestamptz" : "text";
}
