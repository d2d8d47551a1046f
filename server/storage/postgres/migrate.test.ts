import { expect, onTestFinished, test } from "vitest";
import { LEADS_TABLE } from "../../../contract/lead.ts";
import { earlierTables, someMigrations, tablesOf, usedTables } from "../../../tests/fakes/earlier-store.ts";
import { describePostgres, onServer, query, temporaryDatabase } from "../../../tests/fakes/postgres.ts";
import { runAtOnce } from "../../../tests/fakes/process.ts";
import { readMigrations } from "../migrations.ts";
import { migrate } from "./migrate.ts";
import { openPostgresTables } from "./postgres-store.ts";

const PATIENCE_MS = 5_000;
const LATEST = 999;
const NAMES = readMigrations(new URL("./migrations/", import.meta.url)).map(({ name }) => name);

describePostgres("migrations of PostgreSQL", () => {
  test("are applied once, also by concurrent starts", async () => {
    const url = await temporaryDatabase();
    const module = new URL("./migrate.ts", import.meta.url).href;
    const script = `import { migrate } from ${JSON.stringify(module)}; await migrate(${JSON.stringify(url)}, 10_000);`;
    await runAtOnce(4, script);
    const applied = await query(url, "SELECT name FROM nightshift.schema_migrations ORDER BY number");
    expect(applied.map(({ name }) => name)).toEqual(NAMES);
    expect(await query(url, "SELECT count(*)::int AS n FROM nightshift.write_probe")).toEqual([{ n: 1 }]);
  });

  test("leave another program's table alone, and nothing half done", async () => {
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

  test("keep every row of every table of an earlier version, which accepts any service from then on", async () => {
    const url = await filledDatabase(2);
    const store = await openPostgresTables(url);
    onTestFinished(() => store.close());
    expect(await tablesOf(store)).toEqual(usedTables);
    const insert = (service: string) =>
      query(url, `UPDATE public.lead_submissions SET selected_service = '${service}'`);
    await insert("roof-repair");
    await expect(insert("")).rejects.toThrow(/check constraint/);
  });

  test("convert visits whose source is endless or unreadable, and leads that an older version stores later", async () => {
    const url = await filledDatabase(2);
    await migrate(url, PATIENCE_MS, someMigrations("postgres", 15));
    const endless = Array.from({ length: 15_000 }, () =>
      String.fromCharCode(19_968 + Math.random() * 20_000),
    ).join("");
    const visits = [`{"from":"${endless}"}`, '{"from":"a\\u0000b"}', '{"from":1}', '["from"]', '"from"', "3"];
    await onServer(url, async (client) => {
      const { rows } = await client.query(
        "SELECT lead_id FROM nightshift.lead_contexts ORDER BY lead_id LIMIT 6",
      );
      for (const [at, { lead_id }] of rows.entries())
        await client.query("UPDATE nightshift.lead_contexts SET visit = $1 WHERE lead_id = $2", [
          visits[at],
          lead_id,
        ]);
    });
    await migrate(url, PATIENCE_MS);
    const named = () =>
      query(url, "SELECT came_from FROM nightshift.lead_contexts WHERE came_from IS NOT NULL");
    expect(await named()).toEqual([]);
    // A previous version stores a lead beside it.
    await query(
      url,
      `UPDATE nightshift.lead_contexts SET came_at = NULL;
      UPDATE nightshift.lead_contexts SET visit = '{"from":"google"}' WHERE visit = '3'`,
    );
    const store = await openPostgresTables(url);
    onTestFinished(() => store.close());
    await store.prepare();
    expect(await named()).toEqual([{ came_from: "google" }]);
    expect(await query(url, "SELECT 1 FROM nightshift.lead_contexts WHERE came_at IS NULL")).toEqual([]);
  });

  test("of the owner have their own numbers, and come after ours", async () => {
    const url = await filledDatabase(2);
    const own = { "001-phone.sql": "ALTER TABLE public.lead_submissions ADD COLUMN phone text" };
    await migrate(url, PATIENCE_MS, someMigrations("postgres", LATEST, own));
    expect(await query(url, "SELECT number, name FROM nightshift.own_migrations")).toEqual([
      { number: 1, name: "001-phone.sql" },
    ]);
    expect(await query(url, "SELECT phone FROM public.lead_submissions")).toHaveLength(20);
  });

  test.each([
    ["is not SQL", "CREATE TABL x", /syntax error/],
    ["takes away what rows refer to", "DROP TABLE public.lead_submissions", /depend on it/],
    ["ends the transaction", "COMMIT", "001-own.sql must not end the transaction it runs in"],
  ])("that %s stop the start", async (_what, sql, message) => {
    const url = await filledDatabase(2);
    const migrations = someMigrations("postgres", LATEST, { "001-own.sql": sql });
    await expect(migrate(url, PATIENCE_MS, migrations)).rejects.toThrow(message);
    if (sql === "COMMIT") return;
    const applied = await query(url, "SELECT number FROM nightshift.schema_migrations ORDER BY number");
    expect(applied).toEqual([{ number: 1 }, { number: 2 }]);
    expect(await query(url, "SELECT to_regclass('nightshift.own_migrations') AS own")).toEqual([
      { own: null },
    ]);
  });
});

/** A database that an earlier version filled. @param last the number of its latest migration */
async function filledDatabase(last: number): Promise<string> {
  const url = await temporaryDatabase();
  await migrate(url, PATIENCE_MS, someMigrations("postgres", last));
  await onServer(url, async (client) => {
    for (const [{ name, columns }, rows] of earlierTables) {
      const table = name === LEADS_TABLE ? `public.${name}` : `nightshift.${name}`;
      const sql = `INSERT INTO ${table} (${columns.join()}) SELECT ${columns.join()}
        FROM json_populate_recordset(NULL::${table}, $1)`;
      await client.query(sql, [JSON.stringify(rows)]);
    }
  });
  return url;
}
