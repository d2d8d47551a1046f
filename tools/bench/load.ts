/** Load on one address, by autocannon from two threads. */
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { OBJECT_MEDIA_TYPE } from "../../contract/rest-api.ts";
import { REST_PATH } from "../../contract/routes.ts";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { LEAD } from "../../tests/fakes/leads.ts";
import type { Running } from "./servers.ts";
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

export function leadTo({ origin, publicKey = "" }: { origin: string; publicKey?: string }): LoadRequest {
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
  const settings = { connections, duration: SECONDS, workers: 2 };
  const { requests, latency, non2xx, errors } = await autocannon({ ...asked, ...settings });
  return { requests: requests.total, p99: latency.p99, failed: non2xx + errors };
}
