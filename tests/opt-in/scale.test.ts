/** `npm run bench:scale`: the load of several processes on one PostgreSQL, each killed in turn. */
import autocannon from "autocannon";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { openTables } from "../../server/storage/open-store.ts";
import { TABLES, type TableRow } from "../../server/storage/table-store.ts";
import { LEAD, leadRow } from "../fakes/leads.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { onServer, privateServer, query } from "../fakes/postgres.ts";
import { startProcess, startWorkerProcess, type RunningProcess } from "../fakes/process.ts";
import { startReceiver } from "../fakes/receiver.ts";
import { send } from "../fakes/server.ts";
import { postgresOutbox } from "../outbox/deliveries.ts";
import { environment, messageId, through } from "../outbox/environment.ts";
import { LEADS, post } from "../wire/wire-request.ts";

const CONNECTIONS = 64;
const SECONDS = 8;
const LEADS_TO_TELL = 1_000;
/** Deliveries in progress in a killed worker: at most four mails and eight webhooks. */
const AT_ONCE = 12;

const lines = [`${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}`];
afterAll(() => void process.stdout.write(`\n${lines.join("\n")}\n\n`));

/** Creates an empty, durable database on its own server. */
async function database(): Promise<string> {
  const { url } = await privateServer({ fsync: "on", full_page_writes: "on", max_connections: "200" });
  return url;
}

async function started<Value>(many: number, start: () => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: many }, start));
}

/** Processor time of a process and its children, in milliseconds. Source: Linux, proc_pid_stat(5), in hundredths of a second. */
function processorMs(pid: number): number {
  const own = statOf(String(pid));
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && statOf(name)[1] === pid);
  const all = [own.slice(11, 15), ...children.map((child) => statOf(child).slice(11, 15))];
  return 10 * all.flat().reduce((sum, ticks) => sum + ticks, 0);
}

/** The fields after the name, which may contain spaces; the first is a letter. Empty for an ended process. */
function statOf(pid: string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return [];
  }
}

