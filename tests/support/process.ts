/** The real process, `node server/main.ts`, for tests of starting, stopping and dying. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { withEnv } from "../../server/settings/env.ts";
import { post } from "../wire/wire-request.ts";
import { LEAD } from "./leads.ts";
import { sendRequest } from "./server.ts";
import { showWhenFailed } from "./show-when-failed.ts";

/** What the runner compiled once: a process that loads it starts in half the time (tests/run/test.ts). */
const { NODE_COMPILE_CACHE } = withEnv({});
export const COMPILED: Record<string, string> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};

const MAIN = fileURLToPath(new URL("../../server/main.ts", import.meta.url));

/** Waits until a site could store a lead. */
export async function untilReady(port: number): Promise<void> {
  const answer = () => sendRequest(port, { path: "/readyz" }).catch(() => undefined);
  await expect.poll(answer, { timeout: 30_000 }).toMatchObject({ status: 200 });
}

/** Sends a lead with the public key that a site has made. @returns its id */
export async function postLead(port: number, dataDir: string, changes: object = {}): Promise<string> {
  const { publicKey } = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  const keys = { apikey: publicKey, authorization: `Bearer ${publicKey}` };
  const answer = await sendRequest(port, post({ ...LEAD, ...changes }, keys));
  expect(answer.status).toBe(201);
  return JSON.parse(answer.body).id;
}

/** Runs a script in several processes at once. @returns what each of them printed */
export async function runAtOnce(processes: number, script: string): Promise<string[]> {
  const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const outputs = await Promise.all(Array.from({ length: processes }, run));
  return outputs.map(({ stdout }) => stdout);
}

export type RunningProcess = Awaited<ReturnType<typeof start>>;

interface How {
  shell?: string;
  main?: string;
}

/** Starts it with only these variables, on a free port, and waits until it listens or has ended. */
export function startProcess(env: Record<string, string>, { main = MAIN, shell }: How = {}) {
  return start(main, env, /http:\/\/\S+:(\d+)/, shell);
}

/** @param started matches its output once it runs; the group has the port, if there is one */
async function start(program: string, env: Record<string, string>, started: RegExp, shell?: string) {
  const words = [process.execPath, program];
  const [file = "", ...args] = shell === undefined ? words : ["sh", "-c", shell, ...words];
  const child = spawn(file, args, {
    // Tests sendRequest more in a minute than all visitors do.
    env: { PORT: "0", RATE_LIMIT_TOTAL_PER_MINUTE: "0", ...COMPILED, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let stdout = "";
  let stderr = "";
  showWhenFailed("The process said", () => stdout + stderr);
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = once(child, "exit").then(([code]): number | null =>
    typeof code === "number" ? code : null,
  );
  const port = await new Promise<number>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      const found = started.exec(stdout)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once("exit", () => resolve(0));
  });
  return {
    pid: child.pid ?? 0,
    port,
    stdout: () => stdout,
    stderr: () => stderr,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    stopReading: () => child.stdout.destroy(),
    pauseReading: () => child.stdout.pause(),
    goOnReading: () => child.stdout.resume(),
    /** Sends the signal and waits for the end. @returns the exit code, or null when the signal ended it */
    kill: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return exited;
    },
    exited,
  };
}
