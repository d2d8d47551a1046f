/** `nightshift update` and `rollback`. A site that does not get ready returns to the previous release. */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import { codeOf, messageOf } from "../../contract/error-code.ts";
import { EnvError, readEnv, readStoreLocation } from "../../server/configuration/env.ts";
import { addressPath, keepAddress, readAddress } from "../../server/lifecycle/address-file.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import {
  finishReturn,
  forgetReturn,
  importSince,
  isUnfinished,
  keepReturn,
  lacksMigrations,
  readReturn,
  runLeads,
} from "./return.ts";
import { lead, linked, lockReleases, tidyReleases, unpack, UpdateError } from "./releases.ts";

interface Options {
  service: string;
  /** Seconds. */
  wait: number;
}

const CHECKED_PATHS = ["/readyz", "/", "/book-call"];
/** A process that dies soon after its start answers once or twice. */
const TIMES = 3;
const AGAIN_MS = 300;
/** The longest time for a store to return to an earlier schema. */
const RETURN_MS = 30 * 60_000;
/** A release from before 2026-11-22 does not return the store when it starts: it serves without one. */
const NO_STORE = "It does not know the schema of the store.";

export async function runUpdate(word: "update" | "rollback"): Promise<void> {
  const command = new Command(`nightshift ${word}`)
    .description(
      word === "update"
        ? "Checks the archive with the .sha256 beside it, backs up the store, unpacks the archive, " +
            "switches to it, restarts the site, and goes back unless the site is ready."
        : "Goes back to the previous release. Leads that arrived since then stay.",
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
  if (isUnfinished(readReturn()))
    throw new UpdateError("A rollback has not ended: `nightshift rollback` finishes it.");
  forgetReturn();
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
  const killed = readReturn();
  const [current, previous] = isUnfinished(killed)
    ? [killed.from, killed.to]
    : [linked("current"), linked("previous")];
  if (current === undefined || previous === undefined || current === previous)
    throw new UpdateError("There is no previous release.");
  if (readStoreLocation().databaseUrl !== undefined && lacksMigrations(current, previous))
    throw new UpdateError(
      `${previous} does not know the schema of the store: restore the dump from before the update ` +
        `(docs/backups.md). The site runs ${current}.`,
    );
  await change(current, previous, options);
  console.log(`The site runs ${previous}. \`nightshift rollback\` goes forward to ${current}.`);
}

/**
 * The release that starts returns the store by itself, so that whatever kills this process cannot leave the site stopped.
 * @throws {UpdateError} when the site is not ready afterwards
 */
async function change(from: string, to: string, options: Options): Promise<void> {
  if (lacksMigrations(from, to)) keepReturn({ from, to });
  else forgetReturn();
  lead("previous", from);
  lead("current", to);
  let fault = await restart(options);
  if (fault === NO_STORE) {
    // Nobody listens there: the command line opens the store, instead of asking the site.
    keepAddress(readStoreLocation().dataDir, "http://127.0.0.1:1");
    if (finishReturn(to) === undefined) fault = await restart(options);
  }
  const { said = [], fault: kept } = readReturn() ?? {};
  forgetReturn();
  if (kept !== undefined) {
    lead("current", from);
    lead("previous", to);
    const failed = await restart(options);
    forgetReturn();
    if (failed === undefined) importSince(from);
    throw new UpdateError(`${kept} ${failed ?? `The site runs ${from}.`}`);
  }
  for (const line of said) console.log(line);
  if (fault !== undefined) throw new UpdateError(`${to} is the current release, and not ready: ${fault}`);
}

function backUp(release: string): void {
  const { dataDir, databaseUrl, backupsKept } = readEnv();
  if (databaseUrl !== undefined && backupsKept === 0)
    return console.log("BACKUPS_KEPT=0: the database is not backed up from here.");
  if (databaseUrl === undefined && !existsSync(sqlitePath(dataDir))) return;
  console.log(runLeads(release, ["backup"]));
}

/** @returns undefined once visitors find everything they need, else the reason */
async function restart(options: Options): Promise<string | undefined> {
  const since = Date.now();
  const line = options.service.replace("{}", "restart");
  const { status, stderr } = spawnSync("sh", ["-c", line], { encoding: "utf8" });
  if (status !== 0) return `\`${line}\` failed. ${stderr.trim()}`;
  const longest = performance.now() + RETURN_MS;
  let until = performance.now() + options.wait * 1000;
  let fault = "It did not start.";
  for (let times = 0; times > 0 || performance.now() < until;) {
    const serves = hasStarted(since);
    const due = readReturn();
    if (due?.fault !== undefined) return due.fault;
    if (isUnfinished(due)) {
      if (serves && !due.hasBegun) return NO_STORE;
      if (due.hasBegun) until = Math.min(performance.now() + options.wait * 1000, longest);
    }
    fault = serves ? ((await whyNotReady()) ?? "") : "It did not start.";
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
