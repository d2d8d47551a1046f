/** The last lines of a log, for a failed test. */
const LINES = 20;

export function lastLines(text: string): string {
  return text.trim().split("\n").slice(-LINES).join("\n");
}
