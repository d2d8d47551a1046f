/** `npm run bench:scale`: the load of several processes on one PostgreSQL, each killed in turn. */
import autocannon from "autocannon";
import { randomUUID } from "node:crypto";
import { cpus } from "node:os";
import { afterAll, expect, test, vi } from "vitest";
import { openStore } from "../../server/storage/open-store.ts";
import { cpuMs, parentOf } from "../../tools/bench/usage.ts";
import { Flood } from "../fakes/flood.ts";
import { leadRow } from "../fakes/leads.ts";
import { onServer, privateServer, query } from "../fakes/postgres.ts";
import { startProcess } from "../fakes/process.ts";
import { environment } from "../outbox/environment.ts";
import { DURABLE, newScene, type Scene } from "../torture/scene.ts";
import { LEADS_PATH, post } from "../wire/wire-request.ts";

const CONNECTIONS = 64;
const SECONDS = 8;
const LEADS_TO_TELL = 1_000;
const DUE = ["confirmation", "notification", "webhook"] as const;
/** Deliveries in progress in a killed worker: at most four mails and eight webhooks. */
const AT_ONCE = 12;

const lines = [`${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}`];
afterAll(() => void process.stdout.write(`\n${lines.join("\n")}\n\n`));

/** Creates an empty, durable database on its own server. */
async function database(): Promise<string> {
  const { url } = await privateServer({ ...DURABLE, max_connections: "200" });
  return url;
}

async function started<Value>(many: number, start: () => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: many }, start));
}

async function postmasterOf(url: string): Promise<number> {
  const sql = "SELECT pg_backend_pid() AS pid";
  return onServer(url, async (client) => {
    const [row] = (await client.query<{ pid: number }>(sql)).rows;
    // While it is connected: its backend ends with it.
    const postmaster = parentOf(String(row?.pid));
    if (postmaster === undefined)
      throw new Error("The server of the database is no process of this machine.");
    return postmaster;
  });
}

async function rowsOf(url: string, sql: string): Promise<number> {
  const [row] = await query(url, `SELECT (${sql}) AS n`);
  return Number(row?.["n"]);
}

test.each([1, 2, 4])("leads a second with %i processes", async (processes) => {
  const url = await database();
  const env = { ...environment(), DATABASE_URL: url, WORKER: "off" };
  const sites = await started(processes, () => startProcess(env));
  const { headers = {}, body = "" } = post();
  const pids = sites.map(({ pid }) => pid);
  const server = await postmasterOf(url);
  const used = () => [pids.reduce((sum, pid) => sum + cpuMs(pid), 0), cpuMs(server)];
  const before = used();
  const loads = await Promise.all(
    sites.map(({ port }) =>
      autocannon({
        url: `http://127.0.0.1:${port}${LEADS_PATH}`,
        method: "POST",
        headers,
        body: body.toString(),
        connections: CONNECTIONS / processes,
        duration: SECONDS,
      }),
    ),
  );
  const acknowledged = loads.reduce((sum, load) => sum + load["2xx"], 0);
  const [site = 0, postgres = 0] = used().map((ms, index) => (ms - (before[index] ?? 0)) / acknowledged);
  const rate = Math.round(loads.reduce((sum, { requests }) => sum + requests.average, 0));
  const p99 = Math.max(...loads.map(({ latency }) => latency.p99));
  const cost = `${site.toFixed(2)} ms of a processor each, the database ${postgres.toFixed(2)}`;
  lines.push(`leads, ${processes} processes: ${rate} a second, p99 ${p99} ms; ${cost}`);
  expect(postgres).toBeGreaterThan(0.05);
  for (const { non2xx, errors } of loads) expect(non2xx + errors).toBe(0);
  // Leads in progress at the end are stored as well.
  const stored = await rowsOf(url, "SELECT count(*) FROM lead_submissions");
  expect(stored).toBeGreaterThanOrEqual(acknowledged);
  expect(stored).toBeLessThanOrEqual(acknowledged + CONNECTIONS);
});

