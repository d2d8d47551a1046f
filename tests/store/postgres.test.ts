/** PostgreSQL as a store: the common promises, and what is its own: settings, migrations, faults, recovery. */
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { openPostgresStore } from "../../server/storage/postgres/postgres-store.ts";
import type { Store } from "../../server/storage/store.ts";
import { createDatabase, describePostgres, dropDatabase, onServer } from "../fakes/postgres.ts";
import { describeStore } from "./store-contract.ts";

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore({ url, onTrouble: () => {} });
  onTestFinished(() => store.close());
  return store;
}

describePostgres("PostgreSQL", () => {
  let shared: string;
  beforeAll(async () => {
    shared = await createDatabase();
  });
  afterAll(() => dropDatabase(shared));

  describeStore("it", async () => {
    const store = await open(shared);
    await onServer(shared, (client) => client.query("TRUNCATE public.lead_submissions CASCADE"));
    return store;
  });
});
