/** `nightshift trial`, run by `update`: this release, with a copy of the store and a port of its own, does what visitors do. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, copyFileSync, cpSync, existsSync, mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { CALL_NUMBER, LEAD_COLUMNS, leadColumns } from "../../contract/lead.ts";
import { BOOK_CALL, SCHEDULE_PATH, TIMES_PATH } from "../../contract/routes.ts";
import { CONFIRMED_EMAIL_FIELD } from "../../contract/validation.ts";
import { offline, readContentDir, readEnv, SAMPLE_CONTENT } from "../../server/configuration/env.ts";
import { sentenceOf } from "../../server/configuration/data-dir.ts";
import { inProject } from "../../server/configuration/variables.ts";
import { fillContent } from "../../server/content/fill.ts";
import { siteManifest } from "../../server/rendering/site-folder.ts";
import { testLead } from "../../server/leads/test-lead.ts";
import { readAddress } from "../../server/lifecycle/address-file.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";

const SETTINGS = {
  PORT: "0",
  HOST: "127.0.0.1",
  WORKER: "off",
  LOG_LEVEL: "warn",
  RATE_LIMIT_PER_MINUTE: "0",
  RATE_LIMIT_TOTAL_PER_MINUTE: "0",
};
/** A line of the log that names no fault. */
const INFORMS = /"level":[123]0,/;
const START_MS = 60_000;
const ANSWER_MS = 15_000;
const AGAIN_MS = 100;
const EMAIL = "trial@nightshift.example";

/** Its words: for how many seconds the release has to run, and a backup of an SQLite store. Exits with 1 and the reason. */
export async function runTrial([seconds = "", backup]: string[]): Promise<void> {
  // A closed terminal ends the site below, and then this ends and tidies up.
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  try {
    const { dataDir, databaseUrl } = readEnv();
    if (databaseUrl !== undefined) {
      const { rehearse } = await import("../../server/storage/postgres/migrate.ts");
      await rehearse(databaseUrl);
    }
    using folder = mkdtempDisposableSync(join(existsSync(dataDir) ? dataDir : tmpdir(), "leads.trial-"));
    if (backup) copyFileSync(backup, sqlitePath(folder.path), constants.COPYFILE_FICLONE);
    await tryIn(folder.path, Number(seconds) * 1000, filledContent(folder.path));
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

/** A copy of the content with what this release adds to it, as `update` will. @returns its folder */
function filledContent(folder: string): string {
  const contentDir = readContentDir();
  if (contentDir === SAMPLE_CONTENT) return contentDir;
  const copy = join(folder, "content");
  cpSync(contentDir, copy, { recursive: true });
  fillContent(copy, SAMPLE_CONTENT);
  return copy;
}

async function tryIn(dataDir: string, trialMs: number, contentDir: string): Promise<void> {
  const site = spawn(inProject("bin/nightshift"), ["start"], {
    env: offline({ ...SETTINGS, DATA_DIR: dataDir, CONTENT_DIR: contentDir }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const output of [site.stdout, site.stderr])
    output.on("data", (text: Buffer) => (log = (log + text.toString()).slice(-10_000)));
  const ended = once(site, "exit");
  const begin = performance.now();
  const isRunning = () => site.exitCode === null && site.signalCode === null;
  const waitUntil = async (end: number, isDone: () => boolean) => {
    while (isRunning() && !isDone() && performance.now() < end) await wait(AGAIN_MS);
  };
  try {
    await waitUntil(begin + START_MS, () => readAddress(dataDir) !== undefined);
    const origin = readAddress(dataDir);
    if (origin === undefined) throw new Error("It did not start.");
    await visit(origin, await siteManifest({ ...readEnv(), dataDir, contentDir }));
    await waitUntil(begin + trialMs, () => false);
    if (!isRunning()) throw new Error("It started, and then it ended.");
    await ask(origin, "/readyz");
  } catch (error) {
    const said = log
      .trim()
      .split("\n")
      .findLast((line) => !INFORMS.test(line));
    throw new Error(`${sentenceOf(error)}${said ? ` Its log says: ${said}` : ""}`, { cause: error });
  } finally {
    site.kill("SIGTERM");
    await ended;
  }
}

/** Loads every page, sends a lead, books a call and cancels it. @throws {Error} naming what failed */
async function visit(origin: string, { form, testLead: said, site }: BuildManifest): Promise<void> {
  for (const path of ["/healthz", "/readyz"]) await ask(origin, path);
  const sitemap = await ask(origin, "/sitemap.xml");
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = ""]) => new URL(address).pathname,
  );
  const files = new Set<string>();
  for (const page of new Set(["/", BOOK_CALL.path, ...pages]))
    for (const [, file = ""] of (await ask(origin, page)).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      files.add(file);
  for (const file of files) await ask(origin, file);
  const lead = testLead(form, said, EMAIL);
  const fields = Object.fromEntries(leadColumns.map((column) => [LEAD_COLUMNS[column].input, lead[column]]));
  const typed = { ...fields, [CONFIRMED_EMAIL_FIELD]: EMAIL };
  await ask(origin, BOOK_CALL.path, typed);
  if (site.schedulingUrl !== "") return;
  await ask(origin, SCHEDULE_PATH);
  const { times }: { times: string[] } = JSON.parse(await ask(origin, `${TIMES_PATH}?days=60`));
  const [startsAt] = times;
  if (startsAt === undefined) return;
  const call = await ask(origin, SCHEDULE_PATH, {
    ...typed,
    startsAt,
    zone: "UTC",
    [CALL_NUMBER.input]: "+1 201 555 0100",
  });
  await ask(origin, call, { cancel: "yes" });
}

/** @param fields of a form @returns the body, or the address to which a form leads @throws {Error} for another answer */
async function ask(origin: string, path: string, fields?: Record<string, string>): Promise<string> {
  const sent = fields && { method: "POST", body: new URLSearchParams(fields) };
  const answer = await fetch(new URL(path, origin), {
    ...sent,
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((cause: unknown) => {
    throw new Error(`${path} did not answer.`, { cause });
  });
  const [page = path] = path.split("?");
  if (answer.status !== 200 && !(sent && answer.status === 303))
    throw new Error(`${sent ? "The form of " : ""}${page} was answered with ${answer.status}.`);
  return answer.headers.get("location") ?? answer.text();
}
