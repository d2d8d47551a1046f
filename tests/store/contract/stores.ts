/** Runs each test of this folder on SQLite, and on PostgreSQL where it is: they are the contract of every store. */
import { join } from "node:path";
import { inject, onTestFinished, test } from "vitest";
import type { StoreLocation } from "../../../server/settings/env.ts";
import type { Database } from "../../../server/store/database.ts";
import { openPostgresStore } from "../../../server/store/postgres/postgres-database.ts";
import { raw } from "../../../server/store/sql.ts";
import { createDatabase, dropDatabase } from "../../support/postgres.ts";
import { temporaryFolder } from "../../support/server.ts";
import { openTestStore } from "../../support/store.ts";

const TABLES = "lead_submissions sign_ins team_members closed_times calendar_copies form_texts";
/** TRUNCATE takes ten times as long for a few rows. */
const EMPTY = raw(`${TABLES.replaceAll(/\w+/g, "DELETE FROM $&;")}
  UPDATE retention SET day_began_at = NULL, left_that_day = 0, waiting = 0;
  UPDATE notices SET sent_at = 'epoch', leased_until = 'epoch'`);

const hasPostgres = inject("postgresUrl") !== undefined;

/** The files that a worker runs share a database: to create and migrate one takes longer than most tests. */
const testOnPostgres = test
  .extend("url", { scope: "worker" }, () => createDatabase())
  .extend("store", { scope: "worker" }, async ({ url }, { onCleanup }) => {
    const store = await openPostgresStore(url, { log: () => {} });
    onCleanup(async () => {
      await store.close();
      await dropDatabase(url);
    });
    return store;
  });

/** `test` at an empty place for each kind of store. */
export function testAtPlace(title: string, run: (place: StoreLocation) => Promise<void>): void {
  test(`${title}, on SQLite`, () => run({ dataDir: temporaryFolder(), databaseUrl: undefined }));
  onEmptyPostgres(title, (_store, databaseUrl) => run({ dataDir: temporaryFolder(), databaseUrl }));
}

type Make<Made> = (store: Database) => Made | Promise<Made>;

/** `test` with something made around an empty store of SQLite. */
export function testOnSqlite<Made>(make: Make<Made>) {
  return (title: string, run: (made: Made) => Promise<void>) =>
    test(title, async () => {
      const store = await openTestStore(join(temporaryFolder(), "leads.db"));
      onTestFinished(() => store.close());
      await run(await make(store));
    });
}

/** The same on both stores. */
export function testWith<Made>(make: Make<Made>) {
  const onSqlite = testOnSqlite(make);
  return (title: string, run: (made: Made) => Promise<void>) => {
    onSqlite(`${title}, on SQLite`, run);
    onEmptyPostgres(title, async (store) => run(await make(store)));
  };
}

function onEmptyPostgres(title: string, run: (store: Database, url: string) => Promise<void>): void {
  testOnPostgres.skipIf(!hasPostgres)(`${title}, on PostgreSQL`, async ({ store, url }) => {
    await store.write((query) => query`${EMPTY}`);
    await run(store, url);
  });
}
