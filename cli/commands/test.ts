import { OperatorError } from "../../server/settings/operator-error.ts";
import { existsSync } from "node:fs";
import { mailFileIn } from "../../server/deliveries/mail/mail-folder.ts";
import { fromHere } from "../../server/settings/data-dir.ts";
import type { DeliveryLine } from "../../contract/leads-admin.ts";
import { setTimeout } from "node:timers/promises";
import { LeadsCommand } from "../command.ts";
import { answerLead } from "../../server/inbox/admin-changes.ts";
import { leadWith } from "../arguments.ts";
import type { Database } from "../../server/store/database.ts";
import { sqlitePath } from "../../server/store/open-store.ts";
import { plainLine } from "../plain-text.ts";
import { WRITTEN } from "../../contract/delivery.ts";
import { leadContent } from "../content.ts";

const POLL_EVERY_MS = 200;
const PATIENCE_S = 60;

export const testCommand = new LeadsCommand("test")
  .about(
    "Sends a test lead through the whole chain.",
    "It says what arrived where, and fails if a message was neither sent nor written to a file. In the end the lead is marked as answered.",
  )
  .examples("test")
  .work(async ({ env, store, change, removal, sendTest }) => {
    const place = env.databaseUrl === undefined ? sqlitePath(env.dataDir) : "the database";
    console.error(`Sending a test lead through ${place} …`);
    const id = await sendTest();
    const until = Date.now() + PATIENCE_S * 1000;
    await deliveredLead(store, id, until);
    await answerLead(store, change({ id }));
    // Webhooks get an event of the answer, too.
    const { lead, deliveries } = await deliveredLead(store, id, until);
    for (const delivery of deliveries)
      for (const line of report(delivery, lead.email, removal.mailFolder)) console.log(line);
    const isWritten = ({ lastError }: DeliveryLine) => lastError === WRITTEN;
    const missing = deliveries.filter((one) => one.state !== "sent" && !isWritten(one)).length;
    if (missing > 0) throw new OperatorError(`${missing} of ${deliveries.length} did not arrive.`);
    const files = "; mails are only written to files while SMTP_URL is not set";
    console.error(`Everything arrived${deliveries.some(isWritten) ? files : ""}.`);
  });

async function deliveredLead(store: Database, id: string, until: number) {
  for (;;) {
    const detail = await leadWith(store, id);
    if (Date.now() >= until || detail.deliveries.every(({ state }) => state !== "due")) return detail;
    await setTimeout(POLL_EVERY_MS);
  }
}

function report(delivery: DeliveryLine, email: string, mailFolder: string): string[] {
  const { id, kind, target, state, lastError } = delivery;
  const file = mailFileIn(mailFolder, `${id}.${kind}`);
  const to = kind === "confirmation" ? email : target;
  const isWritten = lastError === WRITTEN;
  const what = [
    ...(isWritten ? [] : [leadContent.states[state]]),
    ...(to === "" ? [] : [`${isWritten ? "for" : "to"} ${plainLine(to)}`]),
    ...(existsSync(file) ? [`as ${fromHere(file)}`] : []),
  ].join(" ");
  const why = lastError === undefined ? [] : [`  ${plainLine(lastError)}`];
  return [`${leadContent.kinds[kind] ?? kind}: ${what}`, ...why];
}
