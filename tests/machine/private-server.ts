/**
 * A temporary PostgreSQL server: in its own folder,
 * on a free local port, removed when it stops.
 */

import { spawnSync, type SpawnOptions } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withEnv } from "../../server/settings/env.ts";
import { freePort } from "./free-port.ts";
import { startProgram } from "./program.ts";

export type PrivateServer = Awaited<ReturnType<typeof startPrivateServer>>;

/**
 * No schema has this name, since PostgreSQL also
 * searches a schema that is named like the user.
 */
const USER = "owner";

/** Fast. Data outlive a crash of the server, but not of the machine. */
const FAST = {
  fsync: "off",
  full_page_writes: "off",
  max_connections: "100",
  unix_socket_directories: "",
};

/**
 * @param programs the folder with `initdb` and `postgres`
 * @throws {Error} with the output of the program
 * that failed, or when only root could run it
 */
export async function startPrivateServer(programs: string) {
  const folder = mkdtempSync(join(tmpdir(), "nightshift-postgres-"));
  const data = join(folder, "data");
  const user = unprivilegedUser();
  const options: SpawnOptions = {
    cwd: folder,
    env: withEnv({ LC_ALL: "C" }),
    ...user,
  };
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user)
    for (const path of [folder, passwordFile])
      chownSync(path, user.uid, user.gid);
  const cluster = [
    "-D",
    data,
    "-U",
    USER,
    "-A",
    "scram-sha-256",
    `--pwfile=${passwordFile}`,
  ];
  const initdbArgs = [...cluster, "-E", "UTF8", "--locale=C", "--no-sync"];
  const created = spawnSync(join(programs, "initdb"), initdbArgs, {
    ...options,
    encoding: "utf8",
  });
  if (created.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(
      `initdb failed: ${created.error?.message ?? created.stderr}`,
    );
  }
  const port = await freePort();
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
  const settings = Object.entries({
    ...FAST,
    port,
    listen_addresses: "127.0.0.1",
  });
  const args = settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const words = [join(programs, "postgres"), "-D", data, ...args];
  let server: ReturnType<typeof startProgram> | undefined;

  async function start(): Promise<void> {
    server = startProgram(words, options);
    while (!server.output().includes("ready to accept connections")) {
      if (server.child.exitCode !== null)
        throw new Error(`PostgreSQL did not start: ${server.output()}`);
      await wait(50);
    }
  }

  /**
   * Closes open connections. Source: PostgreSQL, "Shutting Down the Server".
   */
  const stop = async () => void (await server?.kill("SIGINT"));

  async function remove(): Promise<void> {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { url, start, stop, remove };
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((what) =>
      spawnSync("id", [what, name], { encoding: "utf8" }),
    );
    if (uid?.status === 0 && gid?.status === 0)
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody.",
  );
}