test("each of four processes is killed in turn while leads come, and every lead is there once", async () => {
  const url = await database();
  const env = { ...environment(), DATABASE_URL: url, WORKER: "off" };
  const flood = new Flood();
  const start = async () => {
    const site = await startProcess(env);
    // A client whose process is killed leaves its lead to those of the others.
    return { site, stop: flood.start(site.port, 4) };
  };
  const first = await started(4, start);
  const running = [...first];
  for (const { site } of first) {
    await flood.reach(200);
    await site.kill("SIGKILL");
    running.push(await start());
  }
  await flood.reach(200);
  for (const { stop } of running) await stop();
  await flood.sendUnanswered(running.at(-1)?.site.port ?? 0);
  flood.expectStored(await query(url, "SELECT id, name FROM lead_submissions"));
  lines.push(`leads while each of 4 is killed: ${flood.acknowledged.size} acknowledged, 0 lost, 0 twice`);
});

/** Leads with a due notification, confirmation and event. */
async function leadsToTell(): Promise<{ scene: Scene; url: string }> {
  const url = await database();
  const scene = await newScene({ DATABASE_URL: url });
  const kinds = { confirmation: "", notification: "", webhook: scene.env["WEBHOOK_URLS"] ?? "" } as const;
  const store = await openStore({ dataDir: "", databaseUrl: url }, () => {});
  for (let n = 0; n < LEADS_TO_TELL; n++) {
    const row = leadRow(n, { email: `v${n}@sample.co` });
    const due = { leadId: row.id, notBefore: new Date().toISOString() };
    const deliveries = DUE.map((kind) => ({ ...due, id: randomUUID(), kind, target: kinds[kind] }));
    expect(await store.run("insert", { rows: [row], deliveries })).toMatchObject({ kind: "stored" });
  }
  await store.close();
  return { scene, url };
}

function untilTold(url: string): Promise<void> {
  const open = "SELECT count(*) FROM nightshift.deliveries WHERE state = 'due'";
  return vi.waitFor(async () => expect(await rowsOf(url, open)).toBe(0), { timeout: 180_000, interval: 100 });
}

test.each([1, 2, 4, 8])("deliveries a second with %i workers, none sent twice", async (workers) => {
  const { scene, url } = await leadsToTell();
  const start = performance.now();
  const running = await started(workers, () => scene.worker());
  await untilTold(url);
  const rate = (3 * LEADS_TO_TELL * 1_000) / (performance.now() - start);
  const cost = running.reduce((sum, { pid }) => sum + cpuMs(pid), 0) / (3 * LEADS_TO_TELL);
  const times = [...scene.arrived().values()];
  expect(times).toHaveLength(3 * LEADS_TO_TELL);
  expect(times.filter((often) => often > 1)).toEqual([]);
  lines.push(
    `deliveries, ${workers} workers: ${Math.round(rate)} a second; ${cost.toFixed(2)} ms of a processor each; 0 twice`,
  );
});

test("each of four workers is killed in turn: no delivery is lost, and duplicates have the id of the first", async () => {
  const { scene } = await leadsToTell();
  for (const worker of await started(4, () => scene.worker())) {
    const enough = scene.arrived().size + 300;
    await vi.waitUntil(() => scene.arrived().size >= enough, { timeout: 60_000 });
    await worker.kill("SIGKILL");
    await scene.worker();
  }
  // A killed worker's leases end after three minutes; here they end at once, and those of others with them.
  await scene.settle(true, 180_000);
  const times = [...scene.arrived().values()];
  expect(times).toHaveLength(3 * LEADS_TO_TELL);
  const twins = times.reduce((sum, often) => sum + often - 1, 0);
  lines.push(`deliveries while each of 4 is killed: ${times.length}, 0 lost, ${twins} twins under one id`);
  expect(twins).toBeLessThanOrEqual(4 * AT_ONCE * 4);
});
