/** Does what the command line says. What goes wrong is a sentence on stderr and an exit code. */
import { CommanderError } from "commander";
import { diskSentence } from "../server/storage/disk-errors.ts";
import { createContext } from "./create-context.ts";
import { createProgram, FAILED, MISUSED } from "./program.ts";

/** What a shell reports of a program that wrote on when nobody read any more: 128 and the number of SIGPIPE. */
const NOBODY_READS = 141;

export async function run(): Promise<void> {
  process.stdout.on("error", (error) => {
    if (!("code" in error) || error.code !== "EPIPE") throw error;
    process.exit(NOBODY_READS);
  });
  try {
    await createProgram(createContext).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has said it already.
      process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
    } else {
      process.stderr.write(`${sentence(error)}\n`);
      process.exitCode = FAILED;
    }
  }
}

function sentence(error: unknown): string {
  return diskSentence(error) ?? (error instanceof Error ? error.message : String(error));
}
