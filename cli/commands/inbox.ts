/** `inbox`: a link that opens the inbox on one device. */
import { HOUR_MS } from "../../contract/durations.ts";
import { LeadsCommand, shownMoment, type Context } from "../context.ts";

const VALID_HOURS = 12;

export function inboxCommand(context: Context) {
  return new LeadsCommand("inbox", context)
    .about(
      "Prints a link that opens the inbox once.",
      "The first device on which its button is pressed can read the leads until the link expires. A new LINK_SECRET ends all of them at once.",
    )
    .examples("inbox")
    .action(async () => {
      const { terminal, now, inboxLink } = context;
      const expiresAt = now() + VALID_HOURS * HOUR_MS;
      terminal.print(await inboxLink(expiresAt));
      terminal.note(`Valid until ${shownMoment(new Date(expiresAt).toISOString(), context)}.`);
    });
}
