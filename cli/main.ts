/** The agency's command line: `npm run leads -- <command>`. One file a command; here they only come together. */
import { CommanderError } from "commander";
import { createContext } from "./create-context.ts";
import { createProgram, FAILED, MISUSED } from "./program.ts";

const program = createProgram(createContext);

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
