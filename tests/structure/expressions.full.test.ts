/** Every regular expression on text from outside takes time in proportion to its length. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSync } from "recheck";
import { expect, test } from "vitest";
import { parseSync, Visitor } from "vite";
import { root } from "../../scripts/root.ts";
import { sources } from "./imports.ts";

/** They parse the operator's settings and content, and our own statements. */
const OURS = ["server/configuration/", "server/content/fill.ts", "server/content/unready.ts", "scripts/"];
/** They build expressions from our own fixed texts, once each. */
const MADE = [
  "server/leads/sales-pitch.ts",
  "server/rest/query.ts",
  "server/storage/search.ts",
  "site/components/font-preloads.tsx",
];

/** The checker sometimes takes a bounded repetition for a quadratic one; an attack of that kind takes seconds. */
const SLOW_MS = 500;

function msOf(expression: RegExp, text: string): number {
  const begin = process.cpuUsage();
  expression.test(text);
  return process.cpuUsage(begin).user / 1_000;
}

test("no expression is slower than linear", () => {
  const slow: string[] = [];
  const made = new Set<string>();
  let checked = 0;
  for (const file of sources.filter((name) => !OURS.some((ours) => name.startsWith(ours)))) {
    new Visitor({
      Literal(node) {
        if (!("regex" in node)) return;
        const { pattern, flags } = node.regex;
        checked++;
        const found = checkSync(pattern, flags);
        if (found.status === "safe") return;
        if (found.status === "vulnerable" && found.complexity.type === "polynomial")
          if (msOf(new RegExp(pattern, flags), found.attack.string) < SLOW_MS) return;
        const why = found.status === "vulnerable" ? found.complexity.summary : "unknown";
        slow.push(`${file}: /${pattern}/${flags} is ${why}`);
      },
      NewExpression({ callee }) {
        if (callee.type === "Identifier" && callee.name === "RegExp") made.add(file);
      },
    }).visit(parseSync(file, readFileSync(join(root, file), "utf8")).program);
  }
  expect(slow).toEqual([]);
  expect([...made]).toEqual(MADE);
  expect(checked).toBeGreaterThan(100);
});
