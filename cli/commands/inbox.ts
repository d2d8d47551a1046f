/** `inbox`: a link that opens the inbox on one device. */
import { HOUR_MS } from "../../contract/durations.ts";
import { LeadsCommand, printResult, shownMoment, type Context } from "../context.ts";

const VALID_HOURS = 12;

export function inboxCommand(context: Context) {
  return new LeadsCommand("inbox", context)
    .about(
      "Prints a link that opens the inbox once.",
      "The first device on which its button is pressed can read the leads until the link expires. A new LINK_SECRET ends all of them at once.",
    )
    .option("--json", "as JSON")
    .examples("inbox")
    .action(async ({ json }: { json?: true }) => {
      const { terminal, now, inboxLink } = context;
      const expiresAt = now() + VALID_HOURS * HOUR_MS;
      const url = await inboxLink(expiresAt);
      const until = new Date(expiresAt).toISOString();
      const note = `Valid until ${shownMoment(until, context)}.`;
      printResult(terminal, json, { found: { url, expiresAt: until }, lines: [url], note });
    });
}
