/** `resend`: what was sent is sent again, and what was only written to files is sent. */
import { Argument, Command } from "commander";
import { idArgument } from "../arguments.ts";
import type { Context } from "../context.ts";
import { sendAgain } from "../send-again.ts";

const NONE =
  "There is no delivery with this id that was sent, was given up or waits for another try. What is due is sent anyway.";

interface Options {
  written?: true;
  json?: true;
}

export function resendCommand(context: Context): Command {
  const command = new Command("resend");
  return command
    .summary("send a delivery again")
    .description(
      "Sends a delivery again, whatever became of it; or, once SMTP_URL is set, the mails about open leads that were " +
        "only written to files. Receivers get it under the same id, so a webhook that has it may drop it.",
    )
    .addArgument(new Argument("[id]", "the delivery's id").argParser(idArgument))
    .option("--written", "all mails about open leads that were written to files")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Examples:
  npm run leads -- resend 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e
  npm run leads -- resend --written`,
    )
    .action((id: string | undefined, { written, json }: Options) => {
      if ((id === undefined) === (written === undefined)) {
        command.error("error: give the id of a delivery, or --written");
      }
      const key = "resent";
      return id === undefined
        ? sendAgain(
            context,
            { all: "written" },
            { key, none: "No mail about an open lead lies in a file." },
            json,
          )
        : sendAgain(context, { id, only: "tried" }, { key, none: NONE }, json);
    });
}
