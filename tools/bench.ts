/** `npm run bench`: pages and leads a second, beside nginx and a handler that only stores the row. Rounds are interleaved. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { cpus } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import autocannon from "autocannon";
import * as v from "valibot";
import { LEADS_TABLE } from "../contract/lead.ts";
import { REST_PATH, SCHEDULE_PATH } from "../contract/routes.ts";
import { buildProgramWhenStale, DIST } from "../scripts/build/build-folder.ts";
import { root } from "../scripts/root.ts";
import { withEnv } from "../server/settings/env.ts";
import { LEAD } from "../tests/support/leads.ts";
import { nginxWith } from "../tests/e2e/proxy.ts";
import { freePort } from "../tests/machine/free-port.ts";
import { newFolder } from "../tests/machine/new-folder.ts";
import { findProgram } from "../tests/machine/programs.ts";

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 64;
const START_TIMEOUT_MS = 60_000;

interface Running {
  origin: string;
  stop: () => Promise<void>;
}

interface Load {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  failed: number;
}

const NGINX = "nginx, the same bytes";
const BARE = "bare node:http, one row as durable";

interface Row {
  name: string;
  measure: () => Promise<Load>;
  /** The row that this one is compared with. */
  beside?: string;
}

/** The least that stores a lead: one row, as durable as ours. */
function serveBare(path: string, port: number): void {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE leads (lead TEXT)");
  const insert = db.prepare("INSERT INTO leads VALUES (?)");
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    insert.run(body);
    response.writeHead(201, { "content-type": "application/json" }).end(body);
  };
  createServer((request, response) => void answer(request, response)).listen(port, "127.0.0.1");
}

/** Waits until it answers. @param path answers once it is ready */
async function start(
  command: string,
  args: string[],
  port: number,
  path: string,
  env = {},
): Promise<Running> {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"], env: withEnv(env) });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const origin = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(origin + path).catch(() => undefined);
    if (answer?.ok) return { origin, stop };
    await wait(20);
  }
  await stop();
  throw new Error(`Nothing answered at ${origin}.`);
}

async function startOurs(): Promise<Running & { publicKey: string }> {
  const port = await freePort();
  const folder = newFolder();
  // The bench measures the server, not its refusals.
  const limits = { RATE_LIMIT_TOTAL_PER_MINUTE: "0" };
  const env = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: folder, ...limits };
  const args = [join(root, "server", "main.ts")];
  const running = await start(process.execPath, args, port, "/readyz", env);
  const keys: unknown = JSON.parse(readFileSync(join(folder, "keys.json"), "utf8"));
  return { ...running, ...v.parse(v.object({ publicKey: v.string() }), keys) };
}

/** Serves our precompressed page as it is. */
async function startNginx(program: string): Promise<Running> {
  const folder = newFolder();
  const port = await freePort();
  const html = readFileSync(join(DIST, "site", "index.html"));
  writeFileSync(join(folder, "index.html"), brotliCompressSync(html));
  const server = `server { listen 127.0.0.1:${port}; root ${folder}; add_header Content-Encoding br; }`;
  const http = `types { text/html html; } sendfile on; keepalive_requests 1000000; ${server}`;
  return start(program, nginxWith(folder, http), port, "/");
}

async function startBare(): Promise<Running> {
  const port = await freePort();
  const args = [import.meta.filename, "bare", join(newFolder(), "leads.db"), String(port)];
  return start(process.execPath, args, port, "/");
}

async function load(server: Running, path: string, lead?: { publicKey: string }): Promise<Load> {
  const headers: Record<string, string> = lead
    ? { "content-type": "application/json", apikey: lead.publicKey, prefer: "return=minimal" }
    : { "accept-encoding": "br" };
  const request = lead ? { method: "POST" as const, body: JSON.stringify(LEAD) } : {};
  const settings = { url: server.origin + path, headers, connections: CONNECTIONS, workers: 2, ...request };
  // In the first seconds the engine compiles the code that it will run for days.
  await autocannon({ ...settings, duration: 2 });
  const { requests, latency, non2xx, errors } = await autocannon({ ...settings, duration: SECONDS });
  return { perSecond: requests.total / SECONDS, p99: latency.p99, failed: non2xx + errors };
}

async function bench(): Promise<void> {
  buildProgramWhenStale();
  console.log(`${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}`);
  const nginx = findProgram("nginx");
  const [ours, bare] = [await startOurs(), await startBare()];
  const files = nginx === undefined ? undefined : await startNginx(nginx);
  const leads = `${REST_PATH}/${LEADS_TABLE}`;
  const rows: Row[] = [
    { name: "page /", measure: () => load(ours, "/"), beside: NGINX },
    ...(files ? [{ name: NGINX, measure: () => load(files, "/") }] : []),
    { name: "page /schedule", measure: () => load(ours, SCHEDULE_PATH), beside: NGINX },
    { name: "a lead (fsynced), with its mails", measure: () => load(ours, leads, ours), beside: BARE },
    { name: BARE, measure: () => load(bare, leads, { publicKey: "" }) },
  ];
  const loads: [name: string, load: Load][] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const { name, measure } of rows) loads.push([name, await measure()]);
  for (const server of [ours, bare, files]) await server?.stop();
  print(rows, loads);
}

function print(rows: readonly Row[], loads: readonly [name: string, load: Load][]): void {
  const medianOf = (name: string | undefined) => {
    const ofRow = loads.filter(([row]) => row === name).map(([, each]) => each);
    return ofRow.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(ofRow.length / 2)];
  };
  console.log(`${CONNECTIONS} connections by autocannon on the same machine, medians of ${ROUNDS} rounds`);
  console.log(`${"".padEnd(36)}requests/s    p99 ms    failed  of the one beside it`);
  for (const { name, beside } of rows) {
    const { perSecond = 0, p99 = 0, failed = 0 } = medianOf(name) ?? {};
    const columns = [perSecond, p99, failed].map((figure) => figure.toFixed(1).padStart(10)).join("");
    const other = medianOf(beside)?.perSecond;
    const ratio = other === undefined ? "" : (perSecond / other).toFixed(2).padStart(22);
    console.log(name.padEnd(36) + columns + ratio);
  }
}

const [, , mode, path = "", port] = process.argv;
if (mode === "bare") serveBare(path, Number(port));
else await bench();
