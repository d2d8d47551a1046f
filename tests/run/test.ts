/**
 * `npm test` checks lint, format, types and dead code, and runs Vitest and
 * Playwright on the built site. It installs Chromium and PostgreSQL if they are
 * missing. `npm run test:full` adds slow tests of rare faults, other engines
 * and other fonts. Every step runs even after a failure.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { root } from "../../scripts/root.ts";
import { isCi, readTestSettings } from "../../server/settings/env.ts";
import { findOrInstallChromium } from "../machine/browsers.ts";
import { missingForTests } from "../machine/optional.ts";
import { findOrInstallPostgres } from "../machine/postgres.ts";

interface Result {
  passed: number;
  /** What failed, as its tool names it. */
  failures: string[];
}

const QUICK = [
  "--project=chromium",
  String.raw`--grep-invert=@full\b|\.full\.spec\.`,
];
const isFull = process.argv[2] === "full";
const folder = join(root, "test-results");
const vitestReport = join(folder, "vitest.json");

rmSync(folder, { recursive: true, force: true });
buildWhenStale();
findOrInstallChromium();
const hasPostgres =
  (readTestSettings().testPostgresUrl ?? findOrInstallPostgres()) !== undefined;
const missing = missingForTests(isCi(), isFull);

const vitest = [
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${vitestReport}`,
];
// Side by side, since two of them use one core each.
const checks = await Promise.all([
  runTool(["oxlint", "--type-check", "--deny-warnings"]),
  runTool(["oxfmt", "--check"]),
  runTool(["knip", "--treat-config-hints-as-errors"]),
  // Code for browsers may use only what the oldest supported browser knows.
  runTool(["tsc", "-p", "site", "--singleThreaded"]),
]);
const results = [
  ...checks,
  await runTool(
    [
      "vitest",
      "run",
      ...vitest,
      ...(isFull ? [] : ["--exclude=**/*.full.test.ts"]),
    ],
    () => {
      const { numPassedTests: passed, testResults } = readJson(vitestReport);
      return { passed, failures: testResults.flatMap(namesOfFailed) };
    },
  ),
  await runTool(["playwright", "test", ...(isFull ? [] : QUICK)], () => {
    const { stats, suites } = readJson(join(folder, "playwright.json"));
    return {
      passed: stats.expected + stats.flaky,
      failures: suites.flatMap(specsThatFailed),
    };
  }),
];

const absent = [
  ...(hasPostgres ? [] : ["PostgreSQL"]),
  ...missing.map(({ name }) => name),
];
if (absent.length > 0)
  console.log(
    `\nNot on this machine, so their tests were skipped: ${absent.join(", ")}`,
  );
// A log may be cut from above, so what failed stands at its end.
const failures = results.flatMap((result) => result.failures);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
// A CI machine installs everything but WebKit,
// so any other absence counts as a failure.
const missingOnCi = isCi()
  ? absent.filter((name) => !name.startsWith("WebKit")).length
  : 0;
const failed = failures.length + missingOnCi;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Without `read`, a tool counts as one test, which has its name. */
async function runTool(
  [command = "", ...args]: string[],
  read?: () => Result,
): Promise<Result> {
  console.log(`\n== ${[command, ...args.slice(0, 2)].join(" ")}`);
  try {
    const tool = spawn(command, args, { cwd: root, stdio: "inherit" });
    const [status] = await once(tool, "close");
    const isPassed = status === 0;
    const result = read?.() ?? { passed: Number(isPassed), failures: [] };
    return isPassed || result.failures.length > 0
      ? result
      : { ...result, failures: [command] };
  } catch {
    return { passed: 0, failures: [command] };
  }
}

interface TestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: {
    status: string;
    fullName: string;
    failureMessages: string[];
  }[];
}

/**
 * @returns each failed test of a file with
 * its message, or the file that did not load
 */
function namesOfFailed({
  name,
  status,
  message,
  assertionResults,
}: TestFile): string[] {
  const tests = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && tests.length === 0) return [`${name}: ${message}`];
  return tests.map(
    ({ fullName, failureMessages }) =>
      `${name} > ${fullName}: ${failureMessages.join("\n")}`,
  );
}

interface Suite {
  specs: {
    file: string;
    line: number;
    title: string;
    /** One of each engine, whose first alone decides the `ok` of the spec. */
    tests: { status: string }[];
  }[];
  suites?: Suite[];
}

function specsThatFailed({ specs, suites = [] }: Suite): string[] {
  return [
    ...specs
      .filter(({ tests }) => tests.some((one) => one.status === "unexpected"))
      .map(({ file, line, title }) => `${file}:${line} > ${title}`),
    ...suites.flatMap(specsThatFailed),
  ];
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}
