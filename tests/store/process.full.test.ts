import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeBuild } from "../support/build.ts";
import { LINK_SECRET } from "../support/outgoing.ts";
import { KEYS, newHome, startProcess } from "../support/process.ts";
import { statusOf, temporaryFolder } from "../support/server.ts";

test("the process keeps serving when nobody reads its log any more", async () => {
  const server = await startProcess(newHome());
  server.child.stdout.destroy();
  for (let n = 0; n < 3; n++)
    expect(await statusOf(server.port, "/")).toBe(200);
  expect(await server.kill("SIGTERM")).toBe(0);
  expect(server.stderr()).toBe("");
});

test("the process logs an unexpected exception and keeps serving", async () => {
  const faults = `process.on("SIGUSR2", () => {
    setTimeout(() => { throw new Error("in a timer") });
    Promise.reject(new Error("in a promise"));
  })`;
  const server = await startProcess({
    ...newHome(),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faults)}`,
  });
  void server.kill("SIGUSR2");
  for (const fault of [/"level":60.*in a timer/, /"level":60.*in a promise/])
    await vi.waitFor(() => expect(server.stdout()).toMatch(fault), 10_000);
  expect(await statusOf(server.port, "/readyz")).toBe(200);
  expect(await server.kill("SIGTERM")).toBe(0);
});

test("stopping waits neither for idle connections nor for a request that never ends, and closes one that goes on asking", async () => {
  const server = await startProcess(newHome());
  const ask = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  let answers = "";
  const asking = connect(server.port, "127.0.0.1").on("error", () => {});
  asking.on("data", (answer) => {
    answers += String(answer);
    asking.write(ask);
  });
  asking.write(ask);
  for (const next of [
    "",
    "POST /book-call HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf",
  ]) {
    const socket = connect(server.port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(ask);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.write(next);
  }
  const begin = performance.now();
  expect(await server.kill("SIGTERM")).toBe(0);
  expect(performance.now() - begin).toBeLessThan(20_000);
  expect(answers.toLowerCase()).toContain("connection: close");
});

test("with all secrets in the environment, a site starts even if it cannot make DATA_DIR", async () => {
  const folder = temporaryFolder();
  const server = await startProcess({
    ...KEYS,
    TEST_DIST: writeBuild(folder),
    DATA_DIR: join(folder, "dist", "manifest.json", "data"),
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
    LINK_SECRET,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString("base64")}`,
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  expect(await statusOf(server.port, "/")).toBe(200);
  expect(await server.kill("SIGTERM")).toBe(0);
});
