/** `npm run bench`: pages and leads a second, beside nginx and a handler that only stores rows. */
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
import { LEADS_TABLE } from "../contract/lead.ts";
import { REST_PATH, SCHEDULE_PATH } from "../contract/routes.ts";
import { buildProgramWhenStale, DIST } from "../scripts/build/build-folder.ts";
import { LEAD } from "../tests/support/leads.ts";
import { nginxWith } from "../tests/e2e/proxy.ts";
import { openSite } from "../tests/e2e/site.ts";
import { freePort } from "../tests/machine/free-port.ts";
import { newFolder } from "../tests/machine/new-folder.ts";
import { findProgram } from "../tests/machine/programs.ts";

const ROUNDS = 3;
const MIDDLE = Math.floor(ROUNDS / 2);
const SECONDS = 5;
const CONNECTIONS = 64;
const START_TIMEOUT_MS = 60_000;

interface Running {
  origin: string;
  close: () => Promise<void>;
}

interface Load {
  name: string;
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  failed: number;
}

const NGINX = "nginx, the same bytes";
const BARE = "bare node:http, one row as durable";

/** What each is compared with. */
const BESIDE: Record<string, string> = {
  "page /": NGINX,
  "page /schedule": NGINX,
  "a lead (fsynced), with its mails": BARE,
};

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

/** Waits until it answers. */
async function start(command: string, args: string[], port: number): Promise<Running> {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const close = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const origin = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) return { origin, close };
    await wait(20);
  }
  await close();
  throw new Error(`Nothing answered at ${origin}.`);
}

/** Serves our precompressed page as it is. */
async function startNginx(program: string): Promise<Running> {
  const folder = newFolder();
  const port = await freePort();
  const html = readFileSync(join(DIST, "site", "index.html"));
  writeFileSync(join(folder, "index.html"), brotliCompressSync(html));
  const server = `server { listen 127.0.0.1:${port}; root ${folder}; add_header Content-Encoding br; }`;
  const http = `types { text/html html; } sendfile on; keepalive_requests 1000000; ${server}`;
  return start(program, nginxWith(folder, http), port);
}

async function startBare(): Promise<Running> {
  const port = await freePort();
  const args = [import.meta.filename, "bare", join(newFolder(), "leads.db"), String(port)];
  return start(process.execPath, args, port);
}

async function load(name: string, options: autocannon.Options): Promise<Load> {
  const settings = { connections: CONNECTIONS, workers: 2, ...options };
  // In the first seconds the engine compiles the code that it will run for days.
  await autocannon({ ...settings, duration: 2 });
  const { requests, latency, non2xx, errors } = await autocannon({ ...settings, duration: SECONDS });
  return { name, perSecond: requests.total / SECONDS, p99: latency.p99, failed: non2xx + errors };
}

const loadPage = (name: string, { origin }: Pick<Running, "origin">, path: string) =>
  load(name, { url: origin + path, headers: { "accept-encoding": "br" } });

function sendLeads(name: string, { origin }: Pick<Running, "origin">, apikey: string) {
  const headers = { "content-type": "application/json", apikey, prefer: "return=minimal" };
  const url = `${origin}${REST_PATH}/${LEADS_TABLE}`;
  return load(name, { url, method: "POST", headers, body: JSON.stringify(LEAD) });
}

async function bench(): Promise<void> {
  buildProgramWhenStale();
  const { length: cores, 0: core } = cpus();
  console.log(`${cores} x ${core?.model ?? "unknown processor"}, Node ${process.version}`);
  const nginx = findProgram("nginx");
  const [ours, bare] = [await openSite(), await startBare()];
  const files = nginx === undefined ? undefined : await startNginx(nginx);
  const loads: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    loads.push(await loadPage("page /", ours, "/"));
    if (files) loads.push(await loadPage(NGINX, files, "/"));
    loads.push(await loadPage("page /schedule", ours, SCHEDULE_PATH));
    loads.push(await sendLeads("a lead (fsynced), with its mails", ours, ours.keys().publicKey));
    loads.push(await sendLeads(BARE, bare, ""));
  }
  for (const server of [ours, bare, files]) await server?.close();
  console.log(`${CONNECTIONS} connections by autocannon on the same machine, medians of ${ROUNDS} rounds`);
  const medians = Object.values(Object.groupBy(loads, ({ name }) => name)).flatMap((rounds = []) =>
    rounds.toSorted((a, b) => a.perSecond - b.perSecond).slice(MIDDLE, MIDDLE + 1),
  );
  const perSecond = new Map(medians.map((median) => [median.name, median.perSecond]));
  console.table(
    medians.map((median) => {
      const beside = perSecond.get(BESIDE[median.name] ?? "");
      return { ...median, "of the one beside it": beside && (median.perSecond / beside).toFixed(2) };
    }),
  );
}

const [, , mode, path = "", port] = process.argv;
if (mode === "bare") serveBare(path, Number(port));
else await bench();
