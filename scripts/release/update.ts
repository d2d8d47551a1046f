/** `nightshift update` and `rollback`. A site that does not get ready returns to the previous release. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import { codeOf, messageOf } from "../../contract/error-code.ts";
import { EnvError, readEnv, readStoreLocation } from "../../server/configuration/env.ts";
import { addressPath, readAddress } from "../../server/lifecycle/address-file.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import { copiesBeside } from "../../server/storage/sqlite/copies.ts";
import { folderOf, lead, linked, lockReleases, tidyReleases, unpack, UpdateError } from "./releases.ts";

interface Options {
  service: string;
  /** Seconds. */
  wait: number;
}

const CHECKED_PATHS = ["/readyz", "/", "/book-call"];
/** A process that dies soon after its start answers once or twice. */
const TIMES = 3;
const AGAIN_MS = 300;

export async function runUpdate(word: "update" | "rollback"): Promise<void> {
  const command = new Command(`nightshift ${word}`)
    .description(
      word === "update"
        ? "Checks the archive with the .sha256 beside it, backs up the store, unpacks the archive, " +
            "switches to it, restarts the site, and goes back unless the site is ready."
        : "Goes back to the previous release. Leads that arrived since then stay.",
    )
    .option("--service <command>", "stops, starts and restarts the site", "systemctl {} nightshift")
    .option("--wait <seconds>", "the longest wait until the site is ready", Number, 120);
  if (word === "update") command.argument("<archive>", "nightshift-<version>-<platform>.tar.gz");
  command.action(async (...given: unknown[]) => {
    // Without these, closing the terminal could end a rollback while the site is stopped.
    for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
    const unlock = lockReleases();
    const work = word === "update" ? update(String(given[0]), command.opts()) : rollback(command.opts());
    await work.finally(unlock);
  });
  try {
    await command.parseAsync();
  } catch (error) {
    const isOurs = error instanceof UpdateError || error instanceof EnvError;
    // The system's error, such as a full disk, has a code.
    if (!isOurs && codeOf(error) === undefined) throw error;
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}

async function update(archive: string, options: Options): Promise<void> {
  const current = linked("current");
  const name = await unpack(archive);
  // The same command finishes an update that was killed after the switch.
  const before = current === name ? linked("previous") : current;
  if (before === undefined) throw new UpdateError(`${name} is the current release.`);
  console.log(`Unpacked ${name}.`);
  const earlier = linked("previous");
  if (current !== name) {
    backUp(before);
    lead("previous", before);
    lead("current", name);
  }
  const fault = await restart(options);
  if (fault === undefined) {
    tidyReleases();
    return console.log(`The site runs ${name}. \`nightshift rollback\` goes back to ${before}.`);
  }
  console.log(`${name} is not ready: ${fault} Going back to ${before}.`);
  try {
    await change(name, before, options);
  } finally {
    lead("previous", earlier === before ? undefined : earlier);
  }
  throw new UpdateError(`The update failed, and the site runs ${before} as before: ${fault}`);
}

async function rollback(options: Options): Promise<void> {
  const [current, previous] = [linked("current"), linked("previous")];
  if (current === undefined || previous === undefined || current === previous)
    throw new UpdateError("There is no previous release.");
  await change(current, previous, options);
  lead("previous", current);
  console.log(`The site runs ${previous}. \`nightshift rollback\` goes forward to ${current}.`);
}

/** @throws {UpdateError} when the site is not ready afterwards */
async function change(from: string, to: string, options: Options): Promise<void> {
  const migrations = migrationsOf(to);
  const isOlder = migrationsOf(from).some((file) => !migrations.includes(file));
  if (isOlder) {
    service(options, "stop");
    try {
      giveStoreBack(from, to);
    } catch (error) {
      service(options, "restart");
      throw error;
    }
  }
  lead("current", to);
  const fault = await restart(options);
  if (fault !== undefined) throw new UpdateError(`${to} is the current release, and not ready: ${fault}`);
}

function migrationsOf(name: string): string[] {
  const store = readStoreLocation().databaseUrl === undefined ? "sqlite" : "postgres";
  const folder = join(folderOf(name), "server", "storage", store);
  return ["migrations", "own-migrations"]
    .map((kind) => join(folder, kind))
    .flatMap((path) => (existsSync(path) ? readdirSync(path) : []));
}

/**
 * For a release that does not know the store's schema: the copy from before the migration replaces the store, and gets
 * the later leads. A rollback that was killed halfway starts again from the beginning, or from the import.
 */
function giveStoreBack(from: string, to: string): void {
  const { dataDir, databaseUrl } = readStoreLocation();
  const { status, stderr } = leads(to, ["list"]);
  if (status !== 0 && stderr.includes("which this version does not know")) {
    const copy = databaseUrl === undefined ? copiesBeside(sqlitePath(dataDir)).at(-1) : undefined;
    if (copy === undefined)
      throw new UpdateError(
        `${to} does not know the schema of the store, and there is no copy from before ` +
          `(docs/backups.md). The site runs ${from}.`,
      );
    const since = join(dataDir, `since-${basename(copy)}.jsonl`);
    rmSync(since, { force: true });
    done(leads(from, ["export", "--out", since]));
    console.log(done(leads(to, ["restore", "--replace", copy])));
  }
  for (const name of readdirSync(dataDir).filter((file) =>
    /^since-leads\.db\.before-.*\.jsonl$/.test(file),
  )) {
    console.log(done(leads(to, ["import", "--keep", join(dataDir, name)])));
    rmSync(join(dataDir, name));
  }
}

function backUp(release: string): void {
  const { dataDir, databaseUrl, backupsKept } = readEnv();
  if (databaseUrl !== undefined && backupsKept === 0)
    return console.log("BACKUPS_KEPT=0: the database is not backed up from here.");
  if (databaseUrl === undefined && !existsSync(sqlitePath(dataDir))) return;
  console.log(done(leads(release, ["backup"])));
}

/** A release's command line, run as the owner of the store: root's files there would lock the site out. */
function leads(release: string, parts: string[]) {
  const { uid, gid } = statSync(readStoreLocation().dataDir);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  const program = join(folderOf(release), "bin", "nightshift");
  return spawnSync(program, ["leads", ...parts], { encoding: "utf8", cwd: "/", ...owner });
}

function done({ status, stderr, error }: ReturnType<typeof leads>): string {
  if (status === 0) return stderr.trim();
  throw new UpdateError(error?.message ?? stderr.trim());
}

/** @returns the reason, if it failed */
function service({ service: command }: Options, verb: "stop" | "restart"): string | undefined {
  const line = command.replace("{}", verb);
  const { status, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
  return status === 0 ? undefined : `\`${line}\` failed. ${stderr.trim()}`;
}

/** @returns undefined once visitors find everything they need, else the reason */
async function restart(options: Options): Promise<string | undefined> {
  const since = Date.now();
  const failed = service(options, "restart");
  if (failed !== undefined) return failed;
  const until = performance.now() + options.wait * 1000;
  let fault = "It did not start.";
  for (let times = 0; times > 0 || performance.now() < until;) {
    fault = (await whyNotReady(since)) ?? "";
    times = fault === "" ? times + 1 : 0;
    if (times === TIMES) return undefined;
    await wait(AGAIN_MS);
  }
  return `${fault} Its log says more.`;
}

/** @param since milliseconds since 1970 of the restart: an answer of the previous process does not count */
async function whyNotReady(since: number): Promise<string | undefined> {
  const { dataDir } = readStoreLocation();
  const origin = readAddress(dataDir);
  const kept = statSync(addressPath(dataDir), { throwIfNoEntry: false });
  if (origin === undefined || kept === undefined || kept.mtimeMs < since) return "It did not start.";
  for (const path of CHECKED_PATHS) {
    try {
      const { status } = await fetch(origin + path, {
        signal: AbortSignal.timeout(5_000),
        redirect: "manual",
      });
      if (status !== 200) return `${path} answered with ${status}.`;
    } catch {
      return `${path} did not answer.`;
    }
  }
  return undefined;
}
