/** A synchronous standby is promoted while leads come, behind HAProxy and PgBouncer: docs/deploy/database.md. */
import { spawn } from "node:child_process";
import { chmodSync, chownSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { Flood } from "../fakes/flood.ts";
import { createDatabase, describePostgresServer, privateServer, query } from "../fakes/postgres.ts";
import { unprivilegedUser } from "../fakes/private-server.ts";
import { startProcess } from "../fakes/process.ts";
import { temporaryFolder } from "../fakes/server.ts";
import { freePort } from "../machine/free-port.ts";
import { findProgram } from "../machine/programs.ts";
import { environment } from "../outbox/environment.ts";

interface Front {
  /** The change that a person makes after the promotion. */
  follow: () => void;
}

/** A folder that the user of the programs may read. */
function writeFiles(files: Record<string, string>): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o755 });
  return folder;
}

function shipped(name: string, changes: Record<string, string>): string {
  let text = readFileSync(join(root, "deploy", "postgres", name), "utf8");
  for (const [from, to] of Object.entries(changes)) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  return text;
}

function run(program: string, args: string[]) {
  const started = spawn(findProgram(program) ?? program, args, { stdio: "ignore", ...unprivilegedUser() });
  onTestFinished(() => void started.kill("SIGKILL"));
  return started;
}

/** A server's host and port, as the files have them. */
const place = (url: string) => new URL(url).host;

async function startHaproxy(port: number, primary: string, standby: string): Promise<Front> {
  const { password } = new URL(primary);
  await query(primary, `CREATE USER haproxy PASSWORD '${password}'`);
  const folder = writeFiles({ pgpass: `*:*:*:*:${password}\n` });
  const pgpass = join(folder, "pgpass");
  chmodSync(pgpass, 0o600);
  const user = unprivilegedUser();
  if (user) chownSync(pgpass, user.uid, user.gid);
  const check = shipped("is-primary", { "/etc/haproxy/pgpass": pgpass });
  writeFileSync(join(folder, "is-primary"), check, { mode: 0o755 });
  const file = shipped("haproxy.cfg", {
    "127.0.0.1:6432": `127.0.0.1:${port}`,
    "/usr/local/bin:": `${inject("postgresPrograms")}:/usr/local/bin:`,
    "/etc/haproxy/is-primary": join(folder, "is-primary"),
    "10.0.0.1:5432": place(primary),
    "10.0.0.2:5432": place(standby),
  });
  writeFileSync(join(folder, "haproxy.cfg"), file);
  run("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")]);
  return { follow: () => {} };
}

async function startPgBouncer(port: number, primary: string, standby: string): Promise<Front> {
  const { username, password } = new URL(primary);
  const folder = writeFiles({ "userlist.txt": `"${username}" "${password}"\n` });
  const path = join(folder, "pgbouncer.ini");
  const write = (server: string) => {
    const { hostname, port: serverPort, pathname } = new URL(server);
    const file = shipped("pgbouncer.ini", {
      "leads = host=10.0.0.1 port=5432": `${pathname.slice(1)} = host=${hostname} port=${serverPort}`,
      "listen_port = 6432": `listen_port = ${port}`,
      "/etc/pgbouncer/userlist.txt": join(folder, "userlist.txt"),
    });
    writeFileSync(path, file);
  };
  write(primary);
  const running = run("pgbouncer", [path]);
  return {
    follow() {
      write(standby);
      running.kill("SIGHUP");
    },
  };
}

describePostgresServer("a standby that is promoted under load loses nothing that was acknowledged", () => {
  const fronts = { haproxy: startHaproxy, pgbouncer: startPgBouncer };
  const here = (["haproxy", "pgbouncer"] as const).map((name) => ({
    name,
    isHere: findProgram(name) !== undefined,
  }));
  test.for(here)("behind $name", { timeout: 60_000 }, async ({ name, isHere }, { skip }) => {
    skip(!isHere);
    const primary = await privateServer({ wal_level: "replica" });
    const database = await createDatabase(primary.url);
    const standby = await privateServer({}, primary.url);
    await query(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await query(primary.url, "SELECT pg_reload_conf()");
    const { pathname } = new URL(database);
    const promoted = new URL(standby.url);
    promoted.pathname = pathname;
    const port = await freePort();
    const front = await fronts[name](port, database, promoted.href);
    const behind = new URL(database);
    behind.port = String(port);
    const site = await startProcess({ ...environment(), DATABASE_URL: behind.href, WORKER: "off" });
    const flood = new Flood();
    const stop = flood.start(site.port, 4, { tryAgain: true });
    await flood.reach(100);
    await primary.stop("immediate");
    await query(standby.url, "SELECT pg_promote()");
    front.follow();
    await flood.reach(100);
    await stop();
    await flood.sendUnanswered(site.port);
    const rows = await query<{ id: string; name: string }>(
      promoted.href,
      "SELECT id, name FROM public.lead_submissions",
    );
    flood.expectStored(rows);
    expect(await site.kill("SIGTERM")).toBe(0);
  });
});
