/** An update on a used store: the real site on `earlier/NNN.sql`, rows of every earlier schema, and back. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { readMigrations } from "../../server/storage/migrations.ts";
import { migrate } from "../../server/storage/postgres/migrate.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { runCommand } from "../fakes/command-line.ts";
import { someMigrations } from "../fakes/earlier-store.ts";
import { KEYS, newHome, type Home } from "../fakes/home.ts";
import { programAfter } from "../fakes/later-version.ts";
import { LEAD } from "../fakes/leads.ts";
import { describePostgres, query, temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess, untilReady } from "../fakes/process.ts";
import { startReceiver } from "../fakes/receiver.ts";
import { send, temporaryFolder } from "../fakes/server.ts";
import { postgresOutbox, sqliteOutbox } from "../outbox/deliveries.ts";
import { get, post } from "../wire/wire-request.ts";

const EARLIER = new URL("./earlier/", import.meta.url);
const files = readdirSync(EARLIER).toSorted();
const latest = readMigrations(new URL("../../server/storage/sqlite/migrations/", import.meta.url)).length;

/** Every earlier schema, with rows of its time. */
const schemas = Array.from({ length: latest }, (_, index) => ({
  number: index + 1,
  rows: readFileSync(
    new URL(files.findLast((file) => Number.parseInt(file) <= index + 1) ?? "", EARLIER),
    "utf8",
  ),
}));

const QUIET = { ...KEYS, LOG_LEVEL: "fatal" };

function sqliteHome(number: number, rows: string): Home {
  const home = newHome({ ...QUIET, DATA_DIR: temporaryFolder() });
  const db = openDatabase(join(home.DATA_DIR, "leads.db"), 100, () => {}, someMigrations("sqlite", number));
  db.exec(rows);
  db.close();
  return home;
}

async function postgresHome(number: number, rows: string): Promise<Home> {
  const url = await temporaryDatabase();
  await migrate(url, 5_000, someMigrations("postgres", number));
  await query(url, `SET search_path = public, nightshift; ${rows}`);
  return newHome({ ...QUIET, DATABASE_URL: url });
}

function rowsIn(sql: string): Record<string, number> {
  const inserts = sql.matchAll(/^INSERT INTO (\w+) [^;]*?VALUES\n(.*?);$/gms);
  return Object.fromEntries(
    Array.from(inserts, ([, table = "", values = ""]) => [table, values.match(/^ {2}\(/gm)?.length ?? 0]),
  );
}

async function expectUpdated(home: Home, rows: string): Promise<void> {
  const receiver = await startReceiver((response) => response.end());
  const hook = `http://localhost:${receiver.port}/`;
  const site = await startProcess({ ...home, WEBHOOK_URLS: hook, WEBHOOK_ALLOW_HOSTS: "localhost" });
  // A busy machine takes longer than a start waits for.
  await untilReady(site.port);
  const leads: { name: string }[] = JSON.parse((await send(site.port, get("?order=id"))).body);
  const { lead_submissions: count = 0, ...others } = rowsIn(rows);
  expect(leads).toHaveLength(count);
  expect(leads[1]?.name).toBe("Łukasz 空");
  expect(await send(site.port, post(LEAD))).toMatchObject({ status: 201 });
  const told = (of: string) => receiver.events.filter(({ body }) => body.includes(of)).length;
  await expect.poll(() => told(LEAD.email), { timeout: 30_000 }).toBe(1);
  expect(await site.kill("SIGTERM")).toBe(0);
  expect(told("01900000-0000-7000-8000-")).toBe(0);
  const { DATA_DIR, DATABASE_URL: url } = home;
  const store = url === undefined ? sqliteOutbox(DATA_DIR) : postgresOutbox(url);
  const countOf = async (table: string) =>
    Number((await store.rows(`SELECT count(*) AS n FROM ${table}`))[0]?.["n"]);
  for (const [table, before] of Object.entries(others))
    expect(await countOf(table), table).toBeGreaterThanOrEqual(before);
  expect(await countOf("lead_contexts")).toBe(count + 1);
  if (rows.includes("INTO bookings")) {
    const calls = (await runCommand(["calls"], { ...home, TIME_ZONE: "UTC" })).stdout;
    expect(calls).toMatch(
      /^Mar 2, 2099, 3:00 PM UTC +Łukasz 空, .* \+91 22 5550 1000 .*\n.*\[cancelled\] Dana O'Bri/m,
    );
    expect(calls).toMatch(/closed Mar 3, 2099, 12:00 PM UTC/);
  }
}

describe.each(schemas)("a store of schema $number is taken over with all its rows", ({ number, rows }) => {
  test("on SQLite", async () => expectUpdated(sqliteHome(number, rows), rows));
  describePostgres("with PostgreSQL", () => {
    test("there", async () => expectUpdated(await postgresHome(number, rows), rows));
  });
});

test("the previous version refuses a store of the newer one, names the way back, and accepts its result", async () => {
  const home = sqliteHome(latest, schemas.at(-1)?.rows ?? "");
  expect(await runCommand(["list"], home, "", join(programAfter(), "cli/main.ts"))).toMatchObject({
    code: 0,
  });

  const before = await startProcess(home);
  expect((await send(before.port, { path: "/" })).status).toBe(200);
  expect((await send(before.port, { path: "/readyz" })).body).toContain("the store is of a newer version");
  expect(await before.kill("SIGTERM")).toBe(0);
  const [, words = ""] =
    /Run a newer version, or go back .* npm run leads -- (.+)\n$/.exec(before.stderr()) ?? [];
  expect(await runCommand(words.split(" "), home)).toMatchObject({ code: 0 });
  const db = new DatabaseSync(join(home.DATA_DIR, "leads.db"), { readOnly: true });
  expect(db.prepare("SELECT count(*) AS n FROM schema_migrations").get()).toEqual({ n: latest });
  db.close();
  expect(await runCommand(["list", "--show", "all"], home)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Łukasz"),
  });
});
