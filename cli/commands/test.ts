import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { DeliveryLine } from "../../contract/inbox/leads-admin.ts";
import { cleanLine } from "../../contract/lead/typed-text.ts";
import { mailFileIn } from "../../server/deliveries/mail/mail-folder.ts";
import { markLead } from "../../server/inbox/mark/mark-lead.ts";
import { readLead } from "../../server/leads/read-lead.ts";
import { OperatorError } from "../../server/settings/operator-error.ts";
import type { Database } from "../../server/store/database.ts";
import { LeadsCommand } from "../command.ts";
import { createSiteServices } from "../site-services.ts";

const POLL_EVERY_MS = 200;
const PATIENCE_MS = 60_000;

export const testCommand = new LeadsCommand("test")
  .about(
    "Sends a test lead through the whole chain, while the site runs.",
    "It says what arrived where, and fails if a message was neither sent nor written to a file. In the end the lead is marked as answered.",
  )
  .work(async (opened) => {
    const { store } = opened;
    const { change, mailFolder, sendTest } = await createSiteServices(opened);
    console.error("Sending a test lead …");
    const id = await sendTest();
    await deliveredLead(store, id, PATIENCE_MS);
    await markLead(store, "answered", change({ id }));
    // The answer makes deliveries, too: events for
    // webhooks, whose attempt may take half a minute.
    const { lead, deliveries } = await deliveredLead(
      store,
      id,
      PATIENCE_MS / 2,
    );
    for (const one of deliveries)
      console.log(lineOf(one, lead.email, mailFolder));
    const missing = deliveries.filter(
      (one) => one.state !== "sent" && !isWritten(one),
    );
    if (missing.length > 0)
      throw new OperatorError(
        `${missing.length} of ${deliveries.length} did not arrive. What is due is sent once the site runs and the receiver takes it.`,
      );
    const files = "; mails are only written to files while SMTP_URL is not set";
    console.error(
      `Everything arrived${deliveries.some(isWritten) ? files : ""}.`,
    );
  });

const isWritten = ({ why }: DeliveryLine) => why === "written";

async function deliveredLead(store: Database, id: string, patienceMs: number) {
  const until = Date.now() + patienceMs;
  for (;;) {
    const detail = await readLead(store, id);
    if (!detail) throw new OperatorError("The test lead was deleted.");
    const isDone = detail.deliveries.every(({ state }) => state !== "due");
    if (isDone || Date.now() >= until) return detail;
    await setTimeout(POLL_EVERY_MS);
  }
}

/**
 * `confirmation to you@example.com: written as
 * /…/mail/….html`, `webhook to …: dead. Why.`
 */
function lineOf(
  delivery: DeliveryLine,
  email: string,
  mailFolder: string,
): string {
  const { id, kind, target } = delivery;
  const { state, why, lastError } = delivery;
  const to = cleanLine(kind === "confirmation" ? email : target);
  const what = to === "" ? kind : `${kind} to ${to}`;
  const file = mailFileIn(mailFolder, `${id}.${kind}`);
  if (isWritten(delivery))
    return `${what}: written${existsSync(file) ? ` as ${file}` : ""}`;
  const became = why === undefined ? state : `${state}, ${why}`;
  const fault = lastError === undefined ? "" : `. ${cleanLine(lastError)}`;
  return `${what}: ${became}${fault}`;
}
