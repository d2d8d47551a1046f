import { OperatorError } from "../../server/settings/operator-error.ts";
import { emailOrPhone, whoIs } from "../../contract/lead/lead.ts";
import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import { leadsOfPerson, personArgument } from "../arguments.ts";
import { confirm, counted, LeadsCommand, shownMoment } from "../command.ts";
import { removeLeads } from "../../server/inbox/remove/remove-leads.ts";
import { plainLine } from "../plain-text.ts";
import { createSiteServices } from "../site-services.ts";

const WHAT_GOES =
  "Of the waiting deliveries, only cancellations are sent. All others are deleted, and notes and mail files, too. " +
  "Mails that were sent stay in their recipients' mailboxes.";

const COPIES_STAY =
  "Backups and other copies keep the data until they are deleted: docs/privacy.md says when.";

const QUESTION = "Erase everything about this person for good?";

const WAITS =
  "Nothing was deleted yet. Coming calls are cancelled, and the mails about them are sent " +
  "as soon as the site runs and the mail server takes them. Then erase again.";

export const eraseCommand = new LeadsCommand("erase")
  .about(
    "Deletes all leads of one person, at the person's request.",
    `A receipt without personal data is printed. ${WHAT_GOES}`,
  )
  .requiredOption(
    "--email <address>",
    "whose leads: an email address or a phone number",
    personArgument,
  )
  .option("--yes", "do not ask")
  .examples("export --email dana@example.com", "erase --email dana@example.com")
  .work(async (opened, { email, yes }: { email: string; yes?: true }) => {
    const { env, store } = opened;
    const lines = linesOf(
      await leadsOfPerson(store, email),
      env.outbox.timeZone,
    );
    if (!yes && !(await confirm(QUESTION, lines)))
      throw new OperatorError("Nothing was deleted.");
    const { removal } = await createSiteServices(opened);
    // More leads may have come while the question waited.
    const ids = (await leadsOfPerson(store, email)).map(({ lead }) => lead.id);
    const removed = await removeLeads(removal, ids);
    if (!removed) throw new OperatorError(WAITS);
    const counts = [
      counted(removed.leads, "lead"),
      counted(removed.notes, "note"),
      counted(removed.deliveries, "delivery", "deliveries"),
      counted(removed.mailFiles, "mail file"),
    ];
    console.log(`${new Date().toISOString()}: deleted ${counts.join(", ")}.`);
    console.error(COPIES_STAY);
  });

function linesOf(leads: readonly LeadDetail[], timeZone: string): string[] {
  return leads.map(({ lead }) => {
    const who = `${whoIs(lead)}, ${emailOrPhone(lead.email)}`;
    return `${lead.id}  ${plainLine(who)}, ${shownMoment(lead.created_at, timeZone)}`;
  });
}
