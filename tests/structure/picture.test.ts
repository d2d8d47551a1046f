/** The picture in `docs/architecture.md` matches the sources. Redraw it by `npx vitest run tests/structure/picture.test.ts -u`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { imports, reachableFrom, sources } from "./imports.ts";

const shared = reachableFrom(...sources.filter((file) => /^site\/\w+\//.test(file)));

/** A folder, or a file that starts something. The site's top level has two parts: files that its folders import, and the rest. */
function partOf(file: string): string | undefined {
  const [top = "", folder = "", ...rest] = file.split("/");
  if (top === "contract" || top === "cli") return top;
  if (top === "scripts") return undefined;
  if (rest.length > 0) return `${top}/${folder}`;
  if (top === "site") return shared.has(file) ? "site (shared)" : "site (entries)";
  return file;
}

/** The parts that each part imports. */
const arrows = new Map<string, Set<string>>();
for (const [file, imported] of imports) {
  const from = partOf(file);
  if (from === undefined) continue;
  const targets = arrows.get(from) ?? new Set<string>();
  arrows.set(from, targets);
  for (const to of imported.map(partOf)) if (to !== undefined && to !== from) targets.add(to);
}

/** Every part that one imports, also by others. */
function below(part: string, found = new Set<string>()): Set<string> {
  for (const next of arrows.get(part) ?? [])
    if (!found.has(next)) {
      found.add(next);
      below(next, found);
    }
  return found;
}

const parts = [...arrows.keys()].toSorted();

test("no part imports itself by way of others", () => {
  expect(parts.filter((part) => below(part).has(part))).toEqual([]);
});

test("the picture of the architecture is drawn from today's imports", async () => {
  const nameOf = (part: string) => part.replaceAll(/\W+/g, "_");
  const lines = parts.flatMap((from) => {
    const targets = [...(arrows.get(from) ?? [])].toSorted();
    // A longer way says the same.
    const drawn = targets.filter((to) => !targets.some((next) => below(next).has(to)));
    return [`${nameOf(from)}["${from}"]`, ...drawn.map((to) => `${nameOf(from)} --> ${nameOf(to)}`)];
  });
  expect(lines).toContain('server_storage["server/storage"]');
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const drawing = `\`\`\`mermaid\nflowchart TD\n${lines.map((line) => `  ${line}\n`).join("")}\`\`\``;
  await expect(page.replace(/```mermaid[^]*?```/, drawing)).toMatchFileSnapshot("../../docs/architecture.md");
});
