/** Calls that visitors booked, moved and cancelled go with their leads wherever these go: to the other store, and through a backup. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AGENCY, writeBuild } from "../fakes/build.ts";
import { callForm, Callers } from "../fakes/callers.ts";
import { runCommand } from "../fakes/command-line.ts";
import { describePostgres, temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess } from "../fakes/process.ts";
import { send, temporaryFolder } from "../fakes/server.ts";
import { postgresOutbox, sqliteOutbox } from "../outbox/deliveries.ts";
import { environment, type Environment } from "../outbox/environment.ts";

const CALLS = "SELECT id, lead_id, state, sequence, zone, phone FROM bookings ORDER BY id";

function home(more: Record<string, string> = {}): Environment {
  const DIST_DIR = writeBuild(temporaryFolder(), { site: { ...AGENCY, schedulingUrl: "" } });
  return { ...environment(), DIST_DIR, ...more };
}

const postgresHome = async () => home({ DATABASE_URL: await temporaryDatabase() });

function rowsOf({ DATA_DIR, DATABASE_URL }: Environment) {
  return (DATABASE_URL === undefined ? sqliteOutbox(DATA_DIR) : postgresOutbox(DATABASE_URL)).rows(CALLS);
}

/** Twelve visitors, of whom some move and some cancel; the site is stopped then. */
async function bookCalls(env: Environment): Promise<Callers> {
  const site = await startProcess(env);
  const callers = new Callers();
  for (let n = 0; n < 12; n++)
    await callers.visit(() => [site.port], { email: `mover${n}@sample.co`, name: `Mover ${n}` });
  expect(await site.kill("SIGTERM")).toBe(0);
  return callers;
}

/** A site on it takes no call at a time that is booked. */
async function expectTaken(env: Environment, { told }: Callers): Promise<void> {
  const site = await startProcess(env);
  const [booked] = [...told.values()].filter(({ state }) => state === "booked");
  const answer = await send(site.port, callForm({ email: "new@sample.co" }, booked?.startsAt ?? ""));
  expect(answer.status).toBe(409);
  expect(await site.kill("SIGTERM")).toBe(0);
}

async function move(from: Environment, to: Environment): Promise<void> {
  const callers = await bookCalls(from);
  const { stdout } = await runCommand(["export"], from);
  expect(await runCommand(["import"], to, stdout)).toMatchObject({ code: 0 });
  expect(await runCommand(["export"], to)).toMatchObject({ stdout });
  expect(await rowsOf(to)).toEqual(await rowsOf(from));
  expect(await rowsOf(to)).toHaveLength(12);
  await expectTaken(to, callers);
}

describePostgres("with PostgreSQL", () => {
  test("from SQLite to PostgreSQL", async () => move(home(), await postgresHome()), 120_000);
  test("from PostgreSQL to SQLite", async () => move(await postgresHome(), home()), 120_000);
});

test("through a backup that is restored", async () => {
  const env = home();
  const callers = await bookCalls(env);
  const before = await rowsOf(env);
  expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
  for (const end of ["", "-wal", "-shm"]) rmSync(join(env.DATA_DIR, `leads.db${end}`), { force: true });
  const [backup = ""] = readdirSync(join(env.DATA_DIR, "backups"));
  expect(await runCommand(["restore", join(env.DATA_DIR, "backups", backup)], env)).toMatchObject({
    code: 0,
  });
  expect(await rowsOf(env)).toEqual(before);
  expect(before).toHaveLength(12);
  await expectTaken(env, callers);
}, 120_000);
