/** The real command line, `npm run leads -- …` without npm, for tests. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { COMPILED } from "./process.ts";

const MAIN = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts it with only these variables. */
export function startCommand(args: readonly string[], env: Record<string, string>, main = MAIN) {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(process.execPath, [main, ...args], {
    env: { ...COMPILED, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  // A command that has ended reads no further.
  child.stdin.on("error", () => {});
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const outcome = once(child, "close").then(([code]): Outcome => ({
    code: typeof code === "number" ? code : null,
    stdout,
    stderr,
  }));
  return {
    stdin: child.stdin,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    stopReading: () => child.stdout.destroy(),
    /** The output so far. */
    said: () => ({ stdout, stderr }),
    outcome,
  };
}

/** Runs it to its end. @param input its standard input @param main the program of another version */
export function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  input = "",
  main = MAIN,
): Promise<Outcome> {
  const command = startCommand(args, env, main);
  command.stdin.end(input);
  return command.outcome;
}
