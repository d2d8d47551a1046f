/** Rare moments of the process: a busy start, a log that nobody reads, unexpected exceptions, other signals. */
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { startRequest } from "./half-request.ts";
import { newHome } from "../support/home.ts";
import { startProcess } from "../support/process.ts";
import { sendRequest } from "../support/server.ts";

/** Megabytes. Source: Linux, proc(5). */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

test("the process keeps serving when nobody reads its log any more", async () => {
  const server = await startProcess(newHome());
  server.stopReading();
  for (let n = 0; n < 3; n++) expect((await sendRequest(server.port, { path: "/" })).status).toBe(200);
  expect(await server.kill("SIGTERM")).toBe(0);
  expect(server.stderr()).toBe("");
});

test("the process keeps serving, and says so, after an unexpected exception", async () => {
  const faults = `process.on("SIGUSR2", () => {
    setTimeout(() => { throw new Error("in a timer") });
    Promise.reject(new Error("in a promise"));
  })`;
  const server = await startProcess({
    ...newHome(),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faults)}`,
  });
  server.signal("SIGUSR2");
  for (const fault of [/"level":60.*in a timer/, /"level":60.*in a promise/])
    await vi.waitFor(() => expect(server.stdout()).toMatch(fault), 10_000);
  expect((await sendRequest(server.port, { path: "/readyz" })).status).toBe(200);
  expect(await server.kill("SIGTERM")).toBe(0);
});

test.runIf(process.platform === "linux")(
  "the process drops log lines while nobody reads them, and says how many",
  async () => {
    const server = await startProcess(newHome({}));
    server.pauseReading();
    const before = memoryOf(server.pid);
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    onTestFinished(() => agent.destroy());
    const ask = () =>
      new Promise<void>((resolve, reject) => {
        const at = { port: server.port, path: "/healthz", agent };
        get(at, (response) => response.resume().on("end", resolve)).on("error", reject);
      });
    for (let n = 0; n < 400; n++) await Promise.all(Array.from({ length: 20 }, ask));
    expect(memoryOf(server.pid) - before).toBeLessThan(60);
    server.goOnReading();
    await vi.waitFor(async () => {
      await ask();
      expect(server.stdout()).toMatch(/"dropped":\d+,"msg":"log lines were dropped: nobody read them"/);
    }, 10_000);
  },
  60_000,
);

test.each([
  ["idle connections", ""],
  ["a header that never ends", "POST /book-call HTTP/1.1\r\nHost: x\r\nContent-"],
  ["a request that never ends", "POST /book-call HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"],
])("stopping does not wait for %s", async (_what, next) => {
  const server = await startProcess(newHome());
  const socket = connect(server.port, "127.0.0.1").on("error", () => {});
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => socket.once("data", resolve));
  socket.write(next);
  const asked = performance.now();
  expect(await server.kill("SIGTERM")).toBe(0);
  expect(performance.now() - asked).toBeLessThan(5_000);
  socket.destroy();
});

test("stopping ends at once at a second signal", async () => {
  const server = await startProcess(newHome());
  // A request that never ends keeps the first signal waiting.
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write("POST /rest/v1/lead_submissions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
  await sleep(100);
  server.signal("SIGTERM");
  await sleep(1_200);
  expect(await server.kill("SIGTERM")).toBe(1);
  socket.destroy();
});

test.each<NodeJS.Signals>(["SIGINT", "SIGHUP"])(
  "stopping by %s from a terminal and again from its parent, finishes its requests",
  async (signal) => {
    const server = await startProcess(newHome());
    const request = await startRequest(server.port);
    server.signal(signal);
    await sleep(50);
    server.signal(signal);
    await sleep(100);
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 401 /);
    expect(await server.exited).toBe(0);
  },
);
