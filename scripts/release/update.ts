/** `nightshift update` and `rollback`. A site that does not get ready returns to the previous release. */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import { codeOf, messageOf } from "../../contract/error-code.ts";
import { EnvError, readEnv, readStoreLocation } from "../../server/configuration/env.ts";
import { addressPath, readAddress } from "../../server/lifecycle/address-file.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import { folderOf, linked, lockReleases, setLink, tidyReleases, unpack, UpdateError } from "./releases.ts";

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
        : "Goes back to the previous release. The store stays as it is.",
    )
    .option("--service <command>", "restarts the site", "systemctl {} nightshift")
    .option("--wait <seconds>", "the longest wait until the site is ready", Number, 120);
  if (word === "update") command.argument("<archive>", "nightshift-<version>-<platform>.tar.gz");
  command.action(async (...given: unknown[]) => {
    // Without these, closing the terminal would end an update before the site is known to be ready.
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
    setLink("previous", before);
    setLink("current", name);
  }
  const fault = await restart(options);
  if (fault === undefined) {
    tidyReleases();
    return console.log(`The site runs ${name}. \`nightshift rollback\` goes back to ${before}.`);
  }
  console.log(`${name} is not ready: ${fault} Going back to ${before}.`);
  try {
    await switchTo(before, name, options);
  } finally {
    setLink("previous", earlier === before ? undefined : earlier);
  }
  throw new UpdateError(`The update failed, and the site runs ${before} as before: ${fault}`);
}

async function rollback(options: Options): Promise<void> {
  const [current, previous] = [linked("current"), linked("previous")];
  if (current === undefined || previous === undefined || current === previous)
    throw new UpdateError("There is no previous release.");
  await switchTo(previous, current, options);
  console.log(`The site runs ${previous}. \`nightshift rollback\` goes forward to ${current}.`);
}

/** Migrations only add, so the earlier release runs on the store as it is. @throws {UpdateError} when it does not get ready */
async function switchTo(release: string, previous: string, options: Options): Promise<void> {
  setLink("current", release);
  setLink("previous", previous);
  const fault = await restart(options);
  if (fault !== undefined)
    throw new UpdateError(`${release} is the current release, and not ready: ${fault}`);
}

function backUp(release: string): void {
  const { dataDir, databaseUrl, backupsKept } = readEnv();
  if (databaseUrl !== undefined && backupsKept === 0)
    return console.log("BACKUPS_KEPT=0: the database is not backed up from here.");
  if (databaseUrl === undefined && !existsSync(sqlitePath(dataDir))) return;
  // As the owner of the store: root's files there would lock the site out.
  const { uid, gid } = statSync(dataDir);
  const owner = process.getuid?.() === 0 ? { uid, gid } : {};
  const program = join(folderOf(release), "bin", "nightshift");
  const { status, stderr, error } = spawnSync(program, ["leads", "backup"], {
    encoding: "utf8",
    cwd: "/",
    ...owner,
  });
  if (status !== 0) throw new UpdateError(error?.message ?? stderr.trim());
  console.log(stderr.trim());
}

/** @returns undefined once visitors find everything they need, else the reason */
async function restart(options: Options): Promise<string | undefined> {
  const since = Date.now();
  const line = options.service.replace("{}", "restart");
  const { status, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
  if (status !== 0) return `\`${line}\` failed. ${stderr.trim()}`;
  const until = performance.now() + options.wait * 1000;
  let fault = "It did not start.";
  for (let times = 0; times > 0 || performance.now() < until;) {
    fault = hasStarted(since) ? ((await whyNotReady()) ?? "") : "It did not start.";
    times = fault === "" ? times + 1 : 0;
    if (times === TIMES) return undefined;
    await wait(AGAIN_MS);
  }
  return `${fault} Its log says more.`;
}

/** @param since milliseconds since 1970 of the restart: an answer of the previous process does not count */
function hasStarted(since: number): boolean {
  const kept = statSync(addressPath(readStoreLocation().dataDir), { throwIfNoEntry: false });
  return kept !== undefined && kept.mtimeMs >= since;
}

async function whyNotReady(): Promise<string | undefined> {
  const origin = readAddress(readStoreLocation().dataDir);
  for (const path of CHECKED_PATHS) {
    try {
      const { status } = await fetch(`${origin}${path}`, {
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
