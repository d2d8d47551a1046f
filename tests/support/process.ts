/**
 * Starts the site and commands as processes,
 * with only the variables that a test names.
 */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { startProgram } from "../machine/program.ts";
import { writeBuild } from "./build.ts";
import {
  METRICS_KEY,
  PUBLIC_KEY,
  sendRequest,
  showWhenFailed,
  temporaryFolder,
} from "./server.ts";

/**
 * With Node's compile cache, a process starts
 * in half the time (scripts/setup/start.mjs).
 */
const { NODE_COMPILE_CACHE } = withEnv({});
const COMPILE_CACHE = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};

export const KEYS = { LEADS_PUBLIC_KEY: PUBLIC_KEY, METRICS_KEY };

export type Home = Record<string, string> & { DATA_DIR: string };

/** The environment of a process with its own build and data folder. */
export function newHome(changes: Record<string, string> = {}): Home {
  const folder = temporaryFolder();
  return {
    DATA_DIR: join(folder, "data"),
    TEST_DIST: writeBuild(folder),
    ...changes,
  };
}

/** Waits until the site can store a lead. */
export async function untilReady(port: number): Promise<void> {
  const answer = () =>
    sendRequest(port, { path: "/readyz" }).catch(() => undefined);
  await expect.poll(answer, { timeout: 30_000 }).toMatchObject({ status: 200 });
}

/** Runs a script in two processes at once. */
export async function runAtOnce(script: string): Promise<void> {
  const args = ["--input-type=module", "-e", script];
  const run = () => promisify(execFile)(process.execPath, args);
  await Promise.all([run(), run()]);
}

function start(words: string[], env: Record<string, string>) {
  const program = startProgram(words, { env: { ...COMPILE_CACHE, ...env } });
  onTestFinished(() => void program.kill("SIGKILL"));
  showWhenFailed("The output of the process", program.output);
  return program;
}

export type RunningProcess = Awaited<ReturnType<typeof startProcess>>;

interface StartOptions {
  /** Shell code that starts the site with `"$0" "$@"`. */
  shell?: string;
  /** `server/main.ts` of another version. */
  main?: string;
}

/**
 * Starts a site, by default on a free port. @returns
 * port 0 if the site ends before it listens
 */
export async function startProcess(
  env: Record<string, string>,
  { main, shell }: StartOptions = {},
) {
  const words = [process.execPath, main ?? join(root, "server", "main.ts")];
  // A test sends more requests in a minute
  // than the limit allows to all visitors.
  const defaults = { PORT: "0", RATE_LIMIT_TOTAL_PER_MINUTE: "0" };
  const site = start(shell ? ["sh", "-c", shell, ...words] : words, {
    ...defaults,
    ...env,
  });
  const origin = (await site.origin) ?? "http://localhost:0";
  return { ...site, port: Number(new URL(origin).port) };
}

/** Runs the command line, `npm run leads -- …` without npm. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
) {
  const words = [process.execPath, join(root, "cli", "main.ts"), ...args];
  const { exited, stdout, stderr } = start(words, env);
  return { code: await exited, stdout: stdout(), stderr: stderr() };
}
