/**
 * `nightshift update` and `rollback`. A release is tried before it serves; one that does not get ready all the same returns
 * to the previous release.
 */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import { messageOf } from "../../contract/error-code.ts";
import { readEnv, readStoreLocation } from "../../server/configuration/env.ts";
import { OperatorError } from "../../server/configuration/operator-error.ts";
import { addressPath, readAddress } from "../../server/lifecycle/address-file.ts";
import { sqlitePath } from "../../server/storage/open-store.ts";
import { download } from "./download.ts";
import { folderOf, linked, lockReleases, newDraft, setLink, tidyReleases, unpack } from "./releases.ts";

interface Options {
  /** A shell's line, with `{}` for `restart`. */
  service: string;
  /** Seconds, both. */
  trial: number;
  wait: number;
}

const UNITS = ["nightshift.service", "nightshift@*.service", "nightshift-worker@*.service"];
const CHECKED_PATHS = ["/readyz", "/", "/book-call"];
/** A process that dies soon after its start answers once or twice. */
const TIMES = 3;
const AGAIN_MS = 300;
const TEXT = { encoding: "utf8" } as const;

export async function runUpdate(word: "update" | "rollback"): Promise<void> {
  const command = new Command(`nightshift ${word}`)
    .description(
      word === "update"
        ? "Checks the archive with the .sha256 beside it, unpacks it, backs up the store, tries the release with a " +
            "copy of the store, switches to it, restarts the site, and goes back unless the site is ready."
        : "Goes back to the previous release. The store stays as it is.",
    )
    .option(
      "--service <command>",
      "restarts the site, as in `systemctl {} nightshift` (default: its units that run)",
    )
    .option("--wait <seconds>", "the longest wait until the site is ready", Number, 120);
  if (word === "update")
    command
      .argument(
        "<archive>",
        "nightshift-<version>-<platform>.tar.gz, or its https:// address with a .minisig beside it",
      )
      .option(
        "--trial <seconds>",
        "how long the release is tried before the switch; 0: not at all",
        Number,
        20,
      );
  command.action(async (...given: unknown[]) => {
    // Without these, closing the terminal would end an update before the site is known to be ready.
    for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
    const unlock = lockReleases();
    try {
      const options: Options = { ...command.opts(), service: command.opts().service ?? runningUnits() };
      const work =
        word === "update" ? update(String(given[0]), options).finally(tidyReleases) : rollback(options);
      await work.catch(report);
    } finally {
      unlock();
    }
  });
  await command.parseAsync();
}

/** A mail as well: a pipeline may have started the update. */
function report(failure: unknown): never {
  try {
    asOwner(linked("current") ?? "", "leads", "report", "nightshift-update");
  } catch {
    // Where mail fails as well, what the update says is enough.
  }
  throw failure;
}

