/** `npm run bench`: pages and leads a second, compared with nginx and a bare handler. */
import { readFileSync, writeFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { cpus } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { brotliCompressSync } from "node:zlib";
import autocannon from "autocannon";
import { LEADS_TABLE } from "../contract/lead/lead.ts";
import { REST_PATH, SCHEDULE_PATH } from "../contract/http/routes.ts";
import { buildProgramWhenStale, DIST } from "../scripts/build/build-folder.ts";
import { LEAD } from "../tests/support/leads.ts";
import { nginxWith, startProgram } from "../tests/e2e/proxy.ts";
import { openSite } from "../tests/e2e/site.ts";
import { freePort } from "../tests/machine/free-port.ts";
import { newFolder } from "../tests/machine/new-folder.ts";
import { findProgram } from "../tests/machine/programs.ts";

const SECONDS = 15;
const CONNECTIONS = 64;

/** Answers each lead as soon as its row is on the disk. */
async function serveBare(port: number) {
  const db = new DatabaseSync(join(newFolder(), "leads.db"));
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE leads (lead TEXT)",
  );
  const insert = db.prepare("INSERT INTO leads VALUES (?)");
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    insert.run(body);
    response.writeHead(201, { "content-type": "application/json" }).end(body);
  };
  const server = createServer(
    (request, response) => void answer(request, response),
  );
  return server.listen(port, "127.0.0.1");
}

/** Serves the built file of the first page. */
function startNginx(port: number) {
  const folder = newFolder();
  const html = readFileSync(join(DIST, "site", "index.html"));
  writeFileSync(join(folder, "index.html"), brotliCompressSync(html));
  const server = `server { listen 127.0.0.1:${port}; root ${folder}; add_header Content-Encoding br; }`;
  const http = `types { text/html html; } sendfile on; keepalive_requests 1000000; ${server}`;
  return startProgram("nginx", nginxWith(folder, http), port);
}

/** @returns the answers a second */
async function load(
  name: string,
  options: autocannon.Options,
): Promise<number> {
  const settings = {
    connections: CONNECTIONS,
    workers: 2,
    duration: SECONDS,
    ...options,
  };
  // This run does not count, since the engine still compiles the code.
  await autocannon({ ...settings, duration: 2 });
  const { requests, latency, non2xx, errors } = await autocannon(settings);
  const perSecond = requests.total / SECONDS;
  const failed = non2xx + errors;
  console.log(
    `${name}: ${Math.round(perSecond)} a second, p99 ${latency.p99} ms, ${failed} failed`,
  );
  return perSecond;
}

const loadPage = (name: string, url: string) =>
  load(name, { url, headers: { "accept-encoding": "br" } });

function sendLeads(name: string, origin: string, apikey: string) {
  const headers = {
    "content-type": "application/json",
    apikey,
    prefer: "return=minimal",
  };
  const url = `${origin}${REST_PATH}/${LEADS_TABLE}`;
  return load(name, {
    url,
    method: "POST",
    headers,
    body: JSON.stringify(LEAD),
  });
}

buildProgramWhenStale();
const { length: cores, 0: core } = cpus();
console.log(
  `${cores} x ${core?.model ?? "unknown processor"}, Node ${process.version}`,
);
console.log(`${CONNECTIONS} connections by autocannon on the same machine`);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;

const site = await openSite();
const home = await loadPage("page /", site.origin);
const schedule = await loadPage("page /schedule", site.origin + SCHEDULE_PATH);
const { publicKey } = site.keys();
const leads = await sendLeads(
  "a lead (fsynced), with its mails",
  site.origin,
  publicKey,
);
await site.close();

const bare = await serveBare(port);
const rows = await sendLeads("bare node:http, one fsynced row", origin, "");
bare.close();
console.log(`Leads: ${(leads / rows).toFixed(2)} of the speed of bare rows.`);

if (findProgram("nginx") !== undefined) {
  const nginx = await startNginx(port);
  const files = await loadPage("nginx, the built file of page /", origin);
  await nginx.close();
  console.log(
    `Of nginx's speed: / ${(home / files).toFixed(2)}, /schedule ${(schedule / files).toFixed(2)}.`,
  );
}
