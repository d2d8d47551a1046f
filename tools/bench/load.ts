/** Load on one address: by wrk, which keeps up with any server here, else by autocannon from several threads. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import autocannon from "autocannon";
import { OBJECT_MEDIA_TYPE } from "../../contract/rest-api.ts";
import { REST_PATH } from "../../contract/routes.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { LEAD } from "../../tests/fakes/leads.ts";
import { findProgram } from "../../tests/machine/programs.ts";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { onCore, type Running } from "./servers.ts";
import { cpuMs } from "./usage.ts";

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds. */
  p99: number;
  failed: number;
  /** The server's CPU time for each request. */
  microseconds: number;
}

const CONNECTIONS = 64;
const SECONDS = 5;
const VISITORS = 8;
export const wrk = findProgram("wrk");

interface LoadRequest {
  url: string;
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

export function loadPage({ origin, pid }: Running, path = "/"): Promise<Load> {
  return load(pid, { url: origin + path, headers: { "accept-encoding": "br, gzip" } });
}

export function loadPost({ pid, ...server }: Running & { publicKey?: string }): Promise<Load> {
  return load(pid, leadTo(server));
}

function leadTo({ origin, publicKey = "" }: { origin: string; publicKey?: string }): LoadRequest {
  return {
    url: `${origin}${REST_PATH}/${LEADS_TABLE}`,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: OBJECT_MEDIA_TYPE,
      prefer: "return=representation",
      apikey: publicKey,
      authorization: `Bearer ${publicKey}`,
    },
    body: JSON.stringify(LEAD),
  };
}

/** Clients that send again at once, whatever the answer, and visitors beside them, whose leads have the p99. */
export async function overload(server: Running & { publicKey: string }, connections: number) {
  const { url, ...init } = leadTo(server);
  const taken: number[] = [];
  const ended = new AbortController();
  const visitor = async () => {
    while (!ended.signal.aborted) {
      const begin = performance.now();
      const answer = await fetch(url, init);
      await answer.arrayBuffer();
      if (answer.status === 201) taken.push(performance.now() - begin);
      await wait(10);
    }
  };
  const visiting = Promise.all(Array.from({ length: VISITORS }, visitor));
  const { requests, failed } = await flood({ url, ...init }, connections);
  ended.abort();
  await visiting;
  const p99 = taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? 0;
  const [offered, shed] = [requests / SECONDS, failed / SECONDS];
  return { offered, accepted: offered - shed, shed, p99 };
}

async function load(pid: number, asked: LoadRequest): Promise<Load> {
  // In the first seconds the engine compiles the code that it will run for days.
  await flood(asked, CONNECTIONS);
  const before = cpuMs(pid);
  const { requests, ...seen } = await flood(asked, CONNECTIONS);
  const microseconds = ((cpuMs(pid) - before) * 1000) / requests;
  return { requestsPerSecond: requests / SECONDS, microseconds, ...seen };
}

async function flood(asked: LoadRequest, connections: number) {
  if (wrk !== undefined) return byWrk(wrk, asked, connections);
  const settings = { connections, duration: SECONDS, workers: 2 };
  const { requests, latency, non2xx, errors } = await autocannon({ ...asked, ...settings });
  return { requests: requests.total, p99: latency.p99, failed: non2xx + errors };
}

/** Source: wrk, "README" and "SCRIPTING". */
async function byWrk(
  program: string,
  { url, method = "GET", headers, body }: LoadRequest,
  connections: number,
) {
  const script = join(newFolder(), "request.lua");
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"\n`);
  const text = body === undefined ? "nil" : JSON.stringify(body);
  writeFileSync(script, `wrk.method = "${method}"\n${lines.join("")}wrk.body = ${text}\n`);
  const args = ["-t", "1", "-c", String(connections), "-d", `${SECONDS}s`, "--latency", "-s", script, url];
  const { stdout } = await promisify(execFile)(...onCore(1, program, args));
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
  const [, p99 = "0", unit = "ms"] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return {
    requests: number(/(\d+) requests in/),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit === "us" || unit === "s" ? unit : "ms"],
    failed: number(/Non-2xx or 3xx responses: (\d+)/) + number(/timeout (\d+)/),
  };
}