async function postmasterOf(url: string): Promise<number> {
  const sql = "SELECT pg_backend_pid() AS pid";
  return onServer(url, async (client) => {
    const [row] = (await client.query<{ pid: number }>(sql)).rows;
    // While it is connected: its backend ends with it.
    const [, postmaster] = statOf(String(row?.pid));
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
  const used = () => [pids.reduce((sum, pid) => sum + processorMs(pid), 0), processorMs(server)];
  const before = used();
  const loads = await Promise.all(
    sites.map(({ port }) =>
      autocannon({
        url: `http://127.0.0.1:${port}${LEADS}`,
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
  const sites = await started(4, () => startProcess(env));
  const acknowledged = new Map<string, string>();
  const stopping = new AbortController();

  /** Sends each lead to one process after the other until one accepts it. */
  async function client(first: number): Promise<void> {
    for (let turn = first; !stopping.signal.aborted; turn++) {
      const key = randomUUID();
      const lead = post({ ...LEAD, name: `Lead ${key}` }, { "idempotency-key": key });
      for (let tries = 0; !acknowledged.has(key); tries++) {
        const site = sites[(turn + tries) % sites.length];
        const answer = await send(site?.port ?? 0, lead).catch(() => undefined);
        if (answer?.status === 201) acknowledged.set(key, JSON.parse(answer.body).id);
      }
    }
  }

  const clients = Array.from({ length: 16 }, (_, first) => client(first));
  for (const [index, site] of sites.entries()) {
    const enough = acknowledged.size + 200;
    await vi.waitUntil(() => acknowledged.size >= enough, { timeout: 60_000 });
    await site.kill("SIGKILL");
    sites[index] = await startProcess(env);
  }
  stopping.abort();
  await Promise.all(clients);
  const rows = await query<{ id: string; name: string }>(url, "SELECT id, name FROM lead_submissions");
  expect(new Map(rows.map(({ id, name }) => [name.slice("Lead ".length), id]))).toEqual(acknowledged);
  expect(rows).toHaveLength(acknowledged.size);
  lines.push(`leads while each of 4 is killed: ${acknowledged.size} acknowledged, 0 lost, 0 twice`);
});

interface Telling {
  env: ReturnType<typeof environment>;
  url: string;
  /** The number of arrivals of each delivery, by its id. */
  arrived: () => Map<string, number>;
}

/** Leads with a due notification, confirmation and event. */
async function leadsToTell(): Promise<Telling> {
  const mailServer = await startMailServer("none");
  const receiver = await startReceiver((response) => response.end());
  const url = await database();
  const env: Telling["env"] = { ...environment(receiver), ...through(mailServer), DATABASE_URL: url };
  const rows = Array.from({ length: LEADS_TO_TELL }, (_, n) => leadRow(n, { email: `v${n}@sample.co` }));
  const at = new Date().toISOString();
  const kinds = { confirmation: "", notification: "", webhook: env["WEBHOOK_URLS"] ?? "" };
  const due = { state: "due", attempts: 0, due_at: at, next_at: at, lease_id: null, sent_at: null };
  const given: Record<string, TableRow[]> = {
    lead_submissions: rows,
    lead_contexts: rows.map(({ id }) => ({ lead_id: id, source: "wire", due_at: at, answered_at: null })),
    deliveries: rows.flatMap(({ id }) =>
      Object.entries(kinds).map(([kind, target]): TableRow => {
        return { id: randomUUID(), lead_id: id, kind, target, ...due, last_error: null };
      }),
    ),
  };
  const store = await openTables({ dataDir: "", databaseUrl: url }, "new or existing", () => {});
  for (const table of TABLES) {
    const all = given[table.name] ?? [];
    const missing = Object.fromEntries(table.columns.map((column) => [column, null]));
    for (let from = 0; from < all.length; from += 500)
      await store.put(
        table,
        all.slice(from, from + 500).map((row) => ({ ...missing, ...row })),
      );
  }
  await store.close();
  const arrived = () => {
    const ids = [
      ...mailServer.mails.map(({ raw }) => messageId(raw)),
      ...receiver.events.map(({ headers }) => headers["webhook-id"] ?? ""),
    ];
    return new Map([...Map.groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length]));
  };
  return { env, url, arrived };
}

function untilTold(url: string): Promise<void> {
  const open = "SELECT count(*) FROM nightshift.deliveries WHERE state = 'due'";
  return vi.waitFor(async () => expect(await rowsOf(url, open)).toBe(0), { timeout: 180_000, interval: 100 });
}

test.each([1, 2, 4, 8])("deliveries a second with %i workers, none sent twice", async (workers) => {
  const { env, url, arrived } = await leadsToTell();
  const start = performance.now();
  const running = await started(workers, () => startWorkerProcess(env));
  await untilTold(url);
  const rate = (3 * LEADS_TO_TELL * 1_000) / (performance.now() - start);
  const cost = running.reduce((sum, { pid }) => sum + processorMs(pid), 0) / (3 * LEADS_TO_TELL);
  const times = [...arrived().values()];
  expect(times).toHaveLength(3 * LEADS_TO_TELL);
  expect(times.filter((often) => often > 1)).toEqual([]);
  lines.push(
    `deliveries, ${workers} workers: ${Math.round(rate)} a second; ${cost.toFixed(2)} ms of a processor each; 0 twice`,
  );
});

test("each of four workers is killed in turn: no delivery is lost, and duplicates have the id of the first", async () => {
  const { env, url, arrived } = await leadsToTell();
  const workers: RunningProcess[] = await started(4, () => startWorkerProcess(env));
  for (const [index, worker] of workers.entries()) {
    const enough = arrived().size + 300;
    await vi.waitUntil(() => arrived().size >= enough, { timeout: 60_000 });
    await worker.kill("SIGKILL");
    workers[index] = await startWorkerProcess(env);
  }
  const outbox = postgresOutbox(url);
  // A killed worker's leases end after three minutes; here they end at once, and those of others with them.
  const timer = setInterval(() => void outbox.letTimePass(), 5_000);
  onTestFinished(() => clearInterval(timer));
  await untilTold(url);
  const times = [...arrived().values()];
  expect(times).toHaveLength(3 * LEADS_TO_TELL);
  const twins = times.reduce((sum, often) => sum + often - 1, 0);
  lines.push(`deliveries while each of 4 is killed: ${times.length}, 0 lost, ${twins} twins under one id`);
  expect(twins).toBeLessThanOrEqual(4 * AT_ONCE * 4);
});
