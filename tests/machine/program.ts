import { spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";

/** Starts a program, and keeps what it prints. */
export function startProgram(
  [file = "", ...args]: readonly string[],
  options: SpawnOptions,
) {
  const child = spawn(file, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", err: "" };
  child.stdout
    .setEncoding("utf8")
    .on("data", (chunk: string) => (printed.out += chunk));
  child.stderr
    .setEncoding("utf8")
    .on("data", (chunk: string) => (printed.err += chunk));
  /** The exit code, or null if a signal ended the program. */
  const exited = once(child, "close").then(([code]) =>
    typeof code === "number" ? code : null,
  );
  /** The address that a site prints; undefined if it ends before. */
  const origin = new Promise<string | undefined>((resolve) => {
    child.stdout.on("data", () => {
      const [found] = /http:\/\/[^\s"]+:\d+/.exec(printed.out) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => resolve(undefined));
  });
  return {
    child,
    stdout: () => printed.out,
    stderr: () => printed.err,
    output: () => printed.out + printed.err,
    exited,
    /**
     * @returns the exit code after the end,
     * or null if the signal ended the program
     */
    kill(signal: NodeJS.Signals) {
      child.kill(signal);
      return exited;
    },
    origin,
  };
}
