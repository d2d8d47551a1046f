/**
 * The first step of every npm command: installs the packages when they are missing or out of date, then runs the file
 * named in package.json on the pinned Node. Plain JavaScript, because the machine's own Node may be too old for the rest.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const turn = join(root, ".installing");
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
provideLibatomic();
run();

/** Commands that start at the same time, like site and worker after an update, wait for the one that installs. */
function installWhenStale() {
  if (isInstalled()) return;
  takeTurn();
  if (isInstalled()) return rmSync(turn);
  console.log("Installing packages (about a minute, once) …");
  // With the build's packages and each platform's own, even where NODE_ENV or npm's settings would leave them out.
  const words = ["ci", "--include=dev", "--include=optional", "--loglevel=error", "--no-audit", "--no-fund"];
  const { status, error } = spawnSync("npm", words, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (error || status !== 0)
    fail(`npm ci failed${error ? `: ${error.message}` : ""}. Run it again to see why.`);
  if (!existsSync(pinnedNode))
    fail("The pinned Node did not install; are install scripts switched off in npm?");
  rmSync(turn);
}

/** Node 26 for Linux needs libatomic, which a minimal Debian lacks: installs it if this user may, else says how. */
function provideLibatomic() {
  const lacksIt = () =>
    spawnSync(pinnedNode, ["--version"], { encoding: "utf8" }).stderr?.includes("libatomic");
  if (process.platform !== "linux" || !lacksIt()) return;
  console.log("The pinned Node needs libatomic; installing Debian's libatomic1 …");
  const sudo = process.getuid() === 0 ? [] : ["sudo", "-n"];
  for (const words of [["update"], ["install", "-y", "--no-install-recommends", "libatomic1"]]) {
    const [program, ...rest] = [...sudo, "apt-get", "-q", ...words];
    spawnSync(program, rest, { stdio: "ignore" });
  }
  if (lacksIt())
    fail(
      "Node 26 needs the system library libatomic. Debian: apt-get install libatomic1. Fedora: dnf install libatomic.",
    );
}

function takeTurn() {
  for (let waited = 0; ; waited++) {
    try {
      return writeFileSync(turn, String(process.pid), { flag: "wx" });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (waited === 1) console.log(`Waiting for another start to install packages (${turn}) …`);
    if (isRunning(turn)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    else rmSync(turn, { force: true });
  }
}

/** Whether the process whose id is in a file runs. A killed one left its file behind. */
function isRunning(file) {
  try {
    return process.kill(Number(readFileSync(file, "utf8")), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Whether every package has its locked version, according to npm's own record of the install. */
function isInstalled() {
  const locked = packages("package-lock.json");
  const present = packages("node_modules/.package-lock.json");
  const needed = Object.keys(locked).filter((path) => path !== "" && !locked[path].optional);
  return (
    existsSync(pinnedNode) &&
    needed.length > 0 &&
    needed.every(
      (path) => present[path]?.integrity === locked[path].integrity && existsSync(join(root, path)),
    )
  );
}

/** Empty when the file is missing or cannot be read. */
function packages(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
  } catch {
    return {};
  }
}

/**
 * Starts the program; passes on signals and the exit code. A shell between npm and us passes on no signal: when it
 * is gone, somebody ended npm. The closed channel ends the child if we are killed.
 */
function run() {
  // Tests do not depend on an owner's settings, and send nothing to anybody.
  const file = join(root, ".env");
  const settings = basename(command) === "test" || !existsSync(file) ? [] : [`--env-file=${file}`];
  const child = spawn(pinnedNode, [...settings, join(root, "scripts", `${command}.ts`), ...args], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, PATH: bin + delimiter + process.env.PATH },
  });
  const startedBy = process.ppid;
  const byNpm = process.env.npm_lifecycle_event !== undefined;
  const watch = setInterval(() => byNpm && process.ppid !== startedBy && end("SIGTERM"), 500);
  const end = (signal) => {
    clearInterval(watch);
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(signal));
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
