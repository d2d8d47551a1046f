/**
 * The first step of every npm command: installs the packages when they are missing or out of date, then runs
 * `scripts/<command>.ts` on the pinned Node. Plain JavaScript, since the machine's own Node may be too old for the rest.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "node_modules", ".installed-lock");
const bin = join(root, "node_modules", ".bin");
const pinnedNode = join(
  root,
  "node_modules",
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

const [command, ...args] = process.argv.slice(2);
installWhenStale();
run();

/** The installed tree is right when it was installed from the lock file that is there now. */
function installWhenStale() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock && existsSync(pinnedNode)) return;
  console.log("Installing packages (about a minute, once) …");
  const { status, error } = spawnSync("npm", ["ci", "--loglevel=error", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (error || status !== 0)
    fail(`npm ci failed${error ? `: ${error.message}` : ""}. Run it again to see why.`);
  if (!existsSync(pinnedNode))
    fail("The pinned Node did not install; are install scripts switched off in npm?");
  writeFileSync(stamp, lock);
}

/** Hands over; signals go through, and the exit code comes back. */
function run() {
  const child = spawn(pinnedNode, [join(root, "scripts", `${command}.ts`), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: bin + delimiter + process.env.PATH },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
