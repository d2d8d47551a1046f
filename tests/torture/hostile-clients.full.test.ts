/** Clients that hold their connections: their cost in memory and time while honest visitors sendRequest leads. */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../fakes/server.ts";
import { LEADS_PATH } from "../wire/wire-request.ts";
import { newScene, often } from "./scene.ts";

const CLIENTS = often(1_000, 200);
const WAIT_MS = often(10_000, 500);
/** A body of 64 KB for each, its read buffer, and memory that is not collected yet. */
const MOST_MB = 250;
const PATIENCE_MS = 5_000;

const HEAD = "Host: x\r\n";
const POST = `POST ${LEADS_PATH} HTTP/1.1\r\n${HEAD}`;
const PIPELINE = `GET / HTTP/1.1\r\n${HEAD}\r\n`.repeat(1_000);

/** Each kind of client: its first bytes, the bytes every tenth of a second after that, and the count if it differs. */
const KINDS: Record<string, [first: string, more: string, clients?: number]> = {
  "send nothing": ["", ""],
  "send a header letter by letter": [`GET / HTTP/1.1\r\n${HEAD}X-Slow: `, "x"],
  "send 16 KB of endless headers": [`GET / HTTP/1.1\r\n${HEAD}X-Long: ${"x".repeat(15_000)}`, "x"],
  "send a body letter by letter": [`${POST}Content-Length: 60000\r\n\r\n{`, " "],
  "send most of a body of 64 KB and wait": [`${POST}Content-Length: 65000\r\n\r\n${" ".repeat(60_000)}`, ""],
  "send an endless body": [`${POST}Transfer-Encoding: chunked\r\n\r\n`, `4000\r\n${"x".repeat(0x4000)}\r\n`],
  "request 1,000 pages at once and read none": [PIPELINE, "", CLIENTS / 10],
};

const rss = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

function hold(port: number, first: string, more: string): Socket {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write(first);
  // The client reads no response.
  socket.pause();
  const dripping = setInterval(() => more !== "" && socket.writable && socket.write(more), 100);
  socket.on("close", () => clearInterval(dripping));
  return socket;
}

test.skipIf(process.platform !== "linux")("1,000 clients that hold their connections", async (context) => {
  const scene = await newScene();
  const { flood } = scene;
  const site = await scene.site();
  const stop = flood.start(site.port, 2, { pause: 200 });
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, rss(site.pid))), 50);
  // These clients do not affect the cost of leads, so few leads are enough.
  await sleep(2 * WAIT_MS);
  const before = most;
  const costs = [`without them p99 ${p99(flood.times.splice(0))}`];
  for (const [kind, [first, more, clients = CLIENTS]] of Object.entries(KINDS)) {
    const sockets = Array.from({ length: clients }, () => hold(site.port, first, more));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await sleep(WAIT_MS);
    const asked = performance.now();
    expect((await sendRequest(site.port, { path: "/" })).status).toBe(200);
    expect(performance.now() - asked).toBeLessThan(PATIENCE_MS);
    for (const socket of sockets) socket.destroy();
    costs.push(`${kind}: p99 ${p99(flood.times.splice(0))}`);
  }
  clearInterval(watch);
  await stop();
  expect(flood.cut).toBe(0);
  expect(most - before).toBeLessThan(MOST_MB);
  const also = `memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most; leads meanwhile: ${costs.join(", ")}`;
  const fault = `${CLIENTS.toLocaleString("en-US")} clients that hold their connections`;
  await scene.expectKept(context, { fault, times: `${WAIT_MS / 1000} s per kind`, also }, site);
});

function p99(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${(sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(0)} ms`;
}
