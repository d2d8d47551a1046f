/** `delete` and `erase`: leads go for good, these or all of one person. `purge`: a person allows what RETENTION_DAYS waits to delete. */
import { counted, LeadsCommand, printResult, withConnection, Failure, valueOf } from "../context.ts";
import type { Context } from "../context.ts";
import type { Input } from "../../contract/admin-operations.ts";
import type { LeadsAdmin } from "../../server/leads/leads-admin.ts";
import { emailArgument, idArgument, wholeId } from "../arguments.ts";

interface Options {
  yes?: true;
  json?: true;
}

const WHAT_GOES =
  "What was still to be sent is not sent; notes, deliveries, keys and mails in files go too. Backups that you made and " +
  "mails that were sent stay.";

export function deleteCommand(context: Context) {
  return new LeadsCommand("delete", context)
    .summary("delete leads for good")
    .description(`Deletes leads for good. ${WHAT_GOES}`)
    .argument("<id...>", "the leads' ids", (value, ids: string[] | undefined) => [
      ...(ids ?? []),
      idArgument(value),
    ])
    .option("--yes", "do not ask")
    .option("--json", "what was deleted as JSON")
    .examples("delete 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e")
    .action((ids: string[], options: Options) => {
      const question = `Delete ${ids.length === 1 ? "this lead" : `these ${ids.length} leads`} for good?`;
      const whole = (admin: LeadsAdmin) => Promise.all(ids.map((id) => wholeId(admin, id)));
      return remove(context, async (admin) => ({ ids: await whole(admin) }), question, options);
    });
}

export function eraseCommand(context: Context) {
  return new LeadsCommand("erase", context)
    .summary("delete everything of one person")
    .description(
      `Deletes all leads of one person, who asked for it, and prints a receipt that shows nothing of them. ${WHAT_GOES}`,
    )
    .requiredOption("--email <address>", "whose leads", emailArgument)
    .option("--yes", "do not ask")
    .option("--json", "the receipt as JSON")
    .examples("export --email dana@example.com", "erase --email dana@example.com")
    .action(({ email, ...options }: Options & { email: string }) =>
      remove(context, () => ({ email }), "Erase everything of this person for good?", options),
    );
}

function remove(
  context: Context,
  which: (admin: LeadsAdmin) => Input<"remove"> | Promise<Input<"remove">>,
  question: string,
  options: Options,
): Promise<void> {
  const { terminal, now } = context;
  return withConnection(context, async ({ admin }) => {
    const target = await which(admin);
    if (!options.yes && !(await terminal.confirm(question))) throw new Failure("Nothing was deleted.");
    const removed = valueOf(await admin.remove(target));
    if (removed.waits)
      throw new Failure(
        "Nothing was deleted yet. The call is cancelled, and the mails that say so are sent as soon as the site or a " +
          "worker runs and the mail server takes them: then delete again.",
      );
    if (removed.leads === 0) throw new Failure("There was no such lead, and nothing was deleted.");
    const at = new Date(now()).toISOString();
    const { leads, notes, deliveries, mailFiles } = removed;
    const all = [
      counted(leads, "lead"),
      counted(notes, "note"),
      counted(deliveries, "delivery", "deliveries"),
      counted(mailFiles, "mail in a file", "mails in files"),
    ];
    printResult(terminal, options.json, { at, ...removed }, `${at}: deleted ${all.join(", ")}.`);
  });
}

export function purgeCommand(context: Context) {
  return new LeadsCommand("purge", context)
    .summary("let RETENTION_DAYS delete what waits for your yes")
    .description(
      "RETENTION_DAYS deletes old leads by itself, day by day. The first time, after days off, after a jump of the clock, " +
        "or where it would delete much at once, it waits: this shows what waits, and asks. docs/privacy.md has the rule.",
    )
    .option("--yes", "do not ask")
    .examples("purge")
    .work(async ({ admin }, { yes }: { yes?: true }) => {
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
    });
}
