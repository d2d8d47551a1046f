/**
 * Starts the site on a copy of the SQLite store or, with PostgreSQL,
 * on an empty store, asks for its pages, and asks whether it can
 * store a lead. Also migrates PostgreSQL, adds a lead, and undoes
 * both. Nothing in use changes, and nobody is mailed.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempDisposableSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { BuildManifest } from "../contract/http/build-manifest.ts";
import { SCHEDULE_PATH } from "../contract/http/routes.ts";
import { siteFolder } from "./content/site-folder.ts";
import { readManifest } from "./http/built-site.ts";
import { tryLead } from "./leads/readiness.ts";
import { giveToOwner, makePrivateFolder } from "./settings/data-dir.ts";
import { offline, readEnv, type Env } from "./settings/env.ts";
import { messageOf } from "./settings/error-code.ts";
import { inProject } from "./settings/variables.ts";
import { sqlitePath } from "./store/open-store.ts";
import { writeBackup } from "./store/sqlite/backup.ts";

const SETTINGS = {
  PORT: "0",
  HOST: "127.0.0.1",
  RATE_LIMIT_TOTAL_PER_MINUTE: "0",
};
const BELOW_WARNING = /"level":[123]0,/;
const LISTENS = /"The site is at (\S+)"/;
const START_MS = 60_000;
const ANSWER_MS = 15_000;
const AGAIN_MS = 100;

// A terminal sends its signal to this process and to the site that `tryIn`
// started. The signal ends only the site, so that this process can tidy up.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"])
  process.on(signal, () => undefined);
try {
  await runTrial(readEnv());
  console.log("This version works with your store and content.");
} catch (error) {
  console.error(
    `The trial of this version failed, and nothing has changed. ${messageOf(error)}`,
  );
  process.exitCode = 1;
}

async function runTrial(env: Env): Promise<void> {
  const { dataDir, databaseUrl } = env;
  if (databaseUrl !== undefined) {
    const { rehearse } = await import("./store/postgres/migrate.ts");
    await rehearse(databaseUrl, tryLead);
  }
  makePrivateFolder(dataDir);
  // The copy is in the data folder, because it
  // is as large and as private as the store.
  using folder = mkdtempDisposableSync(join(dataDir, "leads.trial-"));
  giveToOwner(folder.path);
  const store = sqlitePath(dataDir);
  if (databaseUrl === undefined && existsSync(store))
    writeBackup(store, sqlitePath(folder.path));
  await tryIn({ ...env, dataDir: folder.path });
}

async function tryIn(env: Env): Promise<void> {
  const site = spawn(
    process.execPath,
    [...process.execArgv, inProject("server/main.ts")],
    {
      env: offline({ ...SETTINGS, DATA_DIR: env.dataDir }),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const log = { origin: "", reason: "" };
  for (const input of [site.stdout, site.stderr])
    createInterface({ input }).on("line", (line) => {
      log.origin ||= LISTENS.exec(line)?.[1] ?? "";
      // The first line names the cause. The later lines name only its effects.
      if (!BELOW_WARNING.test(line)) log.reason ||= line;
    });
  const ended = once(site, "exit");
  const end = performance.now() + START_MS;
  const isRunning = () => site.exitCode === null && site.signalCode === null;
  try {
    while (isRunning() && log.origin === "" && performance.now() < end)
      await wait(AGAIN_MS);
    if (log.origin === "") throw new Error("It did not start.");
    const folder = await siteFolder(env, () => undefined);
    await visit(log.origin, await readManifest(folder));
  } catch (error) {
    const message =
      messageOf(error) + (log.reason && ` Its log says: ${log.reason}`);
    throw new Error(message, { cause: error });
  } finally {
    site.kill("SIGTERM");
    await ended;
  }
}

async function visit(origin: string, manifest: BuildManifest): Promise<void> {
  const { pages, assets, site } = manifest;
  const schedule = site.schedulingUrl === "" ? [SCHEDULE_PATH] : [];
  const paths = ["/readyz", ...Object.keys(pages), ...schedule, ...assets];
  for (const path of paths) await ask(origin, path);
}

async function ask(origin: string, path: string): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const { status } = await fetch(new URL(path, origin), { signal }).catch(
    (cause: unknown) => {
      throw new Error(`${path} did not answer.`, { cause });
    },
  );
  if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
}
