/** `npm run bench`: pages and leads a second, compared with nginx and a bare handler. */
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

interface Load {
  name: string;
  perSecond: number;
  /** In milliseconds. */
  p99: number;
  failed: number;
}

const NGINX = "nginx, the built file of page /";
const BARE = "bare node:http, one fsynced row";

const COMPARED_WITH: Record<string, string> = {
  "page /": NGINX,
  "page /schedule": NGINX,
  "a lead (fsynced), with its mails": BARE,
};

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

async function start(command: string, args: string[], port: number): Promise<string> {
  const child = spawn(command, args, { stdio: "ignore" });
  child.unref();
  process.once("exit", () => child.kill());
  const origin = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) return origin;
    await wait(20);
  }
  throw new Error(`${command} ended with ${child.exitCode}.`);
}

async function startNginx(program: string): Promise<string> {
  const folder = newFolder();
  const port = await freePort();
  const html = readFileSync(join(DIST, "site", "index.html"));
  writeFileSync(join(folder, "index.html"), brotliCompressSync(html));
  const server = `server { listen 127.0.0.1:${port}; root ${folder}; add_header Content-Encoding br; }`;
  const http = `types { text/html html; } sendfile on; keepalive_requests 1000000; ${server}`;
  return start(program, nginxWith(folder, http), port);
}

async function startBare(): Promise<string> {
  const port = await freePort();
  const args = [import.meta.filename, "bare", join(newFolder(), "leads.db"), String(port)];
  return start(process.execPath, args, port);
}

async function load(name: string, options: autocannon.Options): Promise<Load> {
  const settings = { connections: CONNECTIONS, workers: 2, duration: SECONDS, ...options };
  // This run does not count, since the engine still compiles the code.
  await autocannon({ ...settings, duration: 2 });
  const { requests, latency, non2xx, errors } = await autocannon(settings);
  return { name, perSecond: requests.total / SECONDS, p99: latency.p99, failed: non2xx + errors };
}

const loadPage = (name: string, url: string) => load(name, { url, headers: { "accept-encoding": "br" } });

function sendLeads(name: string, origin: string, apikey: string) {
  const headers = { "content-type": "application/json", apikey, prefer: "return=minimal" };
  const url = `${origin}${REST_PATH}/${LEADS_TABLE}`;
  return load(name, { url, method: "POST", headers, body: JSON.stringify(LEAD) });
}

async function bench(): Promise<void> {
  buildProgramWhenStale();
  const { length: cores, 0: core } = cpus();
  console.log(`${cores} x ${core?.model ?? "unknown processor"}, Node ${process.version}`);
  const nginx = findProgram("nginx");
  const [site, bare] = [await openSite(), await startBare()];
  const files = nginx === undefined ? undefined : await startNginx(nginx);
  const loads: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    loads.push(await loadPage("page /", site.origin));
    if (files) loads.push(await loadPage(NGINX, files));
    loads.push(await loadPage("page /schedule", site.origin + SCHEDULE_PATH));
    loads.push(await sendLeads("a lead (fsynced), with its mails", site.origin, site.keys().publicKey));
    loads.push(await sendLeads(BARE, bare, ""));
  }
  await site.close();
  console.log(`${CONNECTIONS} connections by autocannon on the same machine, medians of ${ROUNDS} rounds`);
  const byName = [...Map.groupBy(loads, ({ name }) => name).values()];
  const median = (all: Load[]) => all.toSorted((a, b) => a.perSecond - b.perSecond)[MIDDLE] ?? [];
  const medians = byName.flatMap(median);
  for (const { name, perSecond, p99, failed } of medians) {
    console.log(`${name}: ${Math.round(perSecond)} a second, p99 ${p99} ms, ${failed} failed`);
    const beside = medians.find((other) => other.name === COMPARED_WITH[name]);
    if (beside) console.log(`  ${(perSecond / beside.perSecond).toFixed(2)} of ${beside.name}`);
  }
}

const [, , mode, path = "", port] = process.argv;
if (mode === "bare") serveBare(path, Number(port));
else await bench();
