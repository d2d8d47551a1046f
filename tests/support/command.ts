/** Runs commands in this process, with their own store. */

import { CommanderError } from "commander";
import { onTestFinished, vi } from "vitest";
import { leadsCommand } from "../../cli/program.ts";
import { messageOf } from "../../server/settings/error-code.ts";
import { sqlitePath } from "../../server/store/open-store.ts";
import { Scenario } from "../store/contract/scenario.ts";
import { AGENCY } from "./build.ts";
import { LINK_SECRET } from "./outgoing.ts";
import { newHome } from "./process.ts";
import { openTestStore } from "./store.ts";

export const NOON = Date.parse("2026-11-20T12:00:00.000Z");

/**
 * Runs a command with `env`. @returns the output
 * and exit code that a process would have
 */
export async function runHere(
  args: readonly string[],
  env: Record<string, string>,
) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const [out, notes] = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
  for (const printed of [out, notes]) printed.mockImplementation(() => {});
  for (const command of [leadsCommand, ...leadsCommand.commands])
    command.configureOutput({ writeOut: out, writeErr: notes });
  const [ended] = await Promise.allSettled([
    leadsCommand.parseAsync(args, { from: "user" }),
  ]);
  vi.unstubAllEnvs();
  const error: unknown = ended.status === "rejected" ? ended.reason : undefined;
  // Commander throws an error with exit code 0 after it prints help.
  const hasFailed =
    error !== undefined &&
    !(error instanceof CommanderError && error.exitCode === 0);
  if (hasFailed) notes(messageOf(error));
  const [stdout = "", stderr = ""] = [out, notes].map(({ mock }) =>
    mock.calls.map((line) => `${line.join("")}\n`).join(""),
  );
  for (const printed of [out, notes]) printed.mockClear();
  return { code: Number(hasFailed), stdout, stderr };
}

/**
 * Makes a store for this test and stops the
 * clock, which `vi.setSystemTime` moves.
 */
export async function openCommands(time = NOON) {
  vi.setSystemTime(time);
  const env = newHome({ LINK_SECRET, SITE_URL: AGENCY.siteUrl });
  const store = await openTestStore(sqlitePath(env.DATA_DIR));
  onTestFinished(() => store.close());
  const run = (...args: string[]) => runHere(args, env);
  return { store, scenario: new Scenario(store), run };
}
