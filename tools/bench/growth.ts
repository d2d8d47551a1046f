/** `npm run bench:growth`: how cost grows with leads, on both stores. Sizes: `npm run bench:growth -- 300000`. */
import { statSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { createRemoteAdmin } from "../../cli/connection/remote-admin.ts";
import type { Input } from "../../contract/admin-operations.ts";
import type { LeadFilter } from "../../contract/leads-admin.ts";
import { openTables, sqlitePath } from "../../server/storage/open-store.ts";
import { fillYear } from "../../tests/fakes/year-of-leads.ts";
import { leadTo } from "./load.ts";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { startOurs, type Ours } from "./servers.ts";
import { peakMb } from "./usage.ts";
import { findPostgres } from "../../tests/machine/postgres.ts";
import { startPrivateServer } from "../../tests/fakes/private-server.ts";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const TRIES = 7;
const INSERTS = 200;
const PAGE_SIZE = 25;

type Narrow = Pick<Input<"list">, "service" | "source" | "since">;

buildWhenStale();
const named = process.argv.slice(2).map(Number);
const sizes = named.length > 0 ? named : SIZES;
console.log(`${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}`);
console.log(`Milliseconds, medians of ${TRIES}; load of the machine before: ${loadavg()[0]?.toFixed(1)}`);

const postgres = findPostgres();
for (const size of sizes) {
  await measure("SQLite", size, {}, (folder) => Promise.resolve(statSync(sqlitePath(folder)).size));
  if (postgres === undefined) continue;
  const database = await startPrivateServer(postgres, { fsync: "on", full_page_writes: "on" });
  await measure("PostgreSQL", size, { DATABASE_URL: database.url }, () => grown(database.url));
  await database.remove();
}

async function measure(
  store: string,
  leads: number,
  env: { DATABASE_URL?: string },
  sizeOf: (folder: string) => Promise<number>,
): Promise<void> {
  const folder = newFolder();
  const databaseUrl = env.DATABASE_URL;
  const tables = await openTables({ dataDir: folder, databaseUrl }, "new or existing", console.log);
  await fillYear(tables, leads, Date.now());
  await tables.close();
  const start = () => startOurs({ ...env, WORKER: "off" }, folder);
  const [first, filled] = await timed(start);
  // The first start adds rows beside each lead while the site answers. The newest lead gets them last, and a search
  // may meanwhile take longer than its time limit.
  while ((await list(filled, "all", `visitor${leads - 1}@`).catch(() => 0)) === 0) await wait(1_000);
  await filled.stop();
  const size = await sizeOf(folder);
  const [second, server] = await timed(start);
  const inserts = await times(INSERTS, () => insert(server));
  const month = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString();
  const row = {
    store,
    leads,
    "size MB": size / 1e6,
    "first start": first,
    start: second,
    "insert p50": at(inserts, 0.5),
    p99: at(inserts, 0.99),
    "worst beside searches": await worstBesideSearch(server),
    inbox: await median(() => inbox(server)),
    "by a common service": await median(() => inbox(server, { service: "ai-chatbot" })),
    "by a rare service": await median(() => inbox(server, { service: "custom-ai-automation" })),
    "by all three": await median(() =>
      inbox(server, { service: "ai-chatbot", source: "google", since: month }),
    ),
    "last page": await median(() => list(server, "all", "", Math.floor(leads / PAGE_SIZE) - 1)),
    "rare word": await median(() => list(server, "all", "zebrafinch")),
    "in every lead": await median(() => list(server, "all", "missed calls")),
    "two letters": await median(() => list(server, "all", "ll")),
    metrics: await median(() => metrics(server)),
    "memory MB": peakMb(server.pid),
  };
  for (const [name, figure] of Object.entries(row))
    console.log(name.padEnd(24), typeof figure === "number" ? Math.round(figure * 10) / 10 : figure);
  console.log();
  await server.stop();
}

/** The slowest of the leads that are sent during continuous searches. */
async function worstBesideSearch(server: Ours): Promise<number> {
  const ended = new AbortController();
  const search = async () => {
    while (!ended.signal.aborted) await list(server, "all", "missed calls");
  };
  const searching = search();
  const inserts = await times(INSERTS, () => insert(server));
  ended.abort();
  await searching;
  return at(inserts, 1);
}

async function insert(server: Ours): Promise<void> {
  const { url, ...lead } = leadTo(server);
  const answer = await fetch(url, lead);
  await answer.arrayBuffer();
  if (answer.status !== 201) throw new Error(`A lead was answered with ${answer.status}.`);
}

async function list({ origin, secretKey }: Ours, filter: LeadFilter, search = "", page = 1): Promise<number> {
  const admin = createRemoteAdmin({ origin, secretKey });
  const answer = await admin.list({ filter, search, page, size: PAGE_SIZE });
  if (answer.kind !== "ok") throw new Error(`The list was answered: ${answer.kind}.`);
  return answer.value.total;
}

/** The queries of one inbox page. */
async function inbox(server: Ours, narrow: Narrow = {}): Promise<void> {
  const admin = createRemoteAdmin(server);
  const filter = Object.keys(narrow).length > 0 ? "all" : "open";
  await Promise.all([
    admin.list({ filter, search: "", page: 1, size: PAGE_SIZE, ...narrow }),
    admin.overview({ days: 30, timeZone: "UTC", ...narrow }),
  ]);
}

async function metrics({ origin, secretKey }: Ours): Promise<void> {
  const answer = await fetch(`${origin}/metrics`, { headers: { apikey: secretKey } });
  await answer.arrayBuffer();
}

/** Vacuums, because autovacuum has done so after a year, if not a minute after a million rows. @returns bytes */
async function grown(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("VACUUM (ANALYZE)");
  const { rows } = await client.query("SELECT pg_database_size(current_database())::float8 AS size");
  await client.end();
  return Number(rows[0]?.size);
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, value: T]> {
  const begin = performance.now();
  const value = await work();
  return [performance.now() - begin, value];
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n++) all.push((await timed(work))[0]);
  return all.toSorted((a, b) => a - b);
}

async function median(work: () => Promise<unknown>): Promise<number> {
  return at(await times(TRIES, work), 0.5);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
