/** A PostgreSQL store is dumped and restored, by the real command line and PostgreSQL's own programs. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withEnv } from "../../server/configuration/env.ts";
import { openTables } from "../../server/storage/open-store.ts";
import { runCommand } from "../fakes/command-line.ts";
import { usedTables } from "../fakes/used-store.ts";
import { describePostgres, query, temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess } from "../fakes/process.ts";
import { SECRET_KEY, sendRequest, temporaryFolder } from "../fakes/server.ts";
import { home } from "./store-home.ts";

const path = withEnv({})["PATH"] ?? "";

/** A database with a used store, and the environment that names it. */
async function filled() {
  const url = await temporaryDatabase();
  // PostgreSQL's programs take these when no database is named.
  const others = { PGDATABASE: "another", PGHOST: "another.example" };
  const { env, backups } = home({ ...others, PATH: path, DATABASE_URL: url });
  const store = await openTables({ dataDir: env.DATA_DIR, databaseUrl: url }, "new or existing", () => {});
  for (const [table, rows] of usedTables) await store.put(table, rows);
  await store.close();
  // It must not be taken for a line of the dump.
  await query(url, "UPDATE lead_submissions SET problems = E'\\u2028COPY public.lead_submissions '");
  return { url, env, backups };
}

describePostgres("a PostgreSQL store", () => {
  test("is backed up by the site once a day, with the database of its own variables", async () => {
    const { env, backups } = await filled();
    const site = await startProcess({ ...env, LOG_LEVEL: "info" });
    await expect.poll(() => site.stdout(), { timeout: 60_000 }).toContain("Backed up 20 leads to ");
    const [backup = ""] = backups();
    expect(backup).toMatch(/leads-[\dT-]+Z\.dump$/);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const headers = { authorization: `Bearer ${SECRET_KEY}` };
    const { body } = await sendRequest(site.port, { path: "/metrics", headers });
    expect(body).toMatch(/\nnightshift_backup_age_seconds\{place="local"\} \d{1,2}\n/);
  }, 90_000);

  test("is restored into an empty database, sends nothing that may have been sent, and the site runs on it", async () => {
    const { env, backups } = await filled();
    await runCommand(["backup"], env);
    const [backup = ""] = backups();
    expect(await runCommand(["restore"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("has leads already: name an empty database"),
    });
    const again = { ...env, DATABASE_URL: await temporaryDatabase() };
    const { code, stderr } = await runCommand(["restore"], again);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`20 leads from ${backup}`),
    });
    expect(stderr).toContain("are not sent again: 20.");
    const site = await startProcess(again);
    expect(await sendRequest(site.port, { path: "/readyz" })).toMatchObject({ status: 200 });
  });

  test.each([
    ["of another program", "CREATE TABLE other (id int)", {}, /is not a backup of leads/],
    [
      "whose programs are not here",
      "SELECT 1",
      { PATH: "/nowhere" },
      /There is no pg_dump here.*BACKUPS_KEPT=0/,
    ],
    ["that is away", "SELECT 1", { DATABASE_URL: "postgres://u:secret@127.0.0.1:9/leads" }, /pg_dump failed/],
  ])("%s gives no backup, not even a partial one", async (_what, sql, changed, sentence) => {
    const url = await temporaryDatabase();
    await query(url, sql);
    const env = { PATH: path, DATA_DIR: temporaryFolder(), DATABASE_URL: url, ...changed };
    const { code, stderr } = await runCommand(["backup"], env);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) });
    expect(stderr).not.toContain("secret");
    expect(readdirSync(join(env.DATA_DIR, "backups"))).toEqual([]);
  });
});
