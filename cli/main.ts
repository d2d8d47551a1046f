#!/usr/bin/env node
/** Runs a command of `npm run leads`, and ends with an exit code that shells expect. */
import { CommanderError } from "commander";
import { messageOf } from "../server/settings/error-code.ts";
import { FAILED, MISUSED, leadsCommand } from "./program.ts";

/** The exit code of shells after a write to a closed pipe: 128 plus the number of SIGPIPE. */
const NOBODY_READS = 141;

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
    console.error(messageOf(error));
    process.exitCode = FAILED;
  }
}
