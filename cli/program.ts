/** All commands with their common options, how one is run, and its terminal and environment. */
import { OperatorError } from "../server/settings/operator-error.ts";
import { Command, CommanderError } from "commander";
import { backupCommand, restoreCommand } from "./commands/backup.ts";
import { calendarCommand } from "./commands/calendar.ts";
import { eraseCommand } from "./commands/erase.ts";
import { exportCommand } from "./commands/export.ts";
import { inboxCommand } from "./commands/inbox.ts";
import { listCommand, showCommand } from "./commands/list.ts";
import { moveCommand } from "./commands/move.ts";
import { resendCommand } from "./commands/resend.ts";
import { testCommand } from "./commands/test.ts";
import { type Context, type Terminal } from "./context.ts";
import { messageOf } from "../contract/error-code.ts";
import { createInterface } from "node:readline/promises";
import { readEnv, type Env } from "../server/settings/env.ts";

const COMMANDS = [
  inboxCommand,
  calendarCommand,
  testCommand,
  listCommand,
  showCommand,
  exportCommand,
  eraseCommand,
  resendCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
];

const FAILED = 1;
const MISUSED = 2;

export function createProgram(context: Context): Command {
  const program = new Command("npm run leads --");
  program.description("Manages the leads of this site, whether or not it is running.").addHelpText(
    "after",
    `
The commands open the store: DATABASE_URL, or a file in DATA_DIR.

Exit codes: 0 done, ${FAILED} failed, ${MISUSED} wrong usage.`,
  );
  for (const command of COMMANDS) program.addCommand(command(context));
  for (const command of [program, ...program.commands])
    command.exitOverride().showHelpAfterError("(add --help for the usage)");
  return program;
}

/** Of a program that wrote to a closed pipe, as shells report it: 128 and the number of SIGPIPE. */
const NOBODY_READS = 141;

export async function run(): Promise<void> {
  process.stdout.on("error", (error) => {
    if (!("code" in error) || error.code !== "EPIPE") throw error;
    process.exit(NOBODY_READS);
  });
  try {
    await createProgram(createContext()).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has already printed it.
      process.exitCode = error.exitCode === 0 ? 0 : MISUSED;
    } else {
      process.stderr.write(`${messageOf(error)}\n`);
      process.exitCode = FAILED;
    }
  }
}

function createContext(): Context {
  const terminal: Terminal = {
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    confirm,
  };
  let loaded: Env | undefined;
  const env = (): Env => (loaded ??= readEnv());
  return {
    terminal,
    openConnection: async () => {
      // Loaded on demand, because it takes most of the start's time.
      const { openConnection } = await import("./store-connection.ts");
      return openConnection(env(), terminal.note);
    },
    now: Date.now,
    get timeZone() {
      return env().outbox.timeZone;
    },
  };
}

async function confirm(question: string, about: readonly string[] = []): Promise<boolean> {
  if (!process.stdin.isTTY) throw new OperatorError(`${question} Nobody can answer here: add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question([...about, `${question} [y/N] `].join("\n"));
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
