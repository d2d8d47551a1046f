/** The commands for PostgreSQL and for hosted Supabase, as written on their pages. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { openTables } from "../../server/storage/open-store.ts";
import { withEnv } from "../../server/configuration/env.ts";
import { writeBuild } from "../fakes/build.ts";
import { runCommand } from "../fakes/command-line.ts";
import { usedTables } from "../fakes/used-store.ts";
import { LEAD } from "../fakes/leads.ts";
import { describePostgresServer, dropDatabase, privateServer, query } from "../fakes/postgres.ts";
import { startProcess } from "../fakes/process.ts";
import { sendRequest, temporaryFolder } from "../fakes/server.ts";
import { postForm } from "../wire/form-request.ts";
import { createProject } from "../fakes/supabase.ts";
import { block, commandsOf, runWritten } from "./blocks.ts";

const STORES = "docs/stores.md";
const BACKUPS = "docs/backups.md";
const SUPABASE = "docs/deploy/supabase.md";

/** Runs a command in a shell with its own session; `input` answers its questions. */
async function shell(command: string, env: Record<string, string>, input = ""): Promise<string> {
  const programs = inject("postgresPrograms") ?? "";
  const child = spawn("sh", ["-e", "-c", command], {
    cwd: root,
    detached: true,
    env: withEnv({ ...env, PATH: `${programs}:/usr/bin:/bin` }),
  });
  child.stdin.end(input);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "exit");
  expect({ command, code, said: await said }).toMatchObject({ code: 0 });
  return (await said)[0];
}

describePostgresServer("a database", () => {
  test("for the site alone is created, used and moved into with the commands of the page", async () => {
    const server = new URL((await privateServer()).url);
    const admin = { PGHOST: server.hostname, PGPORT: server.port, PGDATABASE: "postgres" };
    const [createUser = "", createDatabase = "", start = ""] = commandsOf(block(STORES, "createuser"));
    const signIn = { ...admin, PGUSER: server.username, PGPASSWORD: server.password };
    await shell(createUser, signIn, "password\npassword\n");
    await shell(createDatabase, signIn);

    const [, written = ""] = /^DATABASE_URL=(\S+) npm start$/.exec(start) ?? [];
    const url = new URL(written);
    url.host = server.host;
    const folder = temporaryFolder();
    const here = { DATA_DIR: join(folder, "here"), DIST_DIR: writeBuild(folder), DATABASE_URL: "" };
    const there = { ...here, DATA_DIR: join(folder, "there"), DATABASE_URL: url.href };
    const before = await startProcess(here);
    await sendRequest(before.port, postForm());
    await before.kill("SIGTERM");

    for (const command of commandsOf(block(STORES, "-- import leads.jsonl"))) {
      const places = { "leads.jsonl": join(folder, "leads.jsonl") };
      await runWritten(command, command.startsWith("npm") ? here : there, places);
    }
    const after = await startProcess(there);
    expect(await sendRequest(after.port, { path: "/readyz" })).toMatchObject({ status: 200 });
    expect(await query(url.href, "SELECT email FROM lead_submissions")).toEqual([{ email: LEAD.email }]);
  });

  test("comes back from a dump under another name, with later leads, and sends nothing that may have been sent", async () => {
    const server = new URL((await privateServer()).url);
    const signIn = { PGHOST: server.hostname, PGPORT: server.port, PGUSER: server.username };
    const again = new URL(server);
    again.pathname = "/leads_again";
    const folder = temporaryFolder();
    const location = { dataDir: folder, databaseUrl: server.href };
    const store = await openTables(location, "new or existing", () => {});
    const [used] = usedTables;
    for (const [table, all] of usedTables) await store.put(table, all);
    await query(server.href, "CREATE ROLE nightshift_site");
    const dump = join(folder, "leads.dump");
    const env = {
      PATH: `${inject("postgresPrograms")}:/usr/bin`,
      DATA_DIR: folder,
      DATABASE_URL: server.href,
    };
    expect(await runCommand(["backup", "--out", dump], env)).toMatchObject({ code: 0 });
    const [leads, [first] = []] = used ?? [];
    if (leads && first) await store.put(leads, [{ ...first, id: "01932000-0009-7000-8000-000000000000" }]);
    await store.close();
    for (const command of commandsOf(block(BACKUPS, "createdb"))) {
      if (command.startsWith("createdb"))
        await shell(command, { ...signIn, PGPASSWORD: server.password, PGDATABASE: "postgres" });
      else {
        const there = command.startsWith("npm") ? env : { ...env, DATABASE_URL: again.href };
        const written = command.replace(/data\/backups\/\S+/, dump);
        await runWritten(written, there);
      }
    }
    const counts = `SELECT (SELECT count(*) FROM lead_submissions)::int AS leads, state,
      count(*)::int FROM nightshift.deliveries GROUP BY state ORDER BY state`;
    expect(await query(again.href, counts)).toEqual([
      { leads: 21, state: "dead", count: 20 },
      { leads: 21, state: "sent", count: 20 },
    ]);
  });

  test("of hosted Supabase accepts the files by psql, twice, and shows a visitor nothing", async () => {
    const url = await createProject();
    onTestFinished(() => dropDatabase(url));
    const asOwner = { DATABASE_URL: url, PGOPTIONS: "-c role=nightshift_hosted_owner" };
    const { text: apply } = block(SUPABASE, "for file in");
    for (let times = 0; times < 2; times++) await shell(apply, asOwner);
    const said = await shell(block(SUPABASE, "set local role anon").text, { DATABASE_URL: url });
    expect(said).toMatch(/\| Test\n/);
    expect(said).toMatch(/count\s+-+\s+0\n/);
  });
});
