/**
 * Runs the tests of this folder on SQLite,
 * and on PostgreSQL if the machine has it.
 */

import { join } from "node:path";
import { inject, onTestFinished, test } from "vitest";
import type { StoreLocation } from "../../../server/settings/env.ts";
import type { Database } from "../../../server/store/database.ts";
import { openStore } from "../../../server/store/open-store.ts";
import { openPostgresStore } from "../../../server/store/postgres/postgres-database.ts";
import { raw } from "../../../server/store/sql.ts";
import { createDatabase, dropDatabase } from "../../support/postgres.ts";
import { temporaryFolder, testFrom } from "../../support/server.ts";
import { openTestStore } from "../../support/store.ts";
import { Scenario } from "./scenario.ts";

const TABLES =
  "lead_submissions sign_ins team_members removed_members closed_times calendar_copies form_texts";
/** For a few rows, TRUNCATE takes ten times as long as DELETE. */
const EMPTY = raw(`${TABLES.replaceAll(/\w+/g, "DELETE FROM $&;")}
  UPDATE retention SET day_began_at = NULL, left_that_day = 0, waiting = 0;
  UPDATE team_settings SET in_turn = 0, latest_turn = NULL, runner = '', runner_phone = '';
  DELETE FROM notices WHERE name <> 'failing-mail';
  UPDATE notices SET sent_at = 'epoch', leased_until = 'epoch'`);

const hasPostgres = inject("postgresUrl") !== undefined;

/**
 * All files of a worker share a database, because
 * creating one takes longer than most tests.
 */
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

/** Runs a test at an empty place of each kind of store. */
export function testAtPlace(
  title: string,
  run: (place: StoreLocation) => Promise<void>,
): void {
  test(`${title}, on SQLite`, () =>
    run({ dataDir: temporaryFolder(), databaseUrl: undefined }));
  onEmptyPostgres(title, (_store, databaseUrl) =>
    run({ dataDir: temporaryFolder(), databaseUrl }),
  );
}

/** Opens the store of a place until the test ends. */
export async function openAt(place: StoreLocation): Promise<Database> {
  const store = await openStore(place, () => {});
  onTestFinished(() => store.close());
  return store;
}

type Make<Made> = (store: Database) => Made | Promise<Made>;

/** Runs a test with what `make` makes of an empty SQLite store. */
export const testOnSqlite = <Made>(make: Make<Made>) =>
  testFrom(async () => {
    const store = await openTestStore(join(temporaryFolder(), "leads.db"));
    onTestFinished(() => store.close());
    return make(store);
  });

/** Like `testOnSqlite`, but on both kinds of store. */
export function testWith<Made>(make: Make<Made>) {
  const onSqlite = testOnSqlite(make);
  return (title: string, run: (made: Made) => Promise<void>) => {
    onSqlite(`${title}, on SQLite`, run);
    onEmptyPostgres(title, async (store) => run(await make(store)));
  };
}

export const scenarioTest = testWith((store) => new Scenario(store));

function onEmptyPostgres(
  title: string,
  run: (store: Database, url: string) => Promise<void>,
): void {
  testOnPostgres.skipIf(!hasPostgres)(
    `${title}, on PostgreSQL`,
    async ({ store, url }) => {
      await store.write((query) => query`${EMPTY}`);
      await run(store, url);
    },
  );
}
