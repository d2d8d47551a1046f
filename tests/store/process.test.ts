/** The process as an operator sees it: its start, its messages, reasons not to start, and its stop. */
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AGENCY, writeBuild } from "../fakes/build.ts";
import { startRequest } from "../fakes/half-request.ts";
import { KEYS, newHome } from "../fakes/home.ts";
import { LEAD } from "../fakes/leads.ts";
import { startProcess } from "../fakes/process.ts";
import { LINK_SECRET, send, temporaryFolder } from "../fakes/server.ts";
import { post } from "../wire/wire-request.ts";

/** A folder where the address file cannot be written. */
function withoutRoom(folder: string): string {
  mkdirSync(join(folder, "data", "address"), { recursive: true });
  return join(folder, "data");
}

/** The kernel's limit of connections that wait to be accepted. Source: Linux, listen(2); macOS has 128. */
function mayWait(): number {
  const file = "/proc/sys/net/core/somaxconn";
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : 128;
}

/** Megabytes. Source: Linux, proc(5). */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

test("connections that come while it is busy wait, and none is dropped", async () => {
  const server = await startProcess(newHome());
  server.signal("SIGSTOP");
  const sockets = Array.from({ length: Math.min(700, mayWait()) }, () => connect(server.port, "127.0.0.1"));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  server.signal("SIGCONT");
  expect((await send(server.port, { path: "/" })).status).toBe(200);
});

function messages(log: string): unknown[] {
  const lines = log.trim().split("\n");
  return lines.map((line) => JSON.parse(line).msg);
}

