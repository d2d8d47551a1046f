/** `revive`: deliveries that were given up are tried again. */
import { Argument, Command } from "commander";
import { idArgument } from "../arguments.ts";
import type { Context } from "../context.ts";
import { sendAgain } from "../send-again.ts";

interface Options {
  allDead?: true;
  json?: true;
}

export function reviveCommand(context: Context): Command {
  const command = new Command("revive");
  return command
    .summary("try again what was given up")
    .description("Tries deliveries again that were given up: one, or all of them.")
    .addArgument(new Argument("[id]", "the delivery's id").argParser(idArgument))
    .option("--all-dead", "all that were given up")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Examples:
  npm run leads -- revive 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e
  npm run leads -- revive --all-dead`,
    )
    .action((id: string | undefined, { allDead, json }: Options) => {
      if ((id === undefined) === (allDead === undefined)) {
        command.error("error: give the id of a delivery, or --all-dead");
      }
      const key = "revived";
      return id === undefined
        ? sendAgain(context, { all: "dead" }, { key, none: "Nothing was given up." }, json)
        : sendAgain(context, { id, only: "dead" }, { key, none: NOT_GIVEN_UP }, json);
    });
}

const NOT_GIVEN_UP = "There is no delivery with this id that was given up.";
