/** `inbox`: a link that opens the inbox on one device. */
import { HOUR_MS } from "../../contract/durations.ts";
import { wholeNumber } from "../arguments.ts";
import { LeadsCommand, printResult, shownMoment, type Context } from "../context.ts";

const DEFAULT_HOURS = 12;
const MAX_HOURS = 30 * 24;

export function inboxCommand(context: Context) {
  return new LeadsCommand("inbox", context)
    .about(
      "Prints a link that opens the inbox once.",
      "The first device on which its button is pressed can read the leads until the link expires. A new LINK_SECRET ends all of them at once.",
    )
    .option("--hours <number>", "how long it is valid", wholeNumber(1, MAX_HOURS), DEFAULT_HOURS)
    .option("--json", "as JSON")
    .examples("inbox", "inbox --hours 1")
    .action(async ({ hours, json }: { hours: number; json?: true }) => {
      const { terminal, now, inboxLink } = context;
      const expiresAt = now() + hours * HOUR_MS;
      const url = await inboxLink(expiresAt);
      const until = new Date(expiresAt).toISOString();
      const note = `Valid until ${shownMoment(until, context)}.`;
      printResult(terminal, json, { found: { url, expiresAt: until }, lines: [url], note });
    });
}
