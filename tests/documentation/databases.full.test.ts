import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { openStore } from "../../server/store/open-store.ts";
import { createProject } from "../supabase/hosted.ts";
import {
  describePostgresServer,
  dropDatabase,
  privateServer,
  query,
} from "../support/postgres.ts";
import { block, commandsOf } from "./blocks.ts";

const STORES = "docs/stores.md";
const SUPABASE = "docs/deploy/supabase.md";

/**
 * Runs a command in a session without a
 * terminal, so it reads passwords from `input`.
 */
async function shell(
  command: string,
  env: Record<string, string>,
  input = "",
): Promise<string> {
  const programs = inject("postgresPrograms") ?? "";
  const child = spawn("sh", ["-e", "-c", command], {
    cwd: root,
    detached: true,
    env: withEnv({ ...env, PATH: `${programs}:/usr/bin:/bin` }),
  });
  child.stdin.end(input);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "exit");
  expect({ command, code, output: await output }).toMatchObject({ code: 0 });
  return (await output)[0];
}

describePostgresServer("a database", () => {
  test("for the site alone is created, and takes the tables, with the page's commands", async () => {
    const server = new URL((await privateServer()).url);
    const admin = {
      PGHOST: server.hostname,
      PGPORT: server.port,
      PGDATABASE: "postgres",
    };
    const [createUser = "", createDatabase = "", start = ""] = commandsOf(
      block(STORES, "createuser"),
    );
    const signIn = {
      ...admin,
      PGUSER: server.username,
      PGPASSWORD: server.password,
    };
    await shell(createUser, signIn, "password\npassword\n");
    await shell(createDatabase, signIn);

    const [, written = ""] = /^DATABASE_URL=(\S+) npm start$/.exec(start) ?? [];
    const url = new URL(written);
    url.host = server.host;
    const place = { dataDir: "", databaseUrl: url.href };
    await (await openStore(place, () => {})).close();
    expect(await query(url.href, "SELECT id FROM lead_submissions")).toEqual(
      [],
    );
  });

  test("of hosted Supabase takes the migrations, even twice, and hides leads from visitors", async () => {
    const url = await createProject();
    onTestFinished(() => dropDatabase(url));
    const asOwner = {
      DATABASE_URL: url,
      PGOPTIONS: "-c role=nightshift_hosted_owner",
    };
    const apply = block(SUPABASE, "for file in");
    for (let times = 0; times < 2; times++) await shell(apply, asOwner);
    const output = await shell(block(SUPABASE, "set local role anon"), {
      DATABASE_URL: url,
    });
    expect(output).toMatch(/\| Test\n/);
    expect(output).toMatch(/count\s+-+\s+0\n/);
  });
});
