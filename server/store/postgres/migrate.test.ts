import { expect, test } from "vitest";
import { fillStore, migrationsWith } from "../../../tests/support/used-store.ts";
import { describePostgres, query, temporaryDatabase } from "../../../tests/support/postgres.ts";
import { runAtOnce } from "../../../tests/support/process.ts";
import { readMigrations } from "../migrations.ts";
import { migrate } from "./migrate.ts";

const PATIENCE_MS = 5_000;
const NAMES = readMigrations(new URL("./migrations/", import.meta.url)).map(({ name }) => name);

describePostgres("migrations of PostgreSQL", () => {
  test("are applied once, also by concurrent starts, and the owner's after ours", async () => {
    const url = await temporaryDatabase();
    const own = { "001-phone.sql": "ALTER TABLE public.lead_submissions ADD COLUMN phone text" };
    const module = new URL("./migrate.ts", import.meta.url).href;
    const script = `import { migrate } from ${JSON.stringify(module)};
      const sets = ${JSON.stringify(migrationsWith("postgres", own))};
      const withUrls = sets.map((set) => ({ ...set, folder: new URL(set.folder) }));
      await migrate(${JSON.stringify(url)}, 10_000, withUrls);`;
    await runAtOnce(4, script);
    const applied = await query(url, "SELECT name FROM nightshift.schema_migrations ORDER BY number");
    expect(applied.map(({ name }) => name)).toEqual(NAMES);
    expect(await query(url, "SELECT number, name FROM nightshift.own_migrations")).toEqual([
      { number: 1, name: "001-phone.sql" },
    ]);
    expect(await query(url, "SELECT phone FROM public.lead_submissions")).toEqual([]);
    expect(await query(url, "SELECT count(*)::int AS n FROM nightshift.write_probe")).toEqual([{ n: 1 }]);
  });

  test("stop at another program's table, and leave nothing half done", async () => {
    const url = await temporaryDatabase();
    await query(url, "CREATE TABLE public.lead_submissions (id integer)");
    await expect(migrate(url, PATIENCE_MS)).rejects.toThrow('relation "lead_submissions" already exists');
    expect(await query(url, "SELECT to_regnamespace('nightshift') AS ours")).toEqual([{ ours: null }]);
  });

  test("refuse a database that cannot hold every character", async () => {
    const url = await temporaryDatabase("ENCODING 'SQL_ASCII' LOCALE 'C'");
    await expect(migrate(url, PATIENCE_MS)).rejects.toThrow(/encoding SQL_ASCII/);
  });

  test("are applied by an ordinary user who owns the database", async () => {
    const url = new URL(await temporaryDatabase());
    const name = url.pathname.slice(1);
    const role = `CREATE ROLE ${name} LOGIN PASSWORD 'for-tests-only'`;
    await query(url.href, `${role}; ALTER DATABASE ${name} OWNER TO ${name}`);
    const owner = Object.assign(new URL(url), { username: name, password: "for-tests-only" });
    await migrate(owner.href, PATIENCE_MS);
    expect(await query(owner.href, "SELECT id FROM public.lead_submissions")).toEqual([]);
    const drop = `DROP OWNED BY ${name}; DROP ROLE ${name}`;
    await query(url.href, `REASSIGN OWNED BY ${name} TO CURRENT_USER; ${drop}`);
  });

  test("need no permission to create anything when there is nothing to create", async () => {
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

  test.each([
    ["is not SQL", "CREATE TABL x", /syntax error/],
    ["takes away what rows refer to", "DROP TABLE public.lead_submissions", /depend on it/],
    ["ends the transaction", "COMMIT", /SAVEPOINT/],
  ])("stop the start if an own file %s", async (_what, sql, message) => {
    const url = await temporaryDatabase();
    await fillStore({ dataDir: "", databaseUrl: url });
    const migrations = migrationsWith("postgres", { "001-own.sql": sql });
    await expect(migrate(url, PATIENCE_MS, migrations)).rejects.toThrow(message);
    if (sql === "COMMIT") return;
    const applied = await query(url, "SELECT name FROM nightshift.schema_migrations ORDER BY number");
    expect(applied.map(({ name }) => name)).toEqual(NAMES);
    const own = await query(url, "SELECT to_regclass('nightshift.own_migrations') AS own");
    expect(own).toEqual([{ own: null }]);
  });
});
