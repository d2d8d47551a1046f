import * as fc from "fast-check";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { SAMPLE_CONTENT } from "../settings/env.ts";
import { anyText, saysTheSame } from "../../tests/support/nasty-texts.ts";
import { yamlValueAt } from "./change-yaml.ts";

const files = globSync("**/*.yaml", { cwd: SAMPLE_CONTENT }).map((name) =>
  readFileSync(join(SAMPLE_CONTENT, name), "utf8"),
);

/** The paths of all texts of a file. */
function textsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === "string") return [[...path]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, [...path, name]),
  );
}

const places = files.flatMap((file) =>
  textsIn(yamlValueAt(file, [])).map((path) => ({ file, path })),
);

test("2,000 texts in all files come back as they were, each in one line", () => {
  fc.assert(
    fc.property(fc.constantFrom(...places), anyText, ({ file, path }, typed) =>
      saysTheSame(file, path, typed),
    ),
    { numRuns: 2_000 },
  );
}, 300_000);
