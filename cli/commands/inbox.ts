/** `inbox`: a link that opens the inbox on one device. */
import { Command } from "commander";
import { examples } from "../examples.ts";
import { moment } from "../../site/inbox/times.ts";
import { wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { plainJson } from "../terminal/plain-text.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A working day. */
const DEFAULT_HOURS = 12;
const MAX_HOURS = 30 * 24;

interface Options {
  hours: number;
  json?: true;
}

export function inboxCommand(context: Context): Command {
  return new Command("inbox")
    .summary("print a link that opens the inbox")
    .description(
      "Prints a link that opens the inbox once, for whoever presses its button first: that device can read the leads " +
        "until the link ends. Changing LINK_SECRET ends all of them at once.",
    )
    .option("--hours <number>", "how long it is good for", wholeNumber(1, MAX_HOURS), DEFAULT_HOURS)
    .option("--json", "as JSON")
    .addHelpText("after", examples("inbox", "inbox --hours 1"))
    .action(async ({ hours, json }: Options) => {
      const { terminal, now, timeZone, inboxLink } = context;
      const expiresAt = now() + hours * HOUR_MS;
      const url = await inboxLink(expiresAt);
      const until = new Date(expiresAt).toISOString();
      if (json) return terminal.print(plainJson({ url, expiresAt: until }, 2));
      terminal.print(url);
      terminal.note(`Good until ${moment(until, timeZone)}.`);
    });
}
