/** Why the content as it is cannot be shown, kept for the inbox and for the mail to the team, which has each mistake once. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDataDir, writeUnlinked } from "../configuration/data-dir.ts";

const problemsPath = (dataDir: string): string => join(dataDir, "site", "problems.txt");
const mailedPath = (dataDir: string): string => join(dataDir, "site", "mailed-problems.txt");

/** Undefined when it can be shown. */
export const contentProblems = (dataDir: string): string | undefined => read(problemsPath(dataDir));

/** @param said undefined: nothing is wrong, and the same mistake would be mailed again */
export function keepProblems(dataDir: string, said: string | undefined): void {
  if (said === undefined) keep(mailedPath(dataDir), undefined);
  keep(problemsPath(dataDir), said);
}

/** Whether the team has had these problems by mail since the content could last be shown. */
export const areMailed = (dataDir: string): boolean =>
  read(mailedPath(dataDir)) === (contentProblems(dataDir) ?? "");

export function keepMailed(dataDir: string): void {
  keep(mailedPath(dataDir), contentProblems(dataDir) ?? "");
}

const read = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, "utf8") : undefined;

function keep(path: string, text: string | undefined): void {
  try {
    if (text === undefined) return rmSync(path, { force: true });
    makeDataDir(dirname(path));
    writeUnlinked(path, text);
  } catch {
    // The log has it.
  }
}
