/** `npm test -- …` finds the tests that are meant, and its end names each failed one with the command that repeats it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { temporaryFolder } from "../fakes/server.ts";
import { chosenTests } from "./chosen.ts";
import { readPlaywright, readVitest } from "./report.ts";

const OWN = "tests/run/report.test.ts";

function report(content: object): string {
  const file = join(temporaryFolder(), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("words choose a file by a part of its path, and then by the name of a test", () => {
  expect(chosenTests([`./${OWN}`])).toEqual({ files: [OWN], name: "" });
  expect(chosenTests([OWN, "words", "choose a file"])).toEqual({ files: [OWN], name: "words choose a file" });
  expect(chosenTests(["words choose a file by a part of its path"]).files).toEqual([OWN]);
  expect(chosenTests(["no test", OWN.toUpperCase()]).files).toEqual([]);
});

test("each failed test is named with a command that a shell passes on unchanged, and so is a file that cannot be loaded", () => {
  const named = (fullName: string) => ({ fullName, status: "failed" });
  const vitest = report({
    numPassedTests: 1,
    numFailedTests: 2,
    testResults: [
      {
        name: join(root, "a.test.ts"),
        status: "failed",
        assertionResults: [named("it's plain"), named('costs $5, "x"')],
      },
      { name: join(root, "b.test.ts"), status: "failed", assertionResults: [] },
    ],
  });
  expect(readVitest(vitest).failures.map(({ repeat }) => repeat)).toEqual([
    'npm test -- a.test.ts "it\'s plain"',
    `npm test -- a.test.ts 'costs $5, "x"'`,
    "npm test -- b.test.ts",
  ]);
  const playwright = report({
    config: { rootDir: join(root, "tests", "e2e") },
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              {
                title: "sends it",
                ok: false,
                file: "../engines/x.spec.ts",
                tests: [
                  {
                    status: "unexpected",
                    results: [{ errors: [{ message: "\u001b[31mIt is late.\u001b[39m" }] }],
                  },
                ],
              },
              {
                title: "comes again",
                ok: true,
                file: "../engines/x.spec.ts",
                tests: [
                  { status: "flaky", results: [{ errors: [{ message: "Too soon." }] }, { errors: [] }] },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
  expect(readPlaywright(playwright)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
    flaky: [
      {
        what: "tests/engines/x.spec.ts: comes again",
        repeat: 'npm test -- tests/engines/x.spec.ts "comes again"',
        why: "Too soon.",
      },
    ],
    failures: [
      {
        what: "tests/engines/x.spec.ts: sends it",
        repeat: 'npm test -- tests/engines/x.spec.ts "sends it"',
        why: "It is late.",
      },
    ],
  });
  expect(readVitest(join(root, "no-report.json"))).toEqual({
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: [],
  });
});
