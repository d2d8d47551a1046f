/** The servers under measurement: ours on a store of its own, and nginx (one worker) with the same files. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { constants, brotliCompressSync } from "node:zlib";
import { withEnv } from "../../server/configuration/env.ts";
import { freePort } from "../free-port.ts";
import { findPostgres } from "../postgres.ts";
import { startPrivateServer } from "../../tests/fakes/private-server.ts";
import { findProgram } from "../programs.ts";
import { root } from "../root.ts";

export interface Running {
  origin: string;
  /** A folder that is removed when it stops. */
  folder: string;
  stop(): Promise<void>;
}

/** What is measured is the server, and not when it refuses. */
const UNLIMITED = { RATE_LIMIT_TOTAL_PER_MINUTE: "0" };

/** @param env more variables, as an operator sets them. */
export async function startOurs(env: Record<string, string> = {}): Promise<Running & { publicKey: string }> {
  const folder = mkdtempSync(join(tmpdir(), "nightshift-bench-"));
  const port = await freePort();
  const server = spawn(process.execPath, [join(root, "server", "main.ts")], {
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
  const running = await until(server, port, folder);
  const keys: unknown = JSON.parse(readFileSync(join(folder, "keys.json"), "utf8"));
  if (typeof keys !== "object" || keys === null || !("publicKey" in keys))
    throw new Error("No keys were made.");
  return { ...running, publicKey: String(keys.publicKey) };
}

/** Ours on PostgreSQL, durable as it is by default, both on this machine; nothing where it is not installed. */
export async function startOursOnPostgres(): Promise<(Running & { publicKey: string }) | undefined> {
  const programs = findPostgres();
  if (programs === undefined) return undefined;
  const database = await startPrivateServer(programs, { fsync: "on", full_page_writes: "on" });
  const running = await startOurs({ DATABASE_URL: database.url, WORKER: "off" });
  return { ...running, stop: () => running.stop().then(() => database.remove()) };
}

/** Nothing where nginx is not installed. It serves the file as it is: precompressed by us, compressed by nobody. */
export async function startNginx(html: string): Promise<Running | undefined> {
  const nginx = findProgram("nginx");
  if (nginx === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "nightshift-nginx-"));
  const port = await freePort();
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(join(folder, "index.html"), brotliCompressSync(readFileSync(html), quality));
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log /dev/null;
     events { worker_connections 1024; }
     http {
       access_log off; types { text/html html; } sendfile on; keepalive_requests 1000000;
       client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
       uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       server { listen 127.0.0.1:${port}; root ${folder}; add_header Content-Encoding br; }
     }`,
  );
  const server = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
  return until(server, port, folder);
}

async function until(server: ChildProcess, port: number, folder: string): Promise<Running> {
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) return { origin, folder, stop: () => stop(server, folder) };
    await wait(100);
  }
  await stop(server, folder);
  throw new Error(`Nothing answered at ${origin}.`);
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const exited = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await exited;
  rmSync(folder, { recursive: true, force: true });
}
