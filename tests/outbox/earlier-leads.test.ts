/** Leads from before the outbox, or from another program: the agency sees them, and nothing is sent for them. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { readMigrations } from "../../server/storage/migrations.ts";
import { openPostgresStore } from "../../server/storage/postgres/postgres-store.ts";
import { openSqliteStore } from "../../server/storage/sqlite/sqlite-store.ts";
import type { Store } from "../../server/storage/operations.ts";
import { LEAD, leadRow } from "../fakes/leads.ts";
import { describePostgres, onServer, query, temporaryDatabase } from "../fakes/postgres.ts";
import { temporaryFolder } from "../fakes/server.ts";
import { HOUR, Scenario, value } from "../store/contract/scenario.ts";

const { id, created_at } = leadRow(1);
const BY_HAND = `INSERT INTO lead_submissions (id, created_at, name, email, company_name, selected_service, problems)
  VALUES ('${id}', '${created_at}', 'Ada', 'ada@sample.co', 'Ada & Co', 'ai-chatbot', 'Calls')`;

/** The schema before the outbox. */
function first(store: "sqlite" | "postgres") {
  const [migration] = readMigrations(new URL(`../../server/storage/${store}/migrations/`, import.meta.url));
  if (!migration) throw new Error("There is no first migration.");
  return migration;
}

async function expectKnown(store: Store): Promise<void> {
  onTestFinished(() => store.close());
  const scenario = new Scenario(store);
  scenario.time = Date.parse(created_at) + 12 * HOUR;
  expect(value(await scenario.admin.lead({ id }))).toMatchObject({
    lead: { name: "Ada", email: "ada@sample.co" },
    dueAt: "2026-11-21T12:00:00.000Z",
    answeredAt: undefined,
    test: false,
    deliveries: [],
  });
  const list = { filter: "open", search: "", page: 1, size: 10 } as const;
  expect(value(await scenario.admin.list(list)).total).toBe(1);
  expect(await scenario.claim()).toEqual([]);
  expect(value(await scenario.admin.answer({ id })).answeredAt).toBeDefined();
  await scenario.lead(LEAD);
  expect(await scenario.sendAll()).toEqual(["confirmation", "notification"]);
}

test("on SQLite, leads of an earlier version", async () => {
  const path = join(temporaryFolder(), "leads.db");
  const { number, name, sql, checksum } = first("sqlite");
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.exec(
    "CREATE TABLE schema_migrations (number INTEGER PRIMARY KEY, name TEXT, checksum TEXT, applied_at TEXT)",
  );
  db.prepare("INSERT INTO schema_migrations VALUES (?, ?, ?, '')").run(number, name, checksum);
  db.exec(BY_HAND);
  db.close();
  await expectKnown(await openSqliteStore({ path, log: () => {} }));
});

test("on SQLite, leads that were inserted by hand", async () => {
  const path = join(temporaryFolder(), "leads.db");
  await (await openSqliteStore({ path, log: () => {} })).close();
  const db = new DatabaseSync(path);
  db.exec(BY_HAND);
  db.close();
  await expectKnown(await openSqliteStore({ path, log: () => {} }));
});

describePostgres("on PostgreSQL", () => {
  let url: string;
  beforeEach(async () => {
    url = await temporaryDatabase();
  });

  test("leads of an earlier version", async () => {
    const { number, name, sql, checksum } = first("postgres");
    await onServer(url, async (client) => {
      await client.query(`CREATE SCHEMA nightshift; CREATE TABLE nightshift.schema_migrations (
        number integer PRIMARY KEY, name text, checksum text, applied_at timestamptz(3))`);
      await client.query(sql);
      const done = "INSERT INTO nightshift.schema_migrations VALUES ($1, $2, $3, now())";
      await client.query(done, [number, name, checksum]);
      await client.query(BY_HAND);
    });
    await expectKnown(await openPostgresStore({ url, log: () => {} }));
  });

  test("leads that were inserted by hand", async () => {
    await (await openPostgresStore({ url, log: () => {} })).close();
    await query(url, BY_HAND);
    await expectKnown(await openPostgresStore({ url, log: () => {} }));
  });
});
