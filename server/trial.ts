/**
 * Does what visitors do, on a copy of the SQLite store or, with PostgreSQL, on an empty store. Also
 * migrates PostgreSQL, adds a lead, and undoes both. Nothing in use changes, and nobody is mailed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempDisposableSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { messageOf } from "./settings/error-code.ts";
import type { BuildManifest } from "../contract/http/build-manifest.ts";
import {
  CALL_NUMBER,
  LEAD_COLUMNS,
  columnNames,
} from "../contract/lead/lead.ts";
import {
  BOOK_CALL,
  SCHEDULE_PATH,
  TIMES_PATH,
} from "../contract/http/routes.ts";
import { CONFIRMED_EMAIL_FIELD } from "../contract/lead/validation.ts";
import { readManifest } from "./http/built-site.ts";
import { giveToOwner, makeDataDir } from "./settings/data-dir.ts";
import { offline, readEnv, type Env } from "./settings/env.ts";
import { inProject } from "./settings/variables.ts";
import { testLead } from "./leads/test-lead.ts";
import { siteFolder } from "./content/site-folder.ts";
import { sqlitePath } from "./store/open-store.ts";
import { writeBackup } from "./store/sqlite/backup.ts";
import { tryLead } from "./leads/readiness.ts";

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
const EMAIL = "trial@nightshift.example";

// A terminal sends its signal to this process and to the site that `tryIn` started. The signal ends
// only the site, so that this process can tidy up.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"])
  process.on(signal, () => undefined);
try {
  const call = (await runTrial(readEnv()))
    ? "books and cancels a call"
    : "books no call";
  console.log(
    `This version works with your store and content, takes a lead, and ${call}.`,
  );
} catch (error) {
  console.error(
    `The trial of this version failed, and nothing has changed. ${messageOf(error)}`,
  );
  process.exitCode = 1;
}

async function runTrial(env: Env): Promise<boolean> {
  const { dataDir, databaseUrl } = env;
  if (databaseUrl !== undefined) {
    const { rehearse } = await import("./store/postgres/migrate.ts");
    await rehearse(databaseUrl, tryLead);
  }
  makeDataDir(dataDir);
  // The copy is in the data folder, because it is as large and as private as the store.
  using folder = mkdtempDisposableSync(join(dataDir, "leads.trial-"));
  giveToOwner(folder.path);
  const store = sqlitePath(dataDir);
  if (databaseUrl === undefined && existsSync(store))
    writeBackup(store, sqlitePath(folder.path));
  return await tryIn({ ...env, dataDir: folder.path });
}

async function tryIn(env: Env): Promise<boolean> {
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
    const isBooked = await visit(log.origin, await readManifest(folder));
    await ask(log.origin, "/readyz");
    return isBooked;
  } catch (error) {
    const message =
      messageOf(error) + (log.reason && ` Its log says: ${log.reason}`);
    throw new Error(message, { cause: error });
  } finally {
    site.kill("SIGTERM");
    await ended;
  }
}

async function visit(
  origin: string,
  manifest: BuildManifest,
): Promise<boolean> {
  for (const path of [
    "/healthz",
    "/readyz",
    ...Object.keys(manifest.pages),
    ...manifest.assets,
  ])
    await ask(origin, path);
  const lead = testLead(manifest, EMAIL);
  const fields = columnNames.map((column) => [
    LEAD_COLUMNS[column].input,
    lead[column],
  ]);
  const typed = {
    ...Object.fromEntries(fields),
    [CONFIRMED_EMAIL_FIELD]: EMAIL,
  };
  await ask(origin, BOOK_CALL.path, typed);
  if (manifest.site.schedulingUrl !== "") return false;
  await ask(origin, SCHEDULE_PATH);
  const { times }: { times: string[] } = JSON.parse(
    await ask(origin, `${TIMES_PATH}?days=60`),
  );
  const [startsAt] = times;
  if (startsAt === undefined) return false;
  const wish = {
    startsAt,
    zone: "UTC",
    [CALL_NUMBER.input]: "+1 201 555 0100",
  };
  const call = await ask(origin, SCHEDULE_PATH, { ...typed, ...wish });
  await ask(origin, call, { cancel: "yes" });
  return true;
}

/** @param fields posted as a form @returns the body, or the path to which a form redirects */
async function ask(
  origin: string,
  path: string,
  fields?: Record<string, string>,
): Promise<string> {
  const posted = fields && {
    method: "POST",
    body: new URLSearchParams(fields),
  };
  const answer = await fetch(new URL(path, origin), {
    ...posted,
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((cause: unknown) => {
    throw new Error(`${path} did not answer.`, { cause });
  });
  const [page = path] = path.split("?");
  if (answer.status !== 200 && !(posted && answer.status === 303))
    throw new Error(
      `${posted ? "The form of " : ""}${page} was answered with ${answer.status}.`,
    );
  return answer.headers.get("location") ?? answer.text();
}
