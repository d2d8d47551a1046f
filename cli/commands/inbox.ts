/** `inbox`: a link that opens the inbox on one device. `sessions`: the sign-ins to the inbox. */
import type { Command } from "commander";
import type { SignIn } from "../../contract/leads-admin.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { idArgument, wholeNumber, onlyId, shortId } from "../arguments.ts";
import { LeadsCommand, printResult, withConnection, type Context, okValue, shownMoment } from "../context.ts";
import { table, type Column } from "../terminal/table.ts";

export function sessionsCommand(context: Context) {
  const { terminal } = context;
  const end = new LeadsCommand("end", context)
    .about("Signs devices out of the inbox.", "Unopened links still work until they expire.")
    .argument("[id]", "its id in the list", idArgument)
    .option("--all", "everybody")
    .examples("sessions end 3b4c5d6e", "sessions end --all")
    .action((text: string | undefined, { all }: { all?: true }, command: Command) => {
      if ((text === undefined) === !all) command.error("error: name a sign-in, or add --all");
      return withConnection(context, async ({ admin }) => {
        const open = okValue(await admin.signIns({})).map(({ id }) => id);
        const ended = text === undefined ? open : [onlyId(open, text, "sign-in")];
        terminal.print(`${okValue(await admin.endSignIns({ ids: ended }))} ended.`);
      });
    });
  return new LeadsCommand("sessions", context)
    .about("Lists and ends sign-ins to the inbox.", "The oldest is first.")
    .examples("sessions", "sessions end --all")
    .addCommand(end)
    .prints(async ({ admin }) => {
      const open = okValue(await admin.signIns({}));
      const note = open.length === 0 ? "Nobody is signed in." : `${open.length} signed in.`;
      return { found: open, lines: table(columns(context), open, terminal.width), note };
    });
}

const columns = (context: Context): Column<SignIn>[] => [
  { title: "WHO", value: ({ email }) => email || "(link of the command line)" },
  { title: "SINCE", width: 20, value: ({ openedAt }) => shownMoment(openedAt, context) },
  { title: "UNTIL", width: 20, value: ({ endsAt }) => shownMoment(endsAt, context) },
  { title: "ID", width: 8, value: ({ id }) => shortId(id) },
];

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
