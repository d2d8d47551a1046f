/** `npm run test:supabase`: Supabase's own program applies and checks the migrations. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installDebianPackages } from "../machine/debian-package.ts";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/configuration/env.ts";
import { dropDatabase, onServer, query } from "../fakes/postgres.ts";
import { createProject } from "../fakes/supabase.ts";

/** From npm; 135 MB with its program, so only this test fetches it. */
const CLI = "supabase@3.1.0";
const OWNER = `nightshift_cli_${randomBytes(4).toString("hex")}`;
const PASSWORD = randomBytes(16).toString("hex");
const CHECKER = "plpgsql_check";
const migrations = readdirSync(join(root, "supabase", "migrations"));

let asSuperuser: string;
let asOwner: string;

beforeAll(async () => {
  asSuperuser = await createProject(OWNER, `LOGIN PASSWORD '${PASSWORD}'`);
  const url = new URL(asSuperuser);
  url.username = OWNER;
  url.password = PASSWORD;
  asOwner = url.href;
  await onServer(asSuperuser, async (client) => {
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int / 10000 AS major,
         EXISTS (SELECT FROM pg_available_extensions WHERE name = $1) AS there`,
      [CHECKER],
    );
    if (!rows[0].there) {
      installDebianPackages([`postgresql-${rows[0].major}-plpgsql-check`], "Supabase's linter needs it");
    }
    // As on Supabase, whose advisors object to an extension in `public`.
    await client.query(`
      CREATE SCHEMA extensions;
      GRANT USAGE ON SCHEMA extensions TO ${OWNER};
      CREATE EXTENSION ${CHECKER} SCHEMA extensions;
      ALTER ROLE ${OWNER} SET search_path TO public, extensions`);
  });
});

afterAll(async () => {
  await dropDatabase(asSuperuser);
  const server = new URL(asSuperuser);
  server.pathname = "/postgres";
  await query(server.href, `DROP ROLE ${OWNER}`);
});

function supabase(...args: string[]): string {
  const words = ["exec", "--yes", "--ignore-scripts", `--package=${CLI}`, "--", "supabase", ...args];
  const options = { cwd: root, encoding: "utf8", env: withEnv({ DO_NOT_TRACK: "1" }) } as const;
  const { status, stdout, stderr } = spawnSync("npm", [...words, `--remote=${asOwner}`, "--yes"], options);
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}

test("db push applies every migration, once", () => {
  const first = supabase("db", "push");
  for (const file of migrations) expect(first).toContain(file);
  expect(supabase("db", "push")).toContain("up to date");
});

test("db lint finds nothing", () => {
  const said = supabase("db", "lint", "--schema=lead_intake,public", "--level=warning", "--fail-on=warning");
  expect(said).toContain("Linting schema: lead_intake");
});

test("db advisors find nothing", () => {
  supabase("db", "advisors", "--level=warn", "--fail-on=warn");
});
