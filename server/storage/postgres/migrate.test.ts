import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { describePostgres, onServer, temporaryDatabase } from "../../../tests/fakes/postgres.ts";
import { readMigrations } from "../migrations.ts";
import { migrate } from "./migrate.ts";

const PATIENCE_MS = 5_000;
const NAMES = readMigrations(new URL("./migrations/", import.meta.url)).map(({ name }) => name);

function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return onServer(url, async (client) => (await client.query(sql)).rows);
}

describePostgres("migrations of PostgreSQL", () => {
  test("are applied once, by processes that start at once too", async () => {
    const url = await temporaryDatabase();
    const module = new URL("./migrate.ts", import.meta.url).href;
    const script = `import { migrate } from ${JSON.stringify(module)}; await migrate(${JSON.stringify(url)}, 10_000);`;
    const run = promisify(execFile);
    await Promise.all(
      Array.from({ length: 4 }, () => run(process.execPath, ["--input-type=module", "-e", script])),
    );
    const applied = await query(url, "SELECT name FROM nightshift.schema_migrations ORDER BY number");
    expect(applied.map(({ name }) => name)).toEqual(NAMES);
    expect(await query(url, "SELECT count(*)::int AS n FROM nightshift.write_probe")).toEqual([{ n: 1 }]);
  });

  test.each([
    [
      "a changed file",
      "UPDATE nightshift.schema_migrations SET checksum = 'x'",
      /was changed after it was applied/,
    ],
    [
      "a newer schema",
      "INSERT INTO nightshift.schema_migrations VALUES (999, '999-new.sql', 'x', now())",
      /Run a newer version/,
    ],
  ])("refuse %s", async (_name, sql, message) => {
    const url = await temporaryDatabase();
    await migrate(url, PATIENCE_MS);
    await query(url, sql);
    await expect(migrate(url, PATIENCE_MS)).rejects.toThrow(message);
  });

  test("leave a table alone that somebody else made, and nothing half done", async () => {
    const url = await temporaryDatabase();
    await query(url, "CREATE TABLE public.lead_submissions (id integer)");
    await expect(migrate(url, PATIENCE_MS)).rejects.toThrow(/Give the site a database of its own/);
    expect(await query(url, "SELECT to_regnamespace('nightshift') AS ours")).toEqual([{ ours: null }]);
  });

  test("refuse a database that cannot hold every character", async () => {
    const url = await temporaryDatabase("ENCODING 'SQL_ASCII' LOCALE 'C'");
    await expect(migrate(url, PATIENCE_MS)).rejects.toThrow(/encoding SQL_ASCII/);
  });

  test("are applied by an ordinary user who owns the database", async () => {
    const url = new URL(await temporaryDatabase());
    const name = url.pathname.slice(1);
    await query(
      url.href,
      `CREATE ROLE ${name} LOGIN PASSWORD 'for-tests-only'; ALTER DATABASE ${name} OWNER TO ${name}`,
    );
    const owner = Object.assign(new URL(url), { username: name, password: "for-tests-only" });
    await migrate(owner.href, PATIENCE_MS);
    expect(await query(owner.href, "SELECT count(*)::int AS n FROM public.lead_submissions")).toEqual([
      { n: 0 },
    ]);
    await query(
      url.href,
      `REASSIGN OWNED BY ${name} TO CURRENT_USER; DROP OWNED BY ${name}; DROP ROLE ${name}`,
    );
  });

  test("ask for no right to make anything when there is nothing to make", async () => {
    const url = await temporaryDatabase();
    await migrate(url, PATIENCE_MS);
    const user = new URL(url);
    user.username = user.pathname.slice(1);
    user.password = "for-tests-only";
    await query(
      url,
      `CREATE ROLE ${user.username} LOGIN PASSWORD '${user.password}';
       GRANT USAGE ON SCHEMA nightshift TO ${user.username};
       GRANT SELECT ON ALL TABLES IN SCHEMA nightshift TO ${user.username}`,
    );
    await expect(migrate(user.href, PATIENCE_MS)).resolves.toBeUndefined();
    await query(url, `DROP OWNED BY ${user.username}; DROP ROLE ${user.username}`);
  });
});
