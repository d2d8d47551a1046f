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

process.stdout.on("error", (error) => {
  if (!("code" in error) || error.code !== "EPIPE") throw error;
  process.exit(NOBODY_READS);
});
try {
  await leadsCommand.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has already printed the error.
    process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
  } else {
    console.error(codeOf(error) === "ENOSPC" ? FULL : messageOf(error));
    process.exitCode = FAILED;
  }
}
