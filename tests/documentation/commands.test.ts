import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { blocksOf, commandsOf, pages } from "./blocks.ts";

const NOT_RUN = /# not run here\b/;

/** The test that runs a page's command. */
const RUN_BY: [page: RegExp, command: RegExp, test: string][] = [
  [/^README/, /^npm start\b/, "tests/store/npm-start.full.test.ts"],
  [/^README/, /^npm run dev\b/, "tests/e2e/dev.full.spec.ts"],
  [/commands/, /^npm test\b/, ".github/workflows/checks.yml"],
  [/commands/, /^npx (?:vitest run|playwright test) /, "tests/run/test.ts"],
  [
    /^README|commands/,
    /^(?:npm run leads |sqlite3 |key=|curl )/,
    "tests/documentation/leads.full.test.ts",
  ],
  [/docker/, /^(?:docker|cp \.env)/, "tests/opt-in/docker.test.ts"],
  [/supabase/, /^(export|npx .*supabase@)/, "tests/supabase/rights.test.ts"],
  [/static/, /npm run build:static$/, "tests/e2e/static.full.spec.ts"],
  [/static/, /^:80 \{|^\}$/, "tests/e2e/static.full.spec.ts"],
  [
    /supabase/,
    /^(for file in|psql)\b/,
    "tests/documentation/databases.full.test.ts",
  ],
  [
    /backups/,
    /^(?:npm run leads|cp|DATA_DIR=rescued.*|rm -r rescued) /,
    "tests/documentation/backups.full.test.ts",
  ],
  [/stores/, /./, "tests/documentation/databases.full.test.ts"],
  [
    /scheduling/,
    /^npm run leads -- calendar /,
    "cli/commands/calendar.test.ts",
  ],
];

/** Lines of a block that are no commands: settings, the map of the folders, and examples of events. */
const SHOWN = /^(?:[A-Z_]+=\S+(?:\s+#.*|\s[^=]*)?|[a-z]+\/ {2,}.*|[{}][^]*)$/;

const written = pages.flatMap((page) =>
  blocksOf(page).flatMap((found) =>
    commandsOf(found).map((command) => ({ page, command })),
  ),
);

test("a test runs every command of the documentation, unless marked as not run here", () => {
  expect(RUN_BY.filter(([, , file]) => !existsSync(join(root, file)))).toEqual(
    [],
  );
  expect(written.length).toBeGreaterThan(50);
  const untested = written.filter(
    ({ page, command }) =>
      !SHOWN.test(command) &&
      !NOT_RUN.test(command) &&
      !RUN_BY.some(([where, what]) => where.test(page) && what.test(command)),
  );
  // To mend this, run the command in a test that RUN_BY names, or mark it with `# not run here`.
  expect(untested).toEqual([]);
});

test("every npm command that a page names exists", () => {
  const { scripts } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  for (const page of pages) {
    const named = readFileSync(join(root, page), "utf8").matchAll(
      /\bnpm (?:--silent )?run ([\w:-]+)/g,
    );
    for (const [, name = ""] of named)
      expect(Object.keys(scripts), page).toContain(name);
  }
});
