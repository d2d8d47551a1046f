/** `delete` and `erase` remove leads for good: some, or all of one person. */
import { counted, LeadsCommand, shownMoment, Failure, okValue } from "../context.ts";
import type { Context } from "../context.ts";
import type { Input, LeadsAdmin } from "../../contract/admin-operations.ts";
import { emailOrPhone } from "../../contract/lead.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { personArgument, idArgument, leadsOf, shortId, wholeId } from "../arguments.ts";
import { plainLine } from "../terminal/table.ts";

interface Options {
  yes?: true;
}

/** A person reads them before the answer. */
const LEADS_SHOWN = 20;

const WHAT_GOES =
  "Waiting deliveries are not sent; notes, deliveries, keys and mail files are deleted, too. " +
  "Mails that were sent stay.";

const COPIES_STAY =
  "Backups and other copies of the store still have this until they are deleted, too: docs/privacy.md says when.";

export function deleteCommand(context: Context) {
  return new LeadsCommand("delete", context)
    .about("Deletes leads for good.", WHAT_GOES)
    .argument("<id...>", "the leads' ids", (value, ids: string[] | undefined) => [
      ...(ids ?? []),
      idArgument(value),
    ])
    .option("--yes", "do not ask")
    .examples("delete 019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e")
    .prints(async ({ admin }, ids: string[], options: Options) => {
      const question = `Delete ${ids.length === 1 ? "this lead" : `these ${ids.length} leads`} for good?`;
      const target = { ids: await Promise.all(ids.map((id) => wholeId(admin, id))) };
      const leads = okValue(await admin.leadsAfter({ ...target, size: ids.length }));
      return remove(context, admin, { target, leads, question }, options);
    });
}

export function eraseCommand(context: Context) {
  return new LeadsCommand("erase", context)
    .about(
      "Deletes all leads of one person who asked for it.",
      `A receipt without personal data is printed. ${WHAT_GOES}`,
    )
    .requiredOption("--email <address>", "whose leads, or a number", personArgument)
    .option("--yes", "do not ask")
    .examples("export --email dana@example.com", "erase --email dana@example.com")
    .prints(async ({ admin }, { email, ...options }: Options & { email: string }) => {
      const question = "Erase everything about this person for good?";
      const leads = await leadsOf(admin, email);
      return remove(context, admin, { target: { email }, leads, question }, options);
    });
}

interface Removal {
  target: Input<"remove">;
  leads: readonly LeadDetail[];
  question: string;
}

async function remove(
  context: Context,
  admin: LeadsAdmin,
  { target, leads: found, question }: Removal,
  { yes }: Options,
) {
  const { terminal, now } = context;
  const shown = found.slice(0, LEADS_SHOWN).map(({ lead }) => {
    const who = `${lead.name}, ${lead.company_name}, ${emailOrPhone(lead.email)}`;
    return `${shortId(lead.id)}  ${plainLine(who)}, ${shownMoment(lead.created_at, context)}`;
  });
  if (found.length > LEADS_SHOWN) shown.push(`and ${counted(found.length - LEADS_SHOWN, "more", "more")}`);
  if (!yes && !(await terminal.confirm(question, shown))) throw new Failure("Nothing was deleted.");
  const removed = okValue(await admin.remove(target));
  if (removed.waits)
    throw new Failure(
      "Nothing was deleted yet. The call is cancelled, and the mails about it are sent as soon as " +
        "the site or a worker runs and the mail server takes them. Then delete again.",
    );
  if (removed.leads === 0) throw new Failure("There was no such lead, and nothing was deleted.");
  const at = new Date(now()).toISOString();
  const { leads, notes, deliveries, mailFiles } = removed;
  const all = [
    counted(leads, "lead"),
    counted(notes, "note"),
    counted(deliveries, "delivery", "deliveries"),
    counted(mailFiles, "mail file", "mail files"),
  ];
  terminal.note(COPIES_STAY);
  return { found: { at, ...removed }, lines: [`${at}: deleted ${all.join(", ")}.`] };
}