describe("starting", () => {
  test("makes a folder that is closed to others and says where everything is", async () => {
    const env = newHome({
      LOG_LEVEL: "warn",
      BRAND_NAME: "Dayshift",
      CONTACT_EMAIL: "hello@agency.example",
    });
    const server = await startProcess(env);
    expect(messages(server.stdout())).toEqual([
      `The site is at http://localhost:${server.port}`,
      `leads ${env.DATA_DIR}/leads.db`,
      `secret key ${env.DATA_DIR}/keys.json (secretKey)`,
      `mail is written to ${env.DATA_DIR}/mail; SMTP_URL sends it`,
      "webhooks none: WEBHOOK_URLS names the receivers of each lead",
      `inbox at /inbox for hello@agency.example; the link that opens it is in ${env.DATA_DIR}/mail/*.sign-in.eml`,
      "proxy not named: without TRUST_PROXY all visitors behind it look like one",
      "3 samples and placeholders remain before launch: npm run launch-check",
      "BRAND_NAME changed since the build: run `npm run build` to apply it",
    ]);
    expect(server.stderr()).toBe("");
    expect(statSync(env.DATA_DIR).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(env.DATA_DIR))
      expect(statSync(join(env.DATA_DIR, file)).mode & 0o777).toBe(0o600);
  });

  test.each<[string, (folder: string) => string]>([
    ["there is no room for a file in its folder", withoutRoom],
    ["it may have no folder", (folder) => join(folder, "dist", "manifest.json", "data")],
  ])("with all its state in the environment, serves when %s", async (_name, dataDir) => {
    const folder = temporaryFolder();
    const server = await startProcess({
      ...KEYS,
      DIST_DIR: writeBuild(folder),
      DATA_DIR: dataDir(folder),
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
      LINK_SECRET,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString("base64")}`,
      SMTP_URL: "smtp://127.0.0.1:1",
    });
    expect((await send(server.port, { path: "/" })).status).toBe(200);
    expect(server.stdout()).toContain("DATA_DIR cannot be written");
    expect(await server.kill("SIGTERM")).toBe(0);
  });

  test("is refused at a public address that would show sample testimonials, unless that is wanted", async () => {
    const folder = temporaryFolder();
    const DIST_DIR = writeBuild(folder, { sampleTestimonials: true });
    const env = newHome({ DIST_DIR, SMTP_URL: "smtp://127.0.0.1:1" });
    const refused = await startProcess(env);
    expect(await refused.exited).toBe(1);
    expect(refused.stderr()).toMatch(/^SITE_URL is public, and the testimonials .*ALLOW_SAMPLES=yes.*\.\n$/);
    const wanted = await startProcess({ ...env, ALLOW_SAMPLES: "yes" });
    expect((await send(wanted.port, { path: "/" })).status).toBe(200);
    const site = { ...AGENCY, siteUrl: "http://localhost:3000" };
    const trying = await startProcess({
      ...env,
      DIST_DIR: writeBuild(folder, { sampleTestimonials: true, site }),
    });
    expect((await send(trying.port, { path: "/" })).status).toBe(200);
  });

  test("keeps serving when nobody reads its log any more", async () => {
    const server = await startProcess(newHome());
    server.stopReading();
    for (let n = 0; n < 3; n++) expect((await send(server.port, { path: "/" })).status).toBe(200);
    expect(await server.kill("SIGTERM")).toBe(0);
    expect(server.stderr()).toBe("");
  });

  test("keeps serving, and says so, after an unexpected exception", async () => {
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
    expect((await send(server.port, { path: "/readyz" })).status).toBe(200);
    expect(await server.kill("SIGTERM")).toBe(0);
  });

  test.runIf(process.platform === "linux")(
    "drops log lines while nobody reads them, and says how many",
    async () => {
      const server = await startProcess(newHome({ LOG_LEVEL: "trace" }));
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

  test("without a terminal, logs each request", async () => {
    const server = await startProcess(newHome());
    await send(server.port, { path: "/?q=1" });
    await server.kill("SIGTERM");
    expect(server.stdout()).toMatch(/^\{.*"method":"GET","route":"\/","status":200,.*\}$/m);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      "a build is missing",
      { DIST_DIR: "/nonexistent" },
      /^The site is not built. Run `npm run build` first.\n$/,
    ],
    [
      "a variable makes no sense",
      { PORT: "many" },
      /^PORT must be a whole number from 0 to 65535, but is "many".\n$/,
    ],
    [
      "a key is too short",
      { LEADS_SECRET_KEY: "short" },
      /^LEADS_SECRET_KEY must have at least 20 characters.\n$/,
    ],
  ])("ends with one sentence when %s", async (_name, changes, message) => {
    const server = await startProcess(newHome(changes));
    expect(await server.exited).toBe(1);
    expect(server.stderr()).toMatch(message);
    expect(server.stdout()).toBe("");
  });

  test.each(["render/input.json", "site/robots.txt"])(
    "ends with one sentence without its %s",
    async (file) => {
      const env = newHome();
      rmSync(join(env["DIST_DIR"] ?? "", file));
      const server = await startProcess(env);
      expect(await server.exited).toBe(1);
      expect(server.stderr()).toMatch(/^The build in \S+ is damaged\. Run `npm run build` again\.\n$/);
    },
  );

  test("ends with one sentence when the port is taken", async () => {
    const first = await startProcess(newHome());
    const second = await startProcess(newHome({ PORT: String(first.port) }));
    expect(await second.exited).toBe(1);
    expect(second.stderr()).toBe(
      `Port ${first.port} is already in use. Stop the other program, or set PORT.\n`,
    );
  });

  test.each(["nowhere.invalid", "192.0.2.1"])(
    "ends with one sentence when it is told to listen at %s",
    async (HOST) => {
      const server = await startProcess(newHome({ HOST }));
      expect(await server.exited).toBe(1);
      expect(server.stderr()).toMatch(/^HOST is not an address of this machine\. .*\n$/);
    },
  );
});

test.each<NodeJS.Signals>(["SIGTERM", "SIGINT", "SIGQUIT"])(
  "stopping by %s finishes its requests, then exits 0",
  async (signal) => {
    const env = newHome();
    const server = await startProcess(env);
    const { publicKey } = JSON.parse(readFileSync(join(env.DATA_DIR, "keys.json"), "utf8"));
    const keys = { apikey: publicKey, authorization: `Bearer ${publicKey}` };
    const pending = Array.from({ length: 30 }, () => send(server.port, post(LEAD, keys)));
    // One answer shows that the others have arrived or are arriving.
    await Promise.race(pending);
    expect(await server.kill(signal)).toBe(0);
    const answers = await Promise.allSettled(pending);
    const stored = answers.filter(
      (answer) => answer.status === "fulfilled" && answer.value.status === 201,
    ).length;
    const files = readdirSync(env.DATA_DIR).filter((name) => name !== "mail");
    expect(files.toSorted()).toEqual(["keys.json", "leads.db", "leads.db.lock", "signing-secrets.json"]);
    const db = new DatabaseSync(join(env.DATA_DIR, "leads.db"), { readOnly: true });
    expect(stored).toBeGreaterThan(0);
    expect(db.prepare("SELECT count(*) AS n FROM lead_submissions").get()).toEqual({ n: stored });
    db.close();
  },
);

test("stopping does not wait for idle connections", async () => {
  const server = await startProcess(newHome());
  const socket = connect(server.port, "127.0.0.1");
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => socket.once("data", resolve));
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

test("stopping ignores a signal without a meaning here, and none opens a debugger", async () => {
  const server = await startProcess(newHome());
  const others = ["SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGIO", "SIGPIPE"] as const;
  for (const signal of others) server.signal(signal);
  await sleep(300);
  expect((await send(server.port, { path: "/" })).status).toBe(200);
  await vi.waitFor(() => expect(server.stdout().match(/this signal does nothing here/g)).toHaveLength(6));
  expect(await server.kill("SIGTERM")).toBe(0);
  expect(server.stderr()).toBe("");
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
