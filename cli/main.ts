/** The agency's command line: `npm run leads -- <command>`. One file a command; here they only come together. */
import { Command, CommanderError } from "commander";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";

const FAILED = 1;
const MISUSED = 2;

const program = new Command("npm run leads --")
  .description("Looks after the leads of this site, whether or not it is running.")
  .addCommand(exportCommand())
  .addCommand(importCommand())
  .addHelpText(
    "after",
    `
The leads are where the site keeps them: DATABASE_URL, else a file in DATA_DIR.
Exit codes: 0 done, ${FAILED} it failed, ${MISUSED} it was asked for in a way that makes no sense.`,
  );

for (const command of [program, ...program.commands]) {
  command.exitOverride().showHelpAfterError("(add --help for what can be asked for)");
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
  } else {
    process.stderr.write(`${sentence(error)}\n`);
    process.exitCode = FAILED;
  }
}

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && "path" in error)
    return `${String(error.path)} cannot be used (${String(error.code)}).`;
  return error.message;
}
