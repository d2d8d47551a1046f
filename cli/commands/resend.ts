/** `resend`: a delivery that was sent is sent again. */
import { Command } from "commander";
import { idArgument } from "../arguments.ts";
import type { Context } from "../context.ts";
import { sendAgain } from "../send-again.ts";

const NONE =
  "There is no delivery with this id that was sent, was given up or waits for another try. What is due is sent anyway.";

export function resendCommand(context: Context): Command {
  return new Command("resend")
    .summary("send a delivery again")
    .description(
      "Sends a delivery again, whatever became of it. Its receiver gets it under the same id, so a webhook that was " +
        "there before may drop it.",
    )
    .argument("<id>", "the delivery's id", idArgument)
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Example:
  npm run leads -- resend 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e`,
    )
    .action((id: string, { json }: { json?: true }) =>
      sendAgain(context, { id, only: "tried" }, { key: "resent", none: NONE }, json),
    );
}
