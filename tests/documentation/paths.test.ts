/** Every file and folder that a page names exists. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { pages } from "./blocks.ts";

const TOP = [
  "cli",
  "content",
  "contract",
  "deploy",
  "docs",
  "scripts",
  "server",
  "site",
  "supabase",
  "tests",
  "tools",
].join("|");
/** `site/x.ts`, `site/x/`, and bare names of files; not commands or generated files (`npm …`, `data/…`). */
const NAMED = new RegExp(`^(?:(?:${TOP})/[\\w./@-]*|[\\w-]+(?:\\.\\w+)*\\.(?:ts|tsx|css|sql|md))$`);
/** Pages that the owner writes. */
const TO_BE_WRITTEN =
  /\/own-migrations\/|^content\/pages\/\w+\.md$|^(privacy|terms|cookies|\d+-\w+)\.\w+$|\bguarantee\.|\/analytics\.html$/;

test("every named file and folder exists", () => {
  const files = globSync(["*.*", `{${TOP.replaceAll("|", ",")}}/**`], { cwd: root });
  const names = new Set(files.map((file) => basename(file)));
  const isThere = (named: string): boolean =>
    named.includes("/") ? files.includes(named.replace(/\/$/, "")) : names.has(named);
  let count = 0;
  const missing = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = ""]) => path);
    const paths = named.filter((path) => NAMED.test(path) && !TO_BE_WRITTEN.test(path));
    count += paths.length;
    return paths.filter((path) => !isThere(path)).map((path) => `${page}: ${path}`);
  });
  expect(missing).toEqual([]);
  expect(count, "the check sees names at all").toBeGreaterThan(50);
});
