/** Shows what a part of a test said, if the test fails: its last lines, at the failure. */
import { onTestFailed } from "vitest";

export function showWhenFailed(what: string, said: () => string): void {
  const lines = () => said().trim().split("\n").slice(-20).join("\n");
  onTestFailed(() => void process.stderr.write(`\n${what}:\n${lines()}\n`));
}
