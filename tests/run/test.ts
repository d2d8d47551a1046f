/**
 * `npm test`: lint, format, types, dead code, unit and REST API tests, browser tests on the built site. `npm run
 * test:full` also runs expensive tests of rare cases: files named `*.full.test.ts` and `*.full.spec.ts`, and browser
 * tests with the tag `@full`. Every step runs even after a failure; the end names each failed test with the command that
 * repeats it, and the last line says `N passed, N failed`. `npm test -- FILE` or `-- words of a name` runs only those.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findOrInstallChromium } from "../machine/browsers.ts";
import { missingForTests } from "../machine/optional.ts";
import { findOrInstallPostgres, findPostgres } from "../machine/postgres.ts";
import { root } from "../../scripts/root.ts";
import { isCi, readTestPostgres, withEnv } from "../../server/configuration/env.ts";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { chosenTests, type Chosen } from "./chosen.ts";
import { readPlaywright, readVitest, type Count } from "./report.ts";

type Step = [name: string, run: (name: string) => Count];

/** Tests that run by themselves. */
const OPT_IN = ["--config", "tests/opt-in/vitest.config.ts", "--root", "."];

const results = join(root, "test-results");
const isFull = process.argv[2] === "full";
const words = process.argv.slice(isFull ? 3 : 2);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
if (words.length > 0) runChosen(chosenTests(words));
else runAll();

function runAll(): void {
  buildWhenStale();
  findOrInstallChromium();
  const givenPostgres = readTestPostgres();
  const postgres = givenPostgres === undefined ? findOrInstallPostgres() : findPostgres();
  const missing = missingForTests(isCi(), isFull);
  const absent = missing.map(({ name }) => name);
  if (postgres === undefined) absent.unshift("PostgreSQL");
  runTool("wording (warnings, which fail nothing)", ["node", "tests/run/wording.ts"]);
  const counted = runSteps([
    check("lint", ["oxlint", "--deny-warnings"]),
    check("format", ["oxfmt", "--check"]),
    check("types", ["tsc"]),
    check("dead code and unused dependencies", ["knip", "--treat-config-hints-as-errors"]),
    check("types of what ships to the oldest browsers", ["tsc", "-p", "site"]),
    vitest("unit, contract, wire and store tests", isFull ? [] : ["--exclude=**/*.full.test.ts"]),
    playwright(isFull ? [] : [String.raw`--grep-invert=@full\b|\.full\.spec\.`]),
  ]);
  const failed = counted.failed + (isCi() ? missing.length : 0);
  if (missing.length > 0) {
    const packages = missing.flatMap((each) => each.packages).join(" ");
    console.log(
      `\nTests with ${absent.join(", ")} were left out. Debian has them: apt-get install ${packages}`,
    );
  }
  if (!isFull) console.log("\nMore tests, of rare cases: npm run test:full");
  const closing = [`${counted.passed} passed, ${failed} failed`];
  if (counted.skipped > 0)
    closing.push(`${counted.skipped} skipped (not on this machine: ${absent.join(", ") || "nothing"})`);
  console.log(closing.join(", "));
  // Tests of missing programs may be skipped, except on a machine that checks changes.
  const maySkip = absent.length > 0 && (!isCi() || givenPostgres !== undefined);
  process.exitCode = failed > 0 || (counted.skipped > 0 && !maySkip) ? 1 : 0;
}

function runChosen({ files, name }: Chosen): void {
  // A unit test, beside the file that it tests, needs no build.
  if (files.some((file) => file.startsWith("tests/"))) buildWhenStale();
  const isOptIn = (file: string) => file.startsWith("tests/opt-in/");
  const inBrowser = files.filter((file) => file.endsWith(".spec.ts"));
  const others = files.filter((file) => !inBrowser.includes(file));
  const steps: Step[] = [];
  const pattern = literally(name);
  const named = name === "" ? [] : ["--passWithNoTests", `--testNamePattern=${pattern}`];
  const [optIn, unit] = [others.filter(isOptIn), others.filter((file) => !isOptIn(file))];
  if (unit.length > 0) steps.push(vitest("Vitest", [...named, ...unit]));
  if (optIn.length > 0) steps.push(vitest("Vitest, with other programs", [...OPT_IN, ...named, ...optIn]));
  if (inBrowser.length > 0) {
    findOrInstallChromium();
    const paths = inBrowser.map((file) => `${literally(file)}$`);
    steps.push(playwright([...(name === "" ? [] : ["--pass-with-no-tests", `--grep=${pattern}`]), ...paths]));
  }
  const { passed, failed } = runSteps(steps);
  if (passed + failed === 0) console.log(`No test has "${words.join(" ")}" in its path or its name.`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/** @returns the sums, after naming every failure */
function runSteps(steps: readonly Step[]): Count {
  const counts = steps.map(([name, run], index) => run(`${index + 1} of ${steps.length}: ${name}`));
  const sum = (key: "passed" | "failed" | "skipped") => counts.reduce((total, one) => total + one[key], 0);
  const failures = counts.flatMap((one) => one.failures);
  if (failures.length > 0) console.log("\nFailed, each with the command that repeats it:");
  list(failures);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), failures };
}

function list(failures: Count["failures"]): void {
  for (const { what, repeat, why = "" } of failures)
    console.log([`  ${what}`, repeat, ...why.split("\n").filter(Boolean)].join("\n    "));
}

/** Counts a tool, which passes or fails as a whole, as one. */
function check(what: string, command: string[]): Step {
  const repeat = `npx ${command.join(" ")}`;
  const run = (name: string) => {
    const passed = runTool(name, command);
    const failures = passed ? [] : [{ what, repeat }];
    return { passed: Number(passed), failed: failures.length, skipped: 0, failures };
  };
  return [what, run];
}

function vitest(what: string, more: string[]): Step {
  const run = (name: string) => {
    const report = join(results, "vitest.json");
    const reporters = ["default", "tests/run/failed-at-once.ts", "json"].map((one) => `--reporter=${one}`);
    const passed = runTool(name, ["vitest", "run", ...reporters, `--outputFile.json=${report}`, ...more]);
    return whole(what, "npx vitest run", passed, readVitest(report));
  };
  return [what, run];
}

function playwright(more: string[]): Step {
  const run = (name: string) => {
    const output = `--output=${join(results, "browser")}`;
    const passed = runTool(name, ["playwright", "test", output, ...more]);
    const { flaky, ...counted } = readPlaywright(join(results, "playwright.json"));
    if (flaky.length > 0) console.log("\nPassed only when they were repeated; each is a fault to mend:");
    list(flaky);
    return whole("browser tests", "npx playwright test", passed, counted);
  };
  return ["browser tests", run];
}

/** A regular expression for this text. */
function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Counts a run without a failed test that failed (a crash, an unhandled rejection) as a failure. */
function whole(what: string, repeat: string, passed: boolean, counted: Count): Count {
  if (passed || counted.failures.length > 0) return { ...counted, failed: counted.failures.length };
  return { ...counted, failed: 1, failures: [{ what, repeat }] };
}

function runTool(name: string, [command = "", ...args]: string[]): boolean {
  console.log(`\n== ${name}`);
  // Threads and processes of the site load the same files; compiled once, each starts sooner.
  const env = withEnv({ NODE_COMPILE_CACHE: join(results, "compiled") });
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env });
  return status === 0;
}
