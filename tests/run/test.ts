/**
 * `npm test`: lint, format, types, dead code, unit and REST API tests, browser tests on the built site. `npm run
 * test:full` also runs expensive tests of rare cases: files named `*.full.test.ts` and `*.full.spec.ts`, and browser
 * tests with the tag `@full`. Every step runs even after a failure; the last line says `N passed, N failed`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findOrInstallChromium } from "../machine/browsers.ts";
import { missingForTests } from "../machine/optional.ts";
import { findOrInstallPostgres, findPostgres } from "../machine/postgres.ts";
import { root } from "../../scripts/root.ts";
import { isCi, readTestPostgres, withEnv } from "../../server/configuration/env.ts";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const results = join(root, "test-results");
const isFull = process.argv[2] === "full";

buildWhenStale();
findOrInstallChromium();
const givenPostgres = readTestPostgres();
const postgres = givenPostgres === undefined ? findOrInstallPostgres() : findPostgres();
const missing = missingForTests(isCi(), isFull);
const absent = missing.map(({ name }) => name);
if (postgres === undefined) absent.unshift("PostgreSQL");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

run("wording (warnings, which fail nothing)", ["node", "tests/run/wording.ts"]);
const counts = [
  check("lint", ["oxlint", "--deny-warnings"]),
  check("format", ["oxfmt", "--check"]),
  check("types", ["tsc"]),
  check("dead code and unused dependencies", ["knip", "--treat-config-hints-as-errors"]),
  check("types of what ships to the oldest browsers", ["tsc", "-p", "site"]),
  vitest(),
  playwright(),
];
const total = (key: keyof Count): number => counts.reduce((sum, counted) => sum + counted[key], 0);
const allSkipped = total("skipped");
const failed = total("failed") + (isCi() ? missing.length : 0);
if (missing.length > 0) {
  const packages = missing.flatMap((each) => each.packages).join(" ");
  console.log(
    `\nTests with ${absent.join(", ")} were left out. Debian has them: apt-get install ${packages}`,
  );
}
const closing = [`${total("passed")} passed, ${failed} failed`];
if (!isFull) console.log("\nMore tests, of rare cases: npm run test:full");
if (allSkipped > 0)
  closing.push(`${allSkipped} skipped (not on this machine: ${absent.join(", ") || "nothing"})`);
console.log(closing.join(", "));
process.exitCode = failed > 0 || (allSkipped > 0 && !maySkip()) ? 1 : 0;

/** Tests of missing programs may be skipped, except on a machine that checks changes. */
function maySkip(): boolean {
  return absent.length > 0 && (!isCi() || givenPostgres !== undefined);
}

/** Counts a tool, which passes or fails as a whole, as one. */
function check(name: string, command: string[]): Count {
  const passed = run(name, command);
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 };
}

function vitest(): Count {
  const report = join(results, "vitest.json");
  const command = ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  if (!isFull) command.push("--exclude=**/*.full.test.ts");
  const passed = run("unit, contract, wire and store tests", command);
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = read(report);
  return count(passed, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests });
}

function playwright(): Count {
  const command = ["playwright", "test", `--output=${join(results, "browser")}`];
  if (!isFull) command.push(String.raw`--grep-invert=@full\b|\.full\.spec\.`);
  const passed = run("browser tests", command);
  const {
    expected = 0,
    unexpected = 0,
    flaky = 0,
    skipped = 0,
  } = read(join(results, "playwright.json")).stats ?? {};
  if (flaky > 0) console.log(`${flaky} played twice, since the driver of a browser stopped answering.`);
  return count(passed, { passed: expected + flaky, failed: unexpected, skipped });
}

/** Counts a run without a failed test that failed (a crash, an unhandled rejection) as a failure. */
function count(passed: boolean, counted: Count): Count {
  return passed || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

function run(name: string, [command = "", ...args]: string[]): boolean {
  console.log(`\n== ${name}`);
  // Threads and processes of the site load the same files; compiled once, each starts sooner.
  const env = withEnv({ NODE_COMPILE_CACHE: join(results, "compiled") });
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env });
  return status === 0;
}

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  stats?: { expected?: number; unexpected?: number; flaky?: number; skipped?: number };
}

function read(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
