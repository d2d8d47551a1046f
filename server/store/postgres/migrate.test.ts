import { beforeAll, expect, test } from "vitest";
import {
  createDatabase,
  describePostgres,
  dropDatabase,
  query,
  temporaryDatabase,
} from "../../../tests/support/postgres.ts";
import {
  fillStore,
  migrationsWith,
} from "../../../tests/support/used-store.ts";
import { readMigrations } from "../migrations.ts";
import { migratePostgres } from "./migrate.ts";

const PATIENCE_MS = 5_000;
const NAMES = readMigrations(new URL("./migrations/", import.meta.url)).map(
  ({ name }) => ({ name }),
);
const APPLIED = "SELECT name FROM nightshift.schema_migrations ORDER BY number";

describePostgres("migrations of PostgreSQL", () => {
  test("are applied once, even by concurrent starts, and the operator's own migrations last", async () => {
    const url = await temporaryDatabase();
    const own = {
      "001-phone.sql":
        "ALTER TABLE public.lead_submissions ADD COLUMN phone text",
    };
    const sets = migrationsWith("postgres", own);
    await Promise.all(
      Array.from({ length: 3 }, () => migratePostgres(url, PATIENCE_MS, sets)),
    );
    expect(await query(url, APPLIED)).toEqual(NAMES);
    expect(
      await query(url, "SELECT number, name FROM nightshift.own_migrations"),
    ).toEqual([{ number: 1, name: "001-phone.sql" }]);
    expect(
      await query(url, "SELECT phone FROM public.lead_submissions"),
    ).toEqual([]);
    expect(
      await query(url, "SELECT count(*)::int AS n FROM nightshift.write_probe"),
    ).toEqual([{ n: 1 }]);
  });

  test("need a database for all characters", async () => {
    const url = await temporaryDatabase("ENCODING 'SQL_ASCII' LOCALE 'C'");
    const opening = migratePostgres(url, PATIENCE_MS);
    await expect(opening).rejects.toThrow("encoding SQL_ASCII");
  });

  test("stop at another program's table, and leave nothing half done", async () => {
    const url = await temporaryDatabase();
    await query(url, "CREATE TABLE public.lead_submissions (id integer)");
    await expect(migratePostgres(url, PATIENCE_MS)).rejects.toThrow(
      'relation "lead_submissions" already exists',
    );
    expect(
      await query(url, "SELECT to_regnamespace('nightshift') AS ours"),
    ).toEqual([{ ours: null }]);
  });
});

describePostgres("migrations of a used PostgreSQL", () => {
  let url: string;
  beforeAll(async () => {
    url = await createDatabase();
    await fillStore({ dataDir: "", databaseUrl: url });
    return () => dropDatabase(url);
  });

  test.each([
    [
      "takes away what rows refer to",
      "DROP TABLE public.lead_submissions",
      /depend on it/,
    ],
    ["ends the transaction", "COMMIT", /SAVEPOINT/],
  ])(
    "stop the start if the operator's own migration %s",
    async (_what, sql, message) => {
      const migrations = migrationsWith("postgres", { "001-own.sql": sql });
      await expect(
        migratePostgres(url, PATIENCE_MS, migrations),
      ).rejects.toThrow(message);
      expect(await query(url, APPLIED)).toEqual(NAMES);
      const own = await query(
        url,
        "SELECT to_regclass('nightshift.own_migrations') AS own",
      );
      expect(own).toEqual([{ own: null }]);
    },
  );
});
