import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, normalize } from "node:path";
import { root } from "../../scripts/root.ts";

/**
 * The project's files that match Git patterns,
 * even if they are not committed yet.
 */
export function filesOf(...patterns: string[]): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "-co", "--exclude-standard", "-z", ...patterns],
    {
      cwd: root,
    },
  );
  const files = listed.toString().split("\0");
  return files.filter((file) => file !== "" && existsSync(join(root, file)));
}

export const sources = filesOf("*.ts", "*.tsx").filter(
  (file) =>
    /^(?:contract|server|site|cli|scripts)\//.test(file) &&
    !/\.(?:test|spec)\./.test(file),
);

/** What a file finds by its name, and runs. */
const FOUND: Record<string, string> = {
  "server/inbox/inbox.ts": "server/inbox/*/routes.ts",
  "server/inbox/pages.tsx": "server/inbox/**/*-page{,s}.tsx",
};

const TYPES = /^(?:import|export) type\s[^;]*;|typeof import\("[^"]*"\)/gm;

/** The files that run when a file runs. Types are left out. */
const runs = new Map(sources.map((file) => [file, importsOf(file, TYPES)]));

/** The project's files that a file imports. */
export function importsOf(file: string, leftOut?: RegExp): string[] {
  const named = matchesIn(
    file,
    /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g,
    leftOut,
  );
  return named
    .map((path) => normalize(join(dirname(file), path)))
    .filter((path) => /\.tsx?$/.test(path))
    .concat(sources.filter((one) => matchesGlob(one, FOUND[file] ?? "")));
}

export function packagesOf(file: string): string[] {
  return matchesIn(
    file,
    /^(?:import|export)\s(?!type\b)(?:[^";]*\sfrom\s)?"([^".][^"]*)"|import\("([^".][^"]*)"\)/gm,
  ).map((name) =>
    name
      .split("/")
      .slice(0, name.startsWith("@") ? 2 : 1)
      .join("/"),
  );
}

function matchesIn(file: string, pattern: RegExp, leftOut = /$^/g): string[] {
  const text = readFileSync(join(root, file), "utf8").replaceAll(leftOut, "");
  return [...text.matchAll(pattern)].map(
    ([, name, other]) => name ?? other ?? "",
  );
}

/** The files that run when one of these files runs. */
export function reachableFrom(...files: string[]): Set<string> {
  const reached = new Set<string>();
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...(runs.get(file) ?? []));
  }
  return reached;
}
