/** `sessions`: who is signed in to the inbox, and an end to it. */
import { Command } from "commander";
import type { SignIn } from "../../contract/leads-admin.ts";
import { moment } from "../../site/inbox/times.ts";
import { idArgument } from "../arguments.ts";
import { withConnection, type Context } from "../context.ts";
import { examples } from "../examples.ts";
import { valueOf } from "../failure.ts";
import { plainJson } from "../terminal/plain-text.ts";
import { table, type Column } from "../terminal/table.ts";
import { onlyId, shortId } from "../whole-id.ts";

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
    .action((given: string | undefined, { all }: { all?: true }, command: Command) => {
      if ((given === undefined) === !all) command.error("error: say whom to sign out, or add --all");
      return withConnection(context, async ({ admin }) => {
        const open = valueOf(await admin.signIns({})).map(({ id }) => id);
        const ended = given === undefined ? open : [onlyId(open, given, "sign-in")];
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
        for (const line of open.length > 0 ? table(columns(context.timeZone), open, terminal.width) : [])
          terminal.print(line);
        terminal.note(open.length === 0 ? "Nobody is signed in." : `${open.length} signed in.`);
      }),
    );
}

const columns = (timeZone: string): Column<SignIn>[] => [
  { title: "WHO", value: ({ email }) => email || "(link of the command line)" },
  { title: "SINCE", width: 20, value: ({ openedAt }) => moment(openedAt, timeZone) },
  { title: "UNTIL", width: 20, value: ({ endsAt }) => moment(endsAt, timeZone) },
  { title: "ID", width: 8, value: ({ id }) => shortId(id) },
];
