/** `npm run bench`: the cost of pages for a visitor, and the server's load beside nginx. Rounds are interleaved. */
import { appendFileSync, cpSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { HOUR_MS } from "../../contract/durations.ts";
import { ROUTES, SCHEDULE_PATH, TIMES_PATH } from "../../contract/routes.ts";
import { loadPage, loadPost, overload, wrk, type Load } from "./load.ts";
import { startBare, startNginx, startOurs, startOursOnPostgres, type Running } from "./servers.ts";
import { peakMb } from "./usage.ts";
import { builtFolder, buildWhenStale } from "../../scripts/build/build-folder.ts";
import { SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { openTimes } from "../../server/calls/open-times.ts";
import { content } from "../../tests/content.ts";
import { findOrInstallChromium } from "../../tests/machine/browsers.ts";
import { newFolder } from "../../tests/machine/new-folder.ts";

const ROUNDS = 3;
const STARTS = 7;
/** A restart must not be noticed: visitors wait for it at the socket. */
const LONGEST_START_MS = 500;

buildWhenStale();
const ours = await startOurs();
const shared = await startOursOnPostgres();
const nginx = await startNginx(join(builtFolder(), "site", "index.html"));
console.log(`${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}\n`);

const start = await measureStart();
if (start.ms > LONGEST_START_MS) process.exitCode = 1;
console.log(
  `A site answers ${Math.round(start.ms)} ms after its start, at most ${LONGEST_START_MS}; ` +
    `${Math.round(start.rendering)} ms when it renders content first\n`,
);

const [cold, warm] = [measureOpenTimes(), measureOpenTimes()];
console.log(
  `Open times of 60 days beside 400 busy times: ${cold.ms.toFixed(1)} ms cold, ${warm.ms.toFixed(1)} ms warm, ${cold.times} found\n`,
);

console.log("Bytes on the wire (brotli)      requests     bytes");
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ["--no-sandbox"] });
for (const { path } of ROUTES) {
  const page = await browser.newPage();
  await page.goto(ours.origin + path, { waitUntil: "load" });
  console.log(`${path} until load`.padEnd(30) + columns(...(await transferred(page))));
  await page.waitForLoadState("networkidle");
  console.log(`${path} when idle`.padEnd(30) + columns(...(await transferred(page))));
}
await browser.close();

/** Rows that store have a server each: deliveries that are due after a round would disturb the next. */
const rows: Record<string, () => Promise<Load | undefined>> = {
  "page /": () => loadPage(ours),
  "nginx, the same bytes": async () => nginx && loadPage(nginx, "/index.html"),
  "page /schedule": () => loadPage(ours, SCHEDULE_PATH),
  "open times, /schedule/times": () => loadPage(ours, TIMES_PATH),
  "a lead (fsynced)": () => on(startOurs()),
  "bare node:http, the same rows as durable": () => on(startBare()),
  "a lead on PostgreSQL (fsynced)": async () => shared && loadPost(shared),
};
const loads: [name: string, load: Load][] = [];
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, measure] of Object.entries(rows)) {
    const seen = await measure();
    if (seen) loads.push([name, seen]);
  }
}
await Promise.all([shared?.stop(), nginx?.stop()]);

console.log(
  `\n64 connections by ${wrk ?? "autocannon, which may be the slower one"}, medians of ${ROUNDS} rounds; `,
);
console.log("server and clients on one core each where taskset and two cores are there");
console.log(`${"".padEnd(42)}requests/s   p99 ms   failed   CPU us a request`);
for (const name of Object.keys(rows)) {
  const load = median(name);
  if (!load) console.log(`${name}: not installed, so there is no row for it`);
  else
    console.log(name.padEnd(42) + columns(load.requestsPerSecond, load.p99, load.failed, load.microseconds));
}
ratio("page /", "nginx, the same bytes");
ratio("page /schedule", "page /");
ratio("open times, /schedule/times", "page /");
ratio("a lead (fsynced)", "bare node:http, the same rows as durable");

console.log("\nMore than it can take      offered/s  stored/s    shed/s    p99 ms of stored   memory MB");
for (const connections of [64, 640]) {
  const flooded = await startOurs();
  const { offered, accepted, shed, p99 } = await overload(flooded, connections);
  const figures = columns(offered, accepted, shed, p99, peakMb(flooded.pid));
  console.log(`${connections} connections`.padEnd(26) + figures);
  await flooded.stop();
}
await ours.stop();

async function on(starting: Promise<Running & { publicKey?: string }>): Promise<Load> {
  const server = await starting;
  const load = await loadPost(server);
  await server.stop();
  return load;
}

function median(name: string): Load | undefined {
  const seen = loads.filter(([of]) => of === name).map(([, load]) => load);
  const sorted = seen.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle && { ...middle, failed: seen.reduce((sum, { failed }) => sum + failed, 0) };
}

function ratio(name: string, peer: string): void {
  const [one, other] = [median(name), median(peer)];
  if (!one || !other) return;
  const requests = (one.requestsPerSecond / other.requestsPerSecond).toFixed(2);
  const cpu = (one.microseconds / other.microseconds).toFixed(2);
  console.log(`${name} to ${peer}: ${requests} of the requests, ${cpu} times the CPU for each`);
}

function columns(...figures: number[]): string {
  return figures.map((figure) => String(Math.round(figure * 10) / 10).padStart(10)).join("");
}

/** How many requests the page has made, and the bytes of their answers with headers. */
function transferred(page: Page): Promise<[requests: number, bytes: number]> {
  return page.evaluate(() => {
    const sizes = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .map((entry) => ("transferSize" in entry ? Number(entry.transferSize) : 0))
      .filter((bytes) => bytes > 0);
    return [sizes.length, sizes.reduce((sum, bytes) => sum + bytes, 0)];
  });
}

/**
 * Finds the open times of 60 days beside 400 busy times, spread over the days; every other one is a call.
 * @returns milliseconds, and the number of open times
 */
function measureOpenTimes(): { ms: number; times: number } {
  const now = Date.parse("2027-02-10T00:00:00Z");
  const zone = { timeZone: "America/New_York", stepMinutes: 20, horizonDays: 60 };
  const busy = Array.from({ length: 400 }, (_, index) => {
    const at = now + index * 3.6 * HOUR_MS;
    const [startsAt, endsAt] = [new Date(at).toISOString(), new Date(at + HOUR_MS / 2).toISOString()];
    return index % 2 === 0 ? { startsAt, endsAt } : { startsAt, endsAt, call: true as const };
  });
  const begin = performance.now();
  const { times } = openTimes({ ...content.workingHours, ...zone }, busy, now);
  return { ms: performance.now() - begin, times: times.length };
}

/** How long a site with content of its own takes until it answers. @returns milliseconds: rendering, and the median after it */
async function measureStart(): Promise<{ rendering: number; ms: number }> {
  const contentDir = newFolder();
  cpSync(SAMPLE_CONTENT, contentDir, { recursive: true });
  appendFileSync(join(contentDir, "site.yaml"), "\n# An own folder.\n");
  const env = { CONTENT_DIR: contentDir, NODE_COMPILE_CACHE: newFolder() };
  const dataDir = newFolder();
  const times: number[] = [];
  for (let round = 0; round <= STARTS; round++) {
    const begin = performance.now();
    const site = await startOurs(env, dataDir);
    times.push(performance.now() - begin);
    await site.stop();
  }
  const [rendering = 0, ...others] = times;
  return { rendering, ms: others.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0 };
}
