/** A server with releases as `nightshift update` keeps them, and archives to update it with. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { bundleProgram } from "../../scripts/release/bundle-program.ts";
import { SAMPLE_CONTENT } from "../../server/configuration/env.ts";
import { root } from "../../scripts/root.ts";
import { freePort } from "../machine/free-port.ts";
import { AGENCY, MANIFEST, writeBuild } from "./build.ts";
import { addMigration } from "./later-version.ts";
import { temporaryFolder } from "./server.ts";

export interface Changes {
  /** It lacks its home page and does not start. */
  isBroken?: true;
  /** Its map of the site names a page that it lacks. */
  lacksPage?: true;
  /** It ends after this. Seconds. */
  endsAfter?: number;
  /** It migrates the store and does not start. */
  failsLater?: true;
  /** It has one more migration. */
  isNewer?: true;
  /** Its migration fails. */
  cannotMigrate?: true;
  /** It has the built site in place of a small one. */
  isWhole?: true;
}

let bundle: Promise<string> | undefined;

/** The program of a release, bundled once for all tests of a file. */
function bundled(): Promise<string> {
  const folder = join(tmpdir(), `nightshift-bundle-${process.pid}`);
  bundle ??= bundleProgram(folder).then(() => folder);
  return bundle;
}

afterAll(async () => {
  if (bundle) rmSync(await bundle, { recursive: true });
});

/** Fills a folder like `npm run release`, with a small site, and with this Node linked instead of copied. */
async function writeRelease(folder: string, version: string, changes: Changes = {}): Promise<void> {
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(join(root, "scripts/release/nightshift.sh"), join(folder, "bin/nightshift"));
  execFileSync("chmod", ["755", join(folder, "bin/nightshift")]);
  symlinkSync(process.execPath, join(folder, "bin/node"));
  cpSync(await bundled(), folder, { recursive: true });
  const platform = `${process.platform}-${process.arch}`;
  const about = { name: "nightshift", version, platform, type: "module" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(about));
  const dist = join(folder, "dist");
  if (changes.isWhole) return cpSync(join(root, "dist"), dist, { recursive: true });
  const build = { site: { ...AGENCY, schedulingUrl: "" }, assets: [...MANIFEST.assets, "/sitemap.xml"] };
  cpSync(writeBuild(temporaryFolder(), build), dist, { recursive: true });
  const page = changes.lacksPage ? "prices" : "";
  const map = `<urlset><url><loc>${AGENCY.siteUrl}/${page}</loc></url></urlset>`;
  writeFileSync(join(dist, "site", "sitemap.xml"), map);
  if (changes.isBroken) rmSync(join(folder, "dist", "site", "index.html"));
  const program = join(folder, "bin/nightshift");
  const before = (line: string) =>
    writeFileSync(program, `#!/bin/sh\n${line}\n${readFileSync(program, "utf8")}`);
  if (changes.failsLater) before('[ "$1" = start ] && { "$0" leads list; exit 1; }');
  if (changes.endsAfter)
    before(`[ "$1" = start ] && { (sleep ${changes.endsAfter}; echo The end; kill $$) & }`);
  if (changes.isNewer) addMigration(folder);
  if (changes.cannotMigrate)
    addMigration(folder, "CREATE TABLE later (id TEXT);\nALTER TABLE nowhere ADD COLUMN later TEXT;\n");
}

/** @returns the path of an archive with its checksum beside it */
export async function packRelease(version: string, changes?: Changes): Promise<string> {
  const folder = temporaryFolder();
  await writeRelease(join(folder, "files"), version, changes);
  const archive = join(folder, `nightshift-${version}.tar.gz`);
  execFileSync("tar", ["-czf", archive, "-C", folder, "files"]);
  const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeFileSync(`${archive}.sha256`, `${sum}  nightshift-${version}.tar.gz\n`);
  return archive;
}

/** Stops and starts the site in `$home`, like systemd one after another; a process without a waiting parent counts as ended. */
const SERVICE = `#!/bin/sh
cd "$(dirname "$0")"
exec 9>service.lock
flock 9
if [ "$1" != start ] && [ -f pid ]; then
  kill "$(cat pid)" 2>/dev/null
  while readlink "/proc/$(cat pid)/exe" >/dev/null; do sleep 0.05; done
fi
[ "$1" = stop ] && exit
setsid current/bin/nightshift start >>log 2>&1 </dev/null 9>&- &
echo $! >pid
`;

/** @param settings more lines of `.env` @param changes of its release @returns a server whose site runs release 1.0.0, removed after the test */
export async function startServerWithReleases(settings = "", changes?: Changes) {
  const home = temporaryFolder();
  const dataDir = join(home, "data");
  const port = await freePort();
  await writeRelease(join(home, "releases", "1.0.0"), "1.0.0", changes);
  symlinkSync("releases/1.0.0", join(home, "current"));
  writeFileSync(join(home, ".env"), `PORT=${port}\nDATA_DIR=${dataDir}\nLOG_LEVEL=warn\n${settings}\n`);
  writeFileSync(join(home, "service"), SERVICE, { mode: 0o755 });
  const service = (verb: string) => spawnSync(join(home, "service"), [verb]);
  onTestFinished(() => void service("stop"));
  /** @param seconds the longest wait until the site is ready @param before a command before each of the service's */
  const words = (seconds = 30, before = "true") => [
    `--service=${before}; ${join(home, "service")} {}`,
    `--wait=${seconds}`,
  ];
  const program = join(home, "current", "bin", "nightshift");
  /** Without the test's own variables. */
  const options = { env: { PATH: "/usr/bin:/bin" }, encoding: "utf8" } as const;
  return {
    home,
    dataDir,
    port,
    program,
    service,
    run: (...args: string[]) => spawnSync(program, args, options),
    /** @param trial seconds */
    update: (archive: string, { wait, trial = 1 }: { wait?: number; trial?: number } = {}) =>
      spawnSync(program, ["update", archive, `--trial=${trial}`, ...words(wait)], options),
    /** It may be killed. */
    begin: (archive: string) =>
      spawn(program, ["update", archive, "--trial=1", ...words()], { ...options, stdio: "ignore" }),
    rollback: (before?: string) => spawnSync(program, ["rollback", ...words(undefined, before)], options),
    log: () => readFileSync(join(home, "log"), "utf8"),
  };
}

/** Runs `npm run release` and unpacks its archive. @returns the folder, archive and checksum that it wrote, and the release's own folder */
export function wholeRelease() {
  const target = temporaryFolder();
  execFileSync(process.execPath, [join(root, "scripts/release.ts"), target], { stdio: "pipe" });
  const [archive = "", sums = ""] = readdirSync(target).toSorted();
  const unpacked = temporaryFolder();
  execFileSync("tar", ["-xzf", join(target, archive), "-C", unpacked]);
  const folders = readdirSync(unpacked);
  return { target, archive, sums, folders, home: join(unpacked, archive.replace(".tar.gz", "")) };
}

/** An own folder that lacks a text of this release. @returns `words`: its landing page once it has that text */
export function contentOfBefore(): { content: string; words: string } {
  const content = join(temporaryFolder(), "content");
  cpSync(SAMPLE_CONTENT, content, { recursive: true });
  const words = readFileSync(join(content, "home.yaml"), "utf8").replace("Menu\n", "Our menu\n");
  writeFileSync(join(content, "home.yaml"), words.replace("  menuLabel: Sections\n", ""));
  return { content, words };
}
