import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

const LOCK = packages("package-lock.json");
/** The pinned Node of this system and processor. */
const nodePath =
  Object.keys(LOCK).find((path) => {
    const { os, cpu } = LOCK[path];
    return (
      path.startsWith("node_modules/node-") &&
      os?.includes(process.platform) &&
      cpu?.includes(process.arch)
    );
  }) ??
  fail(
    `There is no package of Node for ${process.platform}-${process.arch}. ` +
      "With Node 26, run `npm ci`, `node scripts/build.ts` and `node server/main.ts`.",
  );
const program = process.platform === "win32" ? "node.exe" : "node";
export const pinnedNode = join(root, nodePath, "bin", program);

/**
 * Installs packages for builds and for this
 * platform, whatever NODE_ENV or npm's settings say.
 */
const CI = [
  "ci",
  "--include=dev",
  "--include=optional",
  "--loglevel=error",
  "--no-audit",
  "--no-fund",
];
/** By default, npm says only after 70 seconds that no registry answers. */
const PATIENCE = [
  "--fetch-retries=2",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=2000",
];

export function fail(message) {
  console.error(message);
  process.exit(1);
}

export function installWhenStale() {
  if (missingPackages().length === 0) return;
  const args = [...CI, ...PATIENCE];
  const { status, error, stderr } = run(
    "Installing packages (about a minute, once)",
    "npm",
    args,
  );
  if (error)
    fail("npm cannot be started. It comes with Node: https://nodejs.org");
  if (status !== 0)
    fail(
      `${stderr.trim()}\nnpm could not install the packages, as it says above.`,
    );
  if (missingPackages().length > 0)
    fail("npm left out packages. Remove node_modules, and run this again.");
}

/** Installs libatomic, which Node 26 needs and a minimal Debian lacks. */
export function provideLibatomic() {
  const lacksIt = () =>
    spawnSync(pinnedNode, ["--version"], { encoding: "utf8" }).stderr?.includes(
      "libatomic",
    );
  if (process.platform !== "linux" || !lacksIt()) return;
  const sudo = process.getuid() === 0 ? [] : ["sudo", "-n"];
  for (const step of [
    ["update"],
    ["install", "-y", "--no-install-recommends", "libatomic1"],
  ]) {
    const [command, ...args] = [...sudo, "apt-get", "-q", ...step];
    run(`The pinned Node needs libatomic: apt-get ${step[0]}`, command, args);
  }
  if (lacksIt())
    fail(
      "Node 26 needs the system library libatomic. Debian: apt-get install libatomic1. Fedora: dnf install libatomic.",
    );
}

function run(purpose, command, args) {
  console.error(`${purpose} …`);
  return spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    shell: process.platform === "win32",
  });
}

function missingPackages() {
  const present = packages("node_modules/.package-lock.json");
  return Object.keys(LOCK).filter(
    (path) =>
      path !== "" &&
      (path === nodePath || !LOCK[path].optional) &&
      (present[path]?.integrity !== LOCK[path].integrity ||
        !existsSync(join(root, path))),
  );
}

function packages(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
  } catch {
    return {};
  }
}
