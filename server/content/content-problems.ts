/** Why the content as it is cannot be shown, kept for the inbox. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDataDir, writeUnlinked } from "../settings/data-dir.ts";

const problemsPath = (dataDir: string): string => join(dataDir, "site", "problems.txt");

/** Undefined when it can be shown. */
export function contentProblems(dataDir: string): string | undefined {
  const path = problemsPath(dataDir);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** @param problems undefined: nothing is wrong */
export function keepProblems(dataDir: string, problems: string | undefined): void {
  const path = problemsPath(dataDir);
  try {
    if (problems === undefined) return rmSync(path, { force: true });
    makeDataDir(dirname(path));
    writeUnlinked(path, problems);
  } catch {
    // The log has it.
  }
}
