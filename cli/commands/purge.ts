/** `purge`: a person's yes to what RETENTION_DAYS would delete and is out of the ordinary. */
import { Command } from "commander";
import { withConnection, type Context } from "../context.ts";
import { examples } from "../examples.ts";
import { Failure, valueOf } from "../failure.ts";

export function purgeCommand(context: Context): Command {
  return new Command("purge")
    .summary("let RETENTION_DAYS delete what waits for your yes")
    .description(
      "RETENTION_DAYS deletes old leads by itself, day by day. The first time, after days off, after a jump of the clock, " +
        "or where it would delete much at once, it waits: this shows what waits, and asks. docs/privacy.md has the rule.",
    )
    .option("--yes", "do not ask")
    .addHelpText("after", examples("purge"))
    .action(({ yes }: { yes?: true }) =>
      withConnection(context, async ({ admin }) => {
        const { terminal, now } = context;
        const { before, due, everything, newest = "none" } = valueOf(await admin.purge({}));
        if (before === undefined || due === 0) throw new Failure("Nothing waits to be deleted.");
        terminal.note(
          `${due} of ${everything} leads came before ${before}. The newest came ${newest}; ` +
            `this clock says ${new Date(now()).toISOString()}.`,
        );
        if (!yes && !(await terminal.confirm("Delete them for good?")))
          throw new Failure("Nothing was deleted.");
        valueOf(await admin.allowPurge({ before }));
        terminal.print(
          "They are deleted within a minute where deliveries are sent from: the site, or the worker.",
        );
      }),
    );
}
