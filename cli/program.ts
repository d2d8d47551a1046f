/** All commands with their common options, and how one is run. */
import { Command, InvalidArgumentError, type OptionValues, CommanderError } from "commander";
import { addCommand, answerCommand, outcomeCommand } from "./commands/answer.ts";
import { backupCommand, restoreCommand } from "./commands/backup.ts";
import { callsCommand } from "./commands/calls.ts";
import { deliveriesCommand, resendCommand, retryCommand, reviveCommand } from "./commands/deliveries.ts";
import { exportCommand, importCommand } from "./commands/export.ts";
import { funnelCommand, listCommand, showCommand } from "./commands/list.ts";
import { inboxCommand, sessionsCommand } from "./commands/inbox.ts";
import { purgeCommand, deleteCommand, eraseCommand } from "./commands/remove.ts";
import { testCommand } from "./commands/test.ts";
import { watchCommand } from "./commands/watch.ts";
import { type Context, Failure } from "./context.ts";
import { sentenceOf } from "../server/configuration/data-dir.ts";
import { createContext } from "./create-context.ts";

/** In the order of the help, grouped by subject. */
const COMMANDS = [
  [listCommand, showCommand, addCommand, answerCommand, outcomeCommand, callsCommand, watchCommand],
  [inboxCommand, funnelCommand, sessionsCommand],
  [deliveriesCommand, retryCommand, reviveCommand, resendCommand, testCommand],
  [backupCommand, restoreCommand, exportCommand, importCommand],
  [deleteCommand, eraseCommand, purgeCommand],
].flat();

const FAILED = 1;
const MISUSED = 2;

/** @param contextOf receives a function that returns the address in `--server`, once the arguments are parsed */
export function createProgram(contextOf: (server: () => string | undefined) => Context): Command {
  const program = new Command("npm run leads --");
  const context = contextOf(() => serverOf(program.opts()));
  program
    .description("Manages the leads of this site, whether or not it is running.")
    .option(
      "--server <url>",
      "the address of a server elsewhere; LEADS_SECRET_KEY is its key",
      serverArgument,
    )
    .option("--plain-http", "allow --server to reach another machine without TLS")
    .addHelpText(
      "after",
      `
If the site runs on this machine, the commands call it over HTTP. Otherwise
they open the store: DATABASE_URL, or a file in DATA_DIR. backup, restore,
import, and export as jsonl always open the store.

Exit codes: 0 done, ${FAILED} failed, ${MISUSED} wrong usage.`,
    );
  for (const command of COMMANDS) program.addCommand(command(context));
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap(({ commands }) => commands),
  ]) {
    command.exitOverride().showHelpAfterError("(add --help for the usage)");
  }
  return program;
}

function serverArgument(value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return new URL(value).origin;
  throw new InvalidArgumentError("It must be an address like https://agency.example.");
}

/** On the way to another machine everybody could read the key. */
function serverOf({ server, plainHttp }: OptionValues): string | undefined {
  if (typeof server !== "string") return undefined;
  const { protocol, hostname } = new URL(server);
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol === "https:" || isHere || plainHttp === true) return server;
  throw new Failure(
    `Everybody on the way to ${server} could read the secret key. Use https://, or add --plain-http.`,
  );
}

/** The exit code of a program that wrote to a closed pipe, as shells report it: 128 and the number of SIGPIPE. */
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
      // Commander has already printed it.
      process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
    } else {
      process.stderr.write(`${sentenceOf(error)}\n`);
      process.exitCode = FAILED;
    }
  }
}
