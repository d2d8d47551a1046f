/** Export and import as an operator uses them: the real command on real stores. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { openTables } from "../../server/storage/open-store.ts";
import { TABLES, type TableRow } from "../../server/storage/table-store.ts";
import { runCommand, startCommand } from "../../tests/fakes/command-line.ts";
import { bookingRow } from "../../tests/fakes/used-store.ts";
import { Flood } from "../../tests/fakes/flood.ts";
import { KEYS, newHome, type Home } from "../../tests/fakes/home.ts";
import { leadRow } from "../../tests/fakes/leads.ts";
import { describePostgres, temporaryDatabase } from "../../tests/fakes/postgres.ts";
import { startProcess } from "../../tests/fakes/process.ts";
import { temporaryFolder } from "../../tests/fakes/server.ts";

const [leads, keys, contexts] = TABLES;
const CALL = bookingRow();
const VISITS = {
  day: "2026-11-20",
  source: "google",
  visits: 7,
  begun: 3,
  sent: 2,
  failed: 1,
  scheduler: 1,
  demo: 0,
};
const DIFFICULT = 'O\'Brien\u2028 \u{1f4de} \\n "{}" עברית\u2029\ufeff';

function sqlite(): Home {
  return { DATA_DIR: join(temporaryFolder(), "data") };
}

async function postgres(): Promise<Home> {
  return { ...sqlite(), DATABASE_URL: await temporaryDatabase() };
}

/** Inserts leads and their keys like the site. */
async function fillStore(home: Home, count: number, more: Record<string, TableRow> = {}): Promise<void> {
  if (!leads || !keys || !contexts) throw new Error("A table is missing.");
  const rows = Array.from({ length: count }, (_, n) =>
    leadRow(n, { name: `Lead ${n} ${DIFFICULT}`, created_at: new Date(1.79e12 + n).toISOString() }),
  );
  const store = await openTables(
    { dataDir: home.DATA_DIR, databaseUrl: home["DATABASE_URL"] },
    "new or existing",
    () => {},
  );
  await store.put(leads, rows);
  const used = rows.map(({ id, created_at }, n): TableRow => ({
    key: `key:${n % 3 === 0 ? "a" : "B"}${n}`,
    position: n % 2,
    fingerprint: "ff",
    lead_id: id,
    used_at: created_at,
  }));
  await store.put(keys, used);
  const clocks = rows.map(({ id, created_at }) => {
    return { lead_id: id, source: "wire", due_at: created_at, version: 0 };
  });
  await store.put(contexts, clocks);
  for (const table of TABLES) {
    const row = more[table.name];
    if (row) await store.put(table, [row]);
  }
  await store.close();
}

async function exported(home: Home): Promise<string> {
  const { code, stdout, stderr } = await runCommand(["export"], home);
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Exported [\d,]+ rows\.\n$/),
  });
  return stdout;
}

function describeHome(name: string, open: () => Home | Promise<Home>): void {
  describe(`${name} as a new store`, () => {
    test("accepts everything, and an interrupted import is simply run again", async () => {
      const old = sqlite();
      await fillStore(old, 1_200);
      const whole = await exported(old);
      const home = await open();
      const interrupted = startCommand(["import"], home);
      interrupted.stdin.write(whole.slice(0, Math.floor(whole.length * 0.75)));
      await vi.waitFor(async () => expect((await exported(home)).length).toBeGreaterThan(100_000), 20_000);
      interrupted.kill("SIGKILL");
      await interrupted.outcome;
      const partly = await exported(home);
      expect(partly.length).toBeLessThan(whole.length);
      expect(await runCommand(["import"], home, whole)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^Imported [\d,]+ rows; [\d,]+ were already there\.\n$/),
      });
      expect(await exported(home)).toBe(whole);
      expect(await runCommand(["import"], home, whole)).toMatchObject({
        stderr: "Imported 0 rows; 3,600 were already there.\n",
      });
    }, 60_000);
  });
}

describeHome("SQLite", sqlite);
describePostgres("with PostgreSQL", () => {
  describeHome("PostgreSQL", postgres);

  test("moving there and back gives the same export, to the byte", async () => {
    const [first, second, third] = [sqlite(), await postgres(), sqlite()];
    await fillStore(first, 700, { bookings: CALL, funnel_totals: VISITS });
    const whole = await exported(first);
    for (const row of [CALL, VISITS]) expect(whole).toContain(JSON.stringify(Object.values(row).at(1)));
    expect(await runCommand(["import"], second, whole)).toMatchObject({ code: 0 });
    const fromPostgres = await exported(second);
    expect(await runCommand(["import"], third, fromPostgres)).toMatchObject({ code: 0 });
    expect(fromPostgres).toBe(whole);
    expect(await exported(third)).toBe(whole);
    const counted = whole.replace('"visits":7', '"visits":8');
    expect(await runCommand(["import"], third, counted)).toMatchObject({ code: 0 });
    expect(await exported(third)).toBe(whole);
  });

  test("a database that cannot be used is reported in one sentence, without the password", async () => {
    const url = new URL(await temporaryDatabase());
    url.password = "hunter2";
    const { code, stderr } = await runCommand(["export"], { ...sqlite(), DATABASE_URL: url.href });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^DATABASE_URL cannot be used: the database refused the user or the password .*\n$/,
    );
    expect(stderr).not.toContain("hunter2");
    url.port = "1";
    expect(await runCommand(["export"], { ...sqlite(), DATABASE_URL: url.href })).toMatchObject({
      code: 1,
      stderr: "The database could not be used: the database cannot be reached (ECONNREFUSED).\n",
    });
  });
});

test("exporting where there is no store says so, and creates none", async () => {
  const home = sqlite();
  expect(await runCommand(["export"], home)).toEqual({
    code: 1,
    stdout: "",
    stderr: `There is no store at ${home.DATA_DIR}/leads.db.\n`,
  });
  expect(existsSync(home.DATA_DIR)).toBe(false);
});

test("exporting while the site accepts leads gives a complete file that another store accepts, and disturbs nobody", async () => {
  const home = newHome({ ...KEYS, LOG_LEVEL: "error" });
  const site = await startProcess(home);
  const flood = new Flood();
  const stop = flood.start(site.port, 4);
  await flood.reach(20);
  const during = await exported(home);
  await flood.reach(20);
  await stop();
  const lines = during.trim().split("\n").length - 1;
  expect(lines).toBeGreaterThanOrEqual(2 * 20);
  expect(await runCommand(["import"], sqlite(), during)).toMatchObject({ code: 0 });
  expect(await site.kill("SIGTERM")).toBe(0);
  expect(site.stderr()).toBe("");
});

test("importing a file by its name", async () => {
  const home = sqlite();
  await fillStore(home, 3);
  const file = join(temporaryFolder(), "leads.jsonl");
  writeFileSync(file, await exported(home));
  expect(await runCommand(["import", file], sqlite())).toMatchObject({
    code: 0,
    stderr: "Imported 9 rows.\n",
  });
  expect(await runCommand(["import", `${file}x`], sqlite())).toMatchObject({
    code: 1,
    stderr: `${file}x cannot be used: it does not exist.\n`,
  });
});
