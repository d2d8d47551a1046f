/** `retry`: after an outage, what waits for another try is tried now. */
import { Command } from "commander";
import type { Context } from "../context.ts";
import { sendAgain } from "../send-again.ts";

export function retryCommand(context: Context): Command {
  return new Command("retry")
    .summary("try now what waits for another try")
    .description("Tries deliveries now that failed and wait for another try, which may be hours away.")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      `
Example:
  npm run leads -- retry`,
    )
    .action(({ json }: { json?: true }) =>
      sendAgain(
        context,
        { all: "waiting" },
        { key: "retried", none: "Nothing waits for another try." },
        json,
      ),
    );
}
