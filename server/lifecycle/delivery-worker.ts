/** The worker with all its parts, for the site and the command line. */
import { createOutbox, type WorkerLog } from "../deliveries/outbox.ts";
import { DAY_MS } from "../../contract/durations.ts";
import { firstDayOf } from "../../contract/locale/times.ts";
import type { Services } from "../services.ts";
import { removeOldCopies } from "../store/backups.ts";
import type { Database } from "../store/database.ts";
import { openTransport } from "../deliveries/mail/open-transport.ts";
import { sendMail } from "../deliveries/mail/compose.ts";
import { createTeamMails } from "../deliveries/mail/team-mails.ts";
import { createWebhookChannel } from "../deliveries/webhook-channel.ts";
import type { Outgoing } from "../../contract/delivery.ts";
import { removeMails, removeOldMails } from "../deliveries/mail/mail-folder.ts";
import * as notices from "../inbox/team-notices.ts";
import { createWorker, type Worker } from "../deliveries/worker.ts";
import { REMOVED_AT_ONCE } from "../inbox/admin-changes.ts";
import { purgeLeads } from "../inbox/retention.ts";

/** A worker that has not started yet. Stopping it also closes its connections to mail servers and webhooks. */
export function createDeliveryWorker(services: Services): Worker {
  const { env, store, log, now } = services;
  const { timeZone, calendarUrls: urls, webhookUrls } = env.outbox;
  const { mailFolder, mail, smtp, webhook } = services.channels();
  const firstDay = firstDayOf(mail.locale);
  const transport = openTransport({ smtp, mailFolder });
  const mails = createTeamMails(mail, services.team.mailed, transport);
  const { sendWeek, sendCalendars, sendSkippedEvents } = mails;
  const webhooks = createWebhookChannel({ ...webhook, mail });
  const { mailLeadsAtNight } = services.content.workingHours;
  const outbox = createOutbox({ store, now, random: Math.random });
  const parts = { store, timeZone, now, log };
  const { mailedOwn: members } = services.team;
  const tasks = [
    outbox.mendTimes,
    notices.createFailureNotice({ outbox, webhookUrls, sendEvent: webhooks.sendEvent, now, log }),
    () => notices.mailMorning({ ...parts, members, send: mails.sendMorning }),
    () => notices.mailReminder({ ...parts, members, send: mails.sendReminder }),
    () => notices.mailStorm({ ...parts, send: mails.sendStorm }, mailLeadsAtNight),
    async () => sendWeek && notices.mailWeek({ ...parts, send: sendWeek }, firstDay),
    () => notices.mailCalendars({ ...parts, send: sendCalendars }, urls),
    () => notices.mailSkippedEvents({ ...parts, send: sendSkippedEvents }, urls),
    createRetention({ store, days: env.retentionDays, dataDir: env.dataDir, mailFolder, now, log }),
    () => removeOldMails(mailFolder, now()),
  ];
  const everyMinute = async () => {
    await Promise.all(tasks.map((task) => task()));
  };
  const forget = (deliveryId: string) => removeMails(mailFolder, [deliveryId]);
  const send = (outgoing: Outgoing) =>
    outgoing.kind === "webhook" ? webhooks.send(outgoing) : sendMail(outgoing, mail, transport);
  const worker = createWorker({ outbox, send, log, everyMinute, forget });
  return {
    ...worker,
    async stop(budget) {
      await worker.stop(budget);
      webhooks.close();
      await transport.close();
    },
  };
}

interface RetentionParts {
  days: number | undefined;
  dataDir: string;
  store: Database;
  mailFolder: string;
  now: () => number;
  log: WorkerLog;
}

/** Deletes leads and copies of the store that are too old. @returns a function to call every minute; it works once a day */
export function createRetention(parts: RetentionParts): () => Promise<void> {
  const { days, dataDir, store, mailFolder, now, log } = parts;
  let doneAt = -Infinity;
  return async () => {
    const time = now();
    // A time in the future was noted before the clock was set back.
    if (time >= doneAt && time < doneAt + DAY_MS) return;
    const before = days === undefined ? undefined : new Date(time - days * DAY_MS).toISOString();
    let [leads, waiting] = [0, 0];
    for (let isOver = false; !isOver;) {
      const purged = await purgeLeads(store, { before, now: new Date(time).toISOString() });
      if (purged.kind !== "ok") return;
      await removeMails(mailFolder, purged.value.deliveries);
      leads += purged.value.leads;
      waiting = purged.value.waiting;
      isOver = purged.value.leads < REMOVED_AT_ONCE;
    }
    doneAt = time;
    if (leads > 0) log.warn({ leads, days }, "leads older than RETENTION_DAYS were deleted");
    if (waiting > 0)
      log.warn(
        { leads: waiting, days },
        "more leads are older than RETENTION_DAYS: the next days delete them",
      );
    const copies = removeOldCopies(dataDir, time);
    if (copies.length > 0) log.warn({ copies }, "old copies of the store were deleted");
  };
}
