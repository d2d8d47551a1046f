/** Runs each test of this folder on SQLite, and on PostgreSQL where it is: they are the contract of every store. */
import { join } from "node:path";
import { afterAll, beforeAll, inject, onTestFinished, test } from "vitest";
import type { StoreLocation } from "../../../server/settings/env.ts";
import type { Database } from "../../../server/store/database.ts";
import { openPostgresStore } from "../../../server/store/postgres/postgres-database.ts";
import { createDatabase, dropDatabase, query, temporaryDatabase } from "../../support/postgres.ts";
import { temporaryFolder } from "../../support/server.ts";
import { openTestStore } from "../../support/store.ts";

const TABLES = "sign_ins team_members closed_times calendar_copies form_texts";
/** TRUNCATE takes ten times as long for a few rows. */
const EMPTY = `DELETE FROM public.lead_submissions;
  ${TABLES.replaceAll(/\w+/g, "DELETE FROM nightshift.$&;")}
  UPDATE nightshift.retention SET day_began_at = NULL, left_that_day = 0, waiting = 0;
  UPDATE nightshift.notices SET sent_at = 'epoch', leased_until = 'epoch'`;

const hasPostgres = inject("postgresUrl") !== undefined;

/** `test` at an empty place for each kind of store. */
export function testAtPlace(title: string, run: (place: StoreLocation) => Promise<void>): void {
  test(`${title}, on SQLite`, () => run({ dataDir: temporaryFolder(), databaseUrl: undefined }));
  test.skipIf(!hasPostgres)(`${title}, on PostgreSQL`, async () =>
    run({ dataDir: temporaryFolder(), databaseUrl: await temporaryDatabase() }),
  );
}

/** `test` with something made around an empty store. The tests of a file share a database. */
export function testWith<Made>(make: (store: Database) => Made | Promise<Made>) {
  let url = "";
  beforeAll(async () => {
    if (hasPostgres) url = await createDatabase();
  });
  afterAll(() => (hasPostgres ? dropDatabase(url) : undefined));

  const openSqlite = () => openTestStore(join(temporaryFolder(), "leads.db"));
  async function openPostgres(): Promise<Database> {
    const store = await openPostgresStore(url, { log: () => {} });
    await query(url, EMPTY);
    return store;
  }

  return (title: string, run: (made: Made) => Promise<void>) => {
    const runOn = async (open: () => Promise<Database>) => {
      const store = await open();
      onTestFinished(() => store.close());
      await run(await make(store));
    };
    test(`${title}, on SQLite`, () => runOn(openSqlite));
    test.skipIf(!hasPostgres)(`${title}, on PostgreSQL`, () => runOn(openPostgres));
  };
}
