/** `inbox`: a link that opens the inbox on one device. `sessions`: who is signed in there. */
import { Command } from "commander";
import type { SignIn } from "../../contract/leads-admin.ts";
import { idArgument, wholeNumber, onlyId, shortId } from "../arguments.ts";
import { withConnection, type Context, valueOf, shownMoment, examples } from "../context.ts";
import { plainJson, table, type Column } from "../terminal/table.ts";

export function sessionsCommand(context: Context): Command {
  const { terminal } = context;
  const end = new Command("end")
    .summary("sign devices out")
    .description(
      "Signs devices out of the inbox. Links that were not opened yet go on working until they run out.",
    )
    .argument("[id]", "as the list shows it", idArgument)
    .option("--all", "everybody")
    .addHelpText("after", examples("sessions end 3b4c5d6e", "sessions end --all"))
    .action((text: string | undefined, { all }: { all?: true }, command: Command) => {
      if ((text === undefined) === !all) command.error("error: say whom to sign out, or add --all");
      return withConnection(context, async ({ admin }) => {
        const open = valueOf(await admin.signIns({})).map(({ id }) => id);
        const ended = text === undefined ? open : [onlyId(open, text, "sign-in")];
        terminal.print(`${valueOf(await admin.endSignIns({ ids: ended }))} ended.`);
      });
    });
  return new Command("sessions")
    .summary("list and end sign-ins to the inbox")
    .description("Lists who is signed in to the inbox, the oldest first.")
    .option("--json", "as JSON")
    .addHelpText("after", examples("sessions", "sessions end --all"))
    .addCommand(end)
    .action(({ json }: { json?: true }) =>
      withConnection(context, async ({ admin }) => {
        const open = valueOf(await admin.signIns({}));
        if (json) return terminal.print(plainJson(open, 2));
        for (const line of open.length > 0 ? table(columns(context), open, terminal.width) : [])
          terminal.print(line);
        terminal.note(open.length === 0 ? "Nobody is signed in." : `${open.length} signed in.`);
      }),
    );
}

const columns = (context: Context): Column<SignIn>[] => [
  { title: "WHO", value: ({ email }) => email || "(link of the command line)" },
  { title: "SINCE", width: 20, value: ({ openedAt }) => shownMoment(openedAt, context) },
  { title: "UNTIL", width: 20, value: ({ endsAt }) => shownMoment(endsAt, context) },
  { title: "ID", width: 8, value: ({ id }) => shortId(id) },
];

const HOUR_MS = 60 * 60 * 1000;

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
      const { terminal, now, inboxLink } = context;
      const expiresAt = now() + hours * HOUR_MS;
      const url = await inboxLink(expiresAt);
      const until = new Date(expiresAt).toISOString();
      if (json) return terminal.print(plainJson({ url, expiresAt: until }, 2));
      terminal.print(url);
      terminal.note(`Good until ${shownMoment(until, context)}.`);
    });
}
