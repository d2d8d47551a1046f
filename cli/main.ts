#!/usr/bin/env node
/**
 * Runs a command of `npm run leads`, and
 * ends with an exit code that shells expect.
 */

import { CommanderError } from "commander";
import { codeOf, messageOf } from "../server/settings/error-code.ts";
import { FAILED, MISUSED, leadsCommand } from "./program.ts";

/**
 * The exit code of shells after a write to a
 * closed pipe: 128 plus the number of SIGPIPE.
 */
const NOBODY_READS = 141;

const FULL =
  "The disk is full. Free some space, or name a file on another disk.";

/** Prints why the command failed. @returns its exit code */
function failed(error: unknown): number {
  console.error(codeOf(error) === "ENOSPC" ? FULL : messageOf(error));
  return FAILED;
}

process.stdout.on("error", (error) =>
  process.exit(codeOf(error) === "EPIPE" ? NOBODY_READS : failed(error)),
);
try {
  await leadsCommand.parseAsync();
} catch (error) {
  if (error instanceof CommanderError)
    // Commander has already printed the error.
    process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
  else process.exitCode = failed(error);
}