async function update(archive: string, options: Options): Promise<void> {
  const current = linked("current");
  // Not a path: what is downloaded is checked before it is unpacked.
  const name = await unpack(/^\w+:\/\//.test(archive) ? await download(archive, newDraft()) : archive);
  // The same command finishes an update that was killed after the switch.
  const before = current === name ? linked("previous") : current;
  if (before === undefined) throw new OperatorError(`${name} is the current release.`);
  console.log(`Unpacked ${name}.`);
  const earlier = linked("previous");
  if (current !== name) {
    tryRelease(name, backUp(before), options);
    const filled = spawnSync(join(folderOf(name), "bin", "nightshift"), ["content", "fill"], TEXT);
    if (filled.status !== 0) throw new OperatorError(filled.stderr.trim());
    if (filled.stdout !== "") console.log(filled.stdout.trim());
    setLink("previous", before);
    setLink("current", name);
  }
  const fault = await restart(options);
  if (fault === undefined)
    return console.log(`The site runs ${name}. \`nightshift rollback\` goes back to ${before}.`);
  console.log(`${name} is not ready: ${fault} Going back to ${before}.`);
  try {
    await switchTo(before, name, options);
  } finally {
    setLink("previous", earlier === before ? undefined : earlier);
  }
  throw new OperatorError(`The update failed, and the site runs ${before} as before: ${fault}`);
}

async function rollback(options: Options): Promise<void> {
  const [current, previous] = [linked("current"), linked("previous")];
  if (current === undefined || previous === undefined || current === previous)
    throw new OperatorError("There is no previous release.");
  await switchTo(previous, current, options);
  console.log(`The site runs ${previous}. \`nightshift rollback\` goes forward to ${current}.`);
}

/** Migrations only add, so the earlier release runs on the store as it is. @throws {OperatorError} when it does not get ready */
async function switchTo(release: string, previous: string, options: Options): Promise<void> {
  setLink("current", release);
  setLink("previous", previous);
  const fault = await restart(options);
  if (fault !== undefined)
    throw new OperatorError(`${release} is the current release, and not ready: ${fault}`);
}

/** The units of the site that systemd runs. @throws {OperatorError} when it runs none */
function runningUnits(): string {
  const { stdout } = spawnSync("systemctl", ["list-units", "--plain", "--no-legend", "--full", ...UNITS], {
    encoding: "utf8",
  });
  const units = (stdout ?? "").split("\n").flatMap((line) => line.split(" ")[0] || []);
  if (units.length > 0) return `systemctl {} ${units.join(" ")}`;
  throw new OperatorError(
    "systemd runs no nightshift, nightshift@… or nightshift-worker@…: start the site, or name the command that " +
      "restarts it with --service.",
  );
}

/** @returns the path of the backup of an SQLite store, if there is one */
function backUp(release: string): string {
  const { dataDir, databaseUrl, backupsKept } = readEnv();
  if (databaseUrl !== undefined && backupsKept === 0) {
    console.log("BACKUPS_KEPT=0: the database is not backed up from here.");
    return "";
  }
  if (databaseUrl === undefined && !existsSync(sqlitePath(dataDir))) return "";
  const path = asOwner(release, "leads", "backup", "--for-update", "--print-path");
  return databaseUrl === undefined ? path : "";
}

/** The site goes on serving meanwhile. @throws {OperatorError} */
function tryRelease(release: string, backup: string, { trial }: Options): void {
  if (trial === 0) return;
  try {
    asOwner(release, "trial", String(trial), backup);
  } catch (error) {
    throw new OperatorError(
      `${release} was tried on a port of its own and failed, so the site runs as before: ${messageOf(error)}`,
    );
  }
}

/** As the owner of the store: root's files there would lock the site out. @throws {OperatorError} with what the program said */
function asOwner(release: string, ...words: string[]): string {
  const { dataDir } = readStoreLocation();
  const { uid, gid } = statSync(dataDir, { throwIfNoEntry: false }) ?? {};
  const owner = process.getuid?.() === 0 && uid !== undefined && gid !== undefined ? { uid, gid } : {};
  const program = join(folderOf(release), "bin", "nightshift");
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    encoding: "utf8",
    cwd: "/",
    ...owner,
  });
  if (status !== 0) throw new OperatorError(error?.message ?? stderr.trim());
  if (stderr !== "") console.log(stderr.trim());
  return stdout.trim();
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
    fault = hasStarted(since) ? ((await whyNotReady(options.service)) ?? "") : "It did not start.";
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

/** Each of several sites and workers has its port in its name. */
function originsOf(service: string): { origin: string | undefined; paths: readonly string[] }[] {
  const known = { origin: readAddress(readStoreLocation().dataDir), paths: CHECKED_PATHS };
  const others = [...service.matchAll(/nightshift(-worker)?@(\d+)/g)].map(([, isWorker, port]) => ({
    origin: `http://127.0.0.1:${port}`,
    paths: isWorker ? CHECKED_PATHS.slice(0, 1) : CHECKED_PATHS,
  }));
  return [known, ...others];
}

async function whyNotReady(service: string): Promise<string | undefined> {
  for (const { origin, paths } of originsOf(service))
    for (const path of paths) {
      const address = service.includes("@") ? `${origin}${path}` : path;
      try {
        const { status } = await fetch(`${origin}${path}`, {
          signal: AbortSignal.timeout(5_000),
          redirect: "manual",
        });
        if (status !== 200) return `${address} answered with ${status}.`;
      } catch {
        return `${address} did not answer.`;
      }
    }
  return undefined;
}
