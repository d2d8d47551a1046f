/** All commands, and what is common to them. */
import { Command, InvalidArgumentError, type OptionValues } from "commander";
import { answerCommand } from "./commands/answer.ts";
import { backupCommand, restoreCommand } from "./commands/backup.ts";
import { callsCommand } from "./commands/calls.ts";
import { deliveriesCommand } from "./commands/deliveries.ts";
import { exportCommand } from "./commands/export.ts";
import { funnelCommand } from "./commands/funnel.ts";
import { importCommand } from "./commands/import.ts";
import { inboxCommand } from "./commands/inbox.ts";
import { listCommand } from "./commands/list.ts";
import { outcomeCommand } from "./commands/outcome.ts";
import { purgeCommand } from "./commands/purge.ts";
import { deleteCommand, eraseCommand } from "./commands/remove.ts";
import { resendCommand, retryCommand, reviveCommand } from "./commands/send-again.ts";
import { sessionsCommand } from "./commands/sessions.ts";
import { showCommand } from "./commands/show.ts";
import { testCommand } from "./commands/test.ts";
import { watchCommand } from "./commands/watch.ts";
import type { Context } from "./context.ts";
import { Failure } from "./failure.ts";

/** Exit codes. */
export const FAILED = 1;
export const MISUSED = 2;

/** @param createContext is given what tells the address that was named, once the command line is parsed */
export function createProgram(createContext: (server: () => string | undefined) => Context): Command {
  const program = new Command("npm run leads --");
  const context = createContext(() => serverOf(program.opts()));
  program
    .description("Looks after the leads of this site, whether or not it is running.")
    .option(
      "--server <url>",
      "the address of a server elsewhere; LEADS_SECRET_KEY is its key",
      serverArgument,
    )
    .option("--plain-http", "let --server name another machine without TLS")
    .addCommand(listCommand(context))
    .addCommand(showCommand(context))
    .addCommand(answerCommand(context))
    .addCommand(outcomeCommand(context))
    .addCommand(callsCommand(context))
    .addCommand(watchCommand(context))
    .addCommand(inboxCommand(context))
    .addCommand(funnelCommand(context))
    .addCommand(sessionsCommand(context))
    .addCommand(deliveriesCommand(context))
    .addCommand(retryCommand(context))
    .addCommand(reviveCommand(context))
    .addCommand(resendCommand(context))
    .addCommand(testCommand(context))
    .addCommand(backupCommand(context))
    .addCommand(restoreCommand(context))
    .addCommand(exportCommand(context))
    .addCommand(importCommand(context))
    .addCommand(deleteCommand(context))
    .addCommand(eraseCommand(context))
    .addCommand(purgeCommand(context))
    .addHelpText(
      "after",
      `
A server that runs here is asked over HTTP. Without one, the store is opened
where the site keeps it: DATABASE_URL, else a file in DATA_DIR. backup,
restore, import, and export as jsonl always open the store.

Exit codes: 0 done, ${FAILED} it failed, ${MISUSED} it was asked for in a way that makes
no sense.`,
    );
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap(({ commands }) => commands),
  ]) {
    command.exitOverride().showHelpAfterError("(add --help for what can be asked for)");
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
    `The secret key would go to ${server} for everybody on the way to read. Use https://, or add --plain-http.`,
  );
}
