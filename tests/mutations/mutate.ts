/**
 * `npm run test:mutations`: plants each fault of `mutations.json` in a copy of the project and runs tests until one fails:
 * first the nearest, then all Vitest tests that load the file, then those in the browser. Prints the faults that no test
 * notices, and fails below 90 %. The nearest tests take half an hour for all faults, and what follows takes minutes for
 * each fault that they miss. `-- words` tries the faults whose file or description has them, `--near` the nearest tests only.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { root } from "../../scripts/root.ts";
import { readTestPostgres, withEnv } from "../../server/configuration/env.ts";
import { startPrivateServer } from "../fakes/private-server.ts";
import { copyProject } from "../fakes/project.ts";
import { findPostgres } from "../machine/postgres.ts";
import { readMutations, type Mutation } from "./mutations.ts";

const LEAST_KILLED = 0.9;
/** A fault may also make tests hang. Milliseconds. */
const LIMIT_MS = 20 * 60_000;

const known = new Map<string, boolean>();

const { values, positionals } = parseArgs({ allowPositionals: true, options: { near: { type: "boolean" } } });
const wanted = readMutations().filter(({ file, why }) =>
  positionals.every((word) => `${file} ${why}`.includes(word)),
);

buildWhenStale();
const folder = mkdtempSync(join(tmpdir(), "nightshift-mutations-"));
const programs = findPostgres();
const postgres =
  readTestPostgres() === undefined && programs !== undefined ? await startPrivateServer(programs) : undefined;
try {
  copyProject(folder);
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  spawnSync("git", ["init", "-q"], { cwd: folder });
  await tryAll();
} finally {
  await postgres?.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function tryAll(): Promise<void> {
  const survivors: Mutation[] = [];
  for (const [index, mutation] of wanted.entries()) {
    const by = await killerOf(mutation);
    if (by === undefined) survivors.push(mutation);
    console.log(`${index + 1} of ${wanted.length} ${mutation.file}: ${mutation.why}: ${by ?? "SURVIVED"}`);
  }
  const killed = wanted.length - survivors.length;
  console.log(`\n${killed} of ${wanted.length} faults were noticed.`);
  for (const { file, why, find, replace } of survivors)
    console.log(`\nNo test notices that ${why}. ${file}:\n- ${find}\n+ ${replace}`);
  process.exitCode = killed >= LEAST_KILLED * wanted.length ? 0 : 1;
}

/** @returns the tests that noticed; undefined when none did */
async function killerOf({ file, find, replace, near }: Mutation): Promise<string | undefined> {
  const path = join(folder, file);
  const whole = readFileSync(path, "utf8");
  const specs = near.filter((test) => test.includes(".spec."));
  const units = near.filter((test) => !specs.includes(test));
  const stages: [name: string, commands: string[][]][] = [
    ["the nearest tests", units.length > 0 ? [vitest(["run", ...units])] : []],
    ["the nearest tests in the browser", specs.length > 0 ? playwright(specs) : []],
    ["related tests", values.near ? [] : [vitest(["related", "--run", file])]],
    ["the build or a test in the browser", values.near ? [] : playwright([])],
  ];
  for (const [name, commands] of stages) {
    writeFileSync(
      path,
      whole.replace(find, () => replace),
    );
    const passed = await passesAll(commands);
    writeFileSync(path, whole);
    if (passed) continue;
    if (await passWithoutFault(commands)) return name;
    console.log(`Without a fault, too, this fails: ${commands.flat().join(" ")}`);
  }
  return undefined;
}

function vitest(words: string[]): string[] {
  return ["vitest", ...words, "--bail=1", "--reporter=dot", "--exclude=**/*.full.test.ts"];
}

function playwright(specs: string[]): string[][] {
  const words = [
    "--project=all",
    "--max-failures=1",
    "--reporter=dot",
    String.raw`--grep-invert=@full\b|\.full\.spec\.`,
  ];
  return [
    ["node", "scripts/build.ts"],
    ["playwright", "test", ...words, ...specs],
  ];
}

/** A test that fails anyway notices nothing. Tried once for each list of tests. */
async function passWithoutFault(commands: string[][]): Promise<boolean> {
  const key = commands.flat().join(" ");
  const passed = known.get(key) ?? (await passesAll(commands));
  known.set(key, passed);
  return passed;
}

async function passesAll(commands: string[][]): Promise<boolean> {
  for (const command of commands) if (!(await passes(command))) return false;
  return true;
}

/** Ends the whole group at the limit, since a test leaves processes behind when it is killed. */
async function passes([command = "", ...args]: string[]): Promise<boolean> {
  const env = withEnv(postgres ? { TEST_POSTGRES_URL: postgres.url } : {});
  const child = spawn(command, args, { cwd: folder, env, stdio: "ignore", detached: true });
  const timer = setTimeout(() => killGroup(child.pid), LIMIT_MS);
  const [code] = await once(child, "exit");
  clearTimeout(timer);
  killGroup(child.pid);
  return code === 0;
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // None of them is left.
  }
}
