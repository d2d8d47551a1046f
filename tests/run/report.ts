/** The reports of Vitest and Playwright: how many tests passed, and the name and file of each that did not. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../../scripts/root.ts";

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failed one with the command that repeats it. */
  failures: { what: string; repeat: string; why?: string }[];
}

interface VitestReport {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  testResults?: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

interface Suite {
  suites?: Suite[];
  specs: {
    title: string;
    ok: boolean;
    file: string;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

interface PlaywrightReport {
  config?: { rootDir: string };
  suites?: Suite[];
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number };
}

export function readVitest(file: string): Count {
  const report: VitestReport = read(file);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: skipped = 0 } = report;
  const failures = (report.testResults ?? []).flatMap(({ name: path, status, assertionResults }) => {
    const names = assertionResults.filter((one) => one.status === "failed").map(({ fullName }) => fullName);
    // A file that cannot be loaded has no names.
    return (status === "failed" && names.length === 0 ? [""] : names).map((name) => failure(path, name));
  });
  return { passed, failed, skipped, failures };
}

/** @returns with the tests that passed only when they were repeated */
export function readPlaywright(file: string): Count & { flaky: Count["failures"] } {
  const { config, suites = [], stats }: PlaywrightReport = read(file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {};
  const specs = (suite: Suite): Suite["specs"] => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  const all = suites.flatMap(specs);
  const named = (spec: Suite["specs"][number]): Count["failures"][number] => {
    const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    const why = stripVTControlCharacters(errors[0]?.message ?? "")
      .split("\n", 12)
      .join("\n");
    return { ...failure(join(config?.rootDir ?? "", spec.file), spec.title), why };
  };
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: all.filter(({ ok }) => !ok).map(named),
    flaky: all.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(named),
  };
}

function failure(path: string, name: string): Count["failures"][number] {
  const file = relative(root, path).replaceAll("\\", "/");
  const quoted = /["$`\\!]/.test(name) ? `'${name.replaceAll("'", String.raw`'\''`)}'` : `"${name}"`;
  return { what: `${file}: ${name}`, repeat: `npm test -- ${file}${name === "" ? "" : ` ${quoted}`}` };
}

function read(file: string) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
