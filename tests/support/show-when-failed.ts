/** Shows what a part of a test said, if the test fails: its last lines, at the failure. */
import { onTestFailed } from "vitest";
import { lastLines } from "./last-lines.ts";

export function showWhenFailed(what: string, said: () => string): void {
  onTestFailed(() => void process.stderr.write(`\n${what}:\n${lastLines(said())}\n`));
}
