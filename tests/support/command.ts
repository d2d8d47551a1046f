/** Runs commands in this process, with their own store. */
import { CommanderError } from "commander";
import { onTestFinished, vi } from "vitest";
import { leadsCommand } from "../../cli/program.ts";
import { messageOf } from "../../server/settings/error-code.ts";
import { sqlitePath } from "../../server/store/open-store.ts";
import { Scenario } from "../store/contract/scenario.ts";
import { newHome } from "./process.ts";
import { openTestStore } from "./store.ts";

export const NOON = Date.parse("2026-11-20T12:00:00.000Z");

/** Runs a command. @returns what the command prints, and the error if it fails */
async function outcomeOf(args: readonly string[]) {
  const [out, notes] = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
  for (const printed of [out, notes]) printed.mockImplementation(() => {});
  for (const command of [leadsCommand, ...leadsCommand.commands])
    command.configureOutput({ writeOut: out, writeErr: notes });
  const linesOf = ({ mock }: typeof out) => mock.calls.flat().map(String);
  const [ended] = await Promise.allSettled([
    leadsCommand.parseAsync(args, { from: "user" }),
  ]);
  const error: unknown = ended.status === "rejected" ? ended.reason : undefined;
  const lines = { out: linesOf(out), notes: linesOf(notes) };
  for (const printed of [out, notes]) printed.mockClear();
  // Commander throws an error with exit code 0 after it prints help.
  const isHelp = error instanceof CommanderError && error.exitCode === 0;
  return { ...lines, error: isHelp ? undefined : error };
}

/** @returns what the command prints @throws what the command throws */
async function run(...args: string[]) {
  const { error, ...printed } = await outcomeOf(args);
  if (error !== undefined) throw error;
  return printed;
}

/** Runs a command with `env`. @returns the output and exit code that a process would have */
export async function runHere(
  args: readonly string[],
  env: Record<string, string>,
) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { out, notes, error } = await outcomeOf(args);
  vi.unstubAllEnvs();
  if (error !== undefined) notes.push(messageOf(error));
  const text = (lines: readonly string[]) =>
    lines.map((line) => `${line}\n`).join("");
  return {
    code: error === undefined ? 0 : 1,
    stdout: text(out),
    stderr: text(notes),
  };
}

/** Makes a store for this test and stops the clock, which `vi.setSystemTime` moves. */
export async function openCommands(time = NOON) {
  vi.setSystemTime(time);
  const home = newHome();
  for (const [name, value] of Object.entries(home)) vi.stubEnv(name, value);
  const store = await openTestStore(sqlitePath(home.DATA_DIR));
  onTestFinished(async () => {
    await store.close();
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });
  return { store, scenario: new Scenario(store), run };
}
