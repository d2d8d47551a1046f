/** The measured servers: ours on its own store, and nginx (one worker) with the same files. */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { constants, brotliCompressSync } from "node:zlib";
import * as v from "valibot";
import { withEnv } from "../../server/settings/env.ts";
import { freePort } from "../../tests/machine/free-port.ts";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { findPostgres } from "../../tests/machine/postgres.ts";
import { nginxWith } from "../../tests/fakes/proxy.ts";
import { startPrivateServer } from "../../tests/fakes/private-server.ts";
import { findProgram } from "../../tests/machine/programs.ts";
import { root } from "../../scripts/root.ts";

export interface Running {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** A first start prepares the search text of a million leads. */
const START_TIMEOUT_MS = 15 * 60_000;

/** No limits: the bench measures the server, not its refusals. */
const UNLIMITED = { RATE_LIMIT_TOTAL_PER_MINUTE: "0" };

export interface Ours extends Running {
  publicKey: string;
}

const Keys = v.object({ publicKey: v.string() });

/** @param env more variables @param folder with its data */
export async function startOurs(env: Record<string, string> = {}, folder = newFolder()): Promise<Ours> {
  const port = await freePort();
  const server = spawn(...onCore(0, process.execPath, [join(root, "server", "main.ts")]), {
    stdio: ["ignore", "ignore", "inherit"],
    env: withEnv({
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
      ...UNLIMITED,
      ...env,
    }),
  });
  const running = await until(server, port, "/readyz");
  return { ...running, ...v.parse(Keys, JSON.parse(readFileSync(join(folder, "keys.json"), "utf8"))) };
}

/** Ours on a local PostgreSQL, durable by default; undefined where PostgreSQL is not installed. */
export async function startOursOnPostgres(): Promise<Ours | undefined> {
  const programs = findPostgres();
  if (programs === undefined) return undefined;
  const database = await startPrivateServer(programs, { fsync: "on", full_page_writes: "on" });
  const running = await startOurs({ DATABASE_URL: database.url });
  return { ...running, stop: () => running.stop().then(() => database.remove()) };
}

/** Undefined where nginx is not installed. It serves our precompressed file as it is. */
export async function startNginx(html: string): Promise<Running | undefined> {
  const nginx = findProgram("nginx");
  if (nginx === undefined) return undefined;
  const folder = newFolder();
  const port = await freePort();
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(join(folder, "index.html"), brotliCompressSync(readFileSync(html), quality));
  const args = nginxWith(
    folder,
    `types { text/html html; } sendfile on; keepalive_requests 1000000;
     server { listen 127.0.0.1:${port}; root ${folder}; add_header Content-Encoding br; }`,
  );
  return until(spawn(...onCore(0, nginx, args), { stdio: "ignore" }), port);
}

/** Stores the same rows with as little code as possible. */
export async function startBare(): Promise<Running> {
  const folder = newFolder();
  const port = await freePort();
  const args = [join(import.meta.dirname, "bare-server.ts"), join(folder, "leads.db"), String(port)];
  const server = spawn(...onCore(0, process.execPath, args), { stdio: ["ignore", "ignore", "inherit"] });
  return until(server, port);
}

const taskset = findProgram("taskset");

export function onCore(core: number, program: string, args: string[]): [program: string, args: string[]] {
  return taskset === undefined || cpus().length < 2
    ? [program, args]
    : [taskset, ["-c", String(core), program, ...args]];
}

/** @param path answers once it is ready: ours serves pages five seconds after its start, even if the store still opens */
async function until(server: ChildProcess, port: number, path = "/"): Promise<Running> {
  const origin = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && server.exitCode === null) {
    const answer = await fetch(origin + path).catch(() => undefined);
    if (answer?.ok) return { origin, pid: server.pid ?? 0, stop: () => stop(server) };
    await wait(10);
  }
  await stop(server);
  throw new Error(`Nothing answered at ${origin}.`);
}

async function stop(server: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await exited;
}
