/**
 * `npm test` checks lint, format, types and dead code, and runs Vitest and Playwright on the built
 * site. It installs Chromium and PostgreSQL if they are missing. `npm run test:full` adds slow tests
 * of rare faults, other engines and other fonts. Every step runs even after a failure.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { root } from "../../scripts/root.ts";
import { isCi, readTestSettings } from "../../server/settings/env.ts";
import { findOrInstallChromium } from "../machine/browsers.ts";
import { missingForTests } from "../machine/optional.ts";
import { findOrInstallPostgres } from "../machine/postgres.ts";

type Count = Record<"passed" | "failed", number>;

const QUICK = [
  "--project=chromium",
  String.raw`--grep-invert=@full\b|\.full\.spec\.`,
];
const isFull = process.argv[2] === "full";
const results = join(root, "test-results");
const vitestReport = join(results, "vitest.json");

rmSync(results, { recursive: true, force: true });
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
const counts = [
  runTool(["oxlint", "--type-check", "--deny-warnings"]),
  runTool(["oxfmt", "--check"]),
  runTool(["knip", "--treat-config-hints-as-errors"]),
  // Code for browsers may use only what the oldest supported browser knows.
  runTool(["tsc", "-p", "site", "--singleThreaded"]),
  runTool(
    [
      "vitest",
      "run",
      ...vitest,
      ...(isFull ? [] : ["--exclude=**/*.full.test.ts"]),
    ],
    () => {
      const { numPassedTests: passed, numFailedTests: failed } =
        readJson(vitestReport);
      return { passed, failed };
    },
  ),
  runTool(["playwright", "test", ...(isFull ? [] : QUICK)], () => {
    const { expected, flaky, unexpected } = readJson(
      join(results, "playwright.json"),
    ).stats;
    return { passed: expected + flaky, failed: unexpected };
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
const sum = (key: keyof Count) =>
  counts.reduce((total, count) => total + count[key], 0);
// A CI machine installs everything but WebKit, so any other absence counts as a failure.
const missingOnCi = isCi()
  ? absent.filter((name) => !name.startsWith("WebKit")).length
  : 0;
const failed = sum("failed") + missingOnCi;
console.log(`${sum("passed")} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Without `countTests`, a tool counts as one test. A tool that fails has at least one failure. */
function runTool(
  [command = "", ...args]: string[],
  countTests?: () => Count,
): Count {
  console.log(`\n== ${[command, ...args.slice(0, 2)].join(" ")}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  const isPassed = status === 0;
  try {
    const count = countTests?.() ?? { passed: Number(isPassed), failed: 0 };
    return { ...count, failed: isPassed ? 0 : Math.max(1, count.failed) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}
