/** The releases on a server: `releases/<name>`, and beside that folder the links `current` and `previous`. */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { OperatorError } from "../../server/configuration/operator-error.ts";
import { inHome, inProject } from "../../server/configuration/variables.ts";

const AboutSchema = v.object({ name: v.literal("nightshift"), version: v.string(), platform: v.string() });
/** In the folder of a release: the checksum of its archive. */
const CAME_IN = ".archive.sha256";
const home = inHome("");
const releases = join(home, "releases");

/** `package.json` of a release. @throws {OperatorError} when the folder has none */
export function aboutRelease(folder = inProject("")): v.InferOutput<typeof AboutSchema> {
  const text = v.pipe(v.string(), v.parseJson(), AboutSchema);
  const path = join(folder, "package.json");
  const parsed = v.safeParse(text, fs.existsSync(path) ? fs.readFileSync(path, "utf8") : "");
  if (!parsed.success) throw new OperatorError(`${folder} is not a release of Nightshift.`);
  return parsed.output;
}

export const folderOf = (name: string): string => join(releases, name);

export function linked(link: "current" | "previous"): string | undefined {
  const path = join(home, link);
  try {
    const name = basename(fs.readlinkSync(path));
    return fs.existsSync(path) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces a link atomically: readers see the previous release or this one. @param name undefined removes the link */
export function setLink(link: "current" | "previous", name: string | undefined): void {
  if (name === undefined) return fs.rmSync(join(home, link), { force: true });
  const draft = join(releases, `.link-${randomBytes(4).toString("hex")}`);
  fs.symlinkSync(join("releases", name), draft);
  fs.renameSync(draft, join(home, link));
  sync(home);
}

/** Lets one update or rollback run at a time. @returns ends that @throws {OperatorError} while one runs */
export function lockReleases(): () => void {
  if (!fs.existsSync(releases) || linked("current") === undefined)
    throw new OperatorError(
      `${inProject("")} is not in a folder releases/ with the link current beside it ` +
        `(docs/deploy/systemd.md).`,
    );
  const lock = join(releases, ".lock");
  const owner = fs.existsSync(lock) ? Number(fs.readFileSync(lock, "utf8")) : 0;
  if (owner > 0 && isRunning(owner))
    throw new OperatorError(`Another update runs (process ${owner}). If not, remove ${lock}.`);
  fs.rmSync(lock, { force: true });
  fs.writeFileSync(lock, String(process.pid), { flag: "wx" });
  // A killed update may have left something behind.
  tidyReleases();
  return () => fs.rmSync(lock, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @returns a new folder, which the next update removes at the latest */
export const newDraft = (): string => fs.mkdtempSync(join(releases, ".draft-"));

/** Unpacks a checked archive, completely or not at all. @returns its name @throws {OperatorError} */
export async function unpack(archive: string): Promise<string> {
  const sum = await checkedSum(archive);
  const known = fs.readdirSync(releases).find((name) => cameIn(name) === sum);
  if (known !== undefined) return known;
  const draft = newDraft();
  try {
    const words = ["-xzf", archive, "-C", draft, "--strip-components=1"];
    const { status, stderr } = spawnSync("tar", words, { encoding: "utf8" });
    if (status !== 0) throw new OperatorError(`${archive} could not be unpacked: ${stderr.split("\n")[0]}`);
    const { version, platform } = aboutRelease(draft);
    if (platform !== `${process.platform}-${process.arch}`)
      throw new OperatorError(`${archive} is for ${platform}; this machine has another platform.`);
    const tried = spawnSync(join(draft, "bin", "nightshift"), ["check"], { encoding: "utf8" });
    if (tried.status !== 0) throw new OperatorError(`${archive} does not run here: ${tried.stderr.trim()}`);
    fs.writeFileSync(join(draft, CAME_IN), sum);
    spawnSync("chmod", ["755", draft]);
    sync(draft);
    const name = fs.existsSync(folderOf(version)) ? `${version}+${sum.slice(0, 8)}` : version;
    fs.renameSync(draft, folderOf(name));
    return name;
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** @returns the checksum of the archive from which a release was unpacked; undefined for one unpacked by hand */
function cameIn(name: string): string | undefined {
  const path = join(folderOf(name), CAME_IN);
  return fs.existsSync(path) ? fs.readFileSync(path, "utf8") : undefined;
}

/** @returns the archive's SHA-256 in hex, which matches the `.sha256` beside it */
async function checkedSum(archive: string): Promise<string> {
  const beside = `${archive}.sha256`;
  for (const file of [archive, beside])
    if (!fs.existsSync(file)) throw new OperatorError(`There is no ${file}.`);
  const hash = createHash("sha256");
  await pipeline(fs.createReadStream(archive), hash);
  const sum = hash.digest("hex");
  if (fs.readFileSync(beside, "utf8").split(/\s/)[0] === sum) return sum;
  throw new OperatorError(`${archive} does not match ${beside}: copy both again.`);
}

/** Removes what no link names. It waits for the `tar` of a killed update, which goes on writing for a moment. */
export function tidyReleases(): void {
  const kept = [linked("current"), linked("previous"), ".lock"];
  for (const name of fs.readdirSync(releases).filter((entry) => !kept.includes(entry)))
    fs.rmSync(folderOf(name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function sync(folder: string): void {
  spawnSync("sync", ["--file-system", folder]);
}
