import { DAY_MS, isoTime } from "../../contract/durations.ts";
import { IDEMPOTENCY_WINDOW_MS } from "../../contract/limits.ts";
import { TO_AGENCY } from "../../contract/mail/delivery.ts";
import { chatLetter, writeLetter } from "../calls/letters.ts";
import { sendMail, type MailTransport } from "../deliveries/mail/compose.ts";
import { removeMails } from "../deliveries/mail/mail-folder.ts";
import type { Outgoing } from "../deliveries/outbox-rows.ts";
import { createOutbox, type WorkerLog } from "../deliveries/outbox.ts";
import type { ChannelSettings } from "../deliveries/settings.ts";
import { createWebhookChannel } from "../deliveries/webhook-channel.ts";
import { Worker } from "../deliveries/worker.ts";
import { reportFailure, TEAM_NOTICES } from "../inbox/notices/team-notices.ts";
import { createTeamPost } from "../inbox/notices/team-post.ts";
import { purgeLeads, REMOVED_AT_ONCE } from "../inbox/remove/remove-leads.ts";
import { forgetKeys } from "../leads/insert-leads.ts";
import type { Services } from "../services.ts";
import type { Env } from "../settings/env.ts";
import { removeOldCopies } from "../store/backups.ts";
import type { Database } from "../store/database.ts";
import { ifAvailable } from "../store/unavailable.ts";

const MORE_ARE_OLD =
  "more leads are older than RETENTION_DAYS: they are deleted in the next days";

/**
 * @returns a worker that has not started yet, and
 * a function that mails the team about a fault
 */
export function createDeliveryWorker(
  services: Services,
  channels: ChannelSettings,
  transport: MailTransport,
) {
  const { env, store, log, now } = services;
  const { calendarUrls, webhookUrls } = env.outbox;
  const { mailFolder, mail, webhook } = channels;
  const post = createTeamPost(mail, services.team, transport);
  const webhooks = createWebhookChannel({ ...webhook, mail, chatLetter });
  const outbox = createOutbox(store, now, Math.random);
  const desk = {
    ...mail,
    store,
    post,
    mailLeadsAtNight: services.content.workingHours.mailLeadsAtNight,
    calendarUrls,
    log,
    members: services.team.mailedOwn,
  };
  // A task that cannot reach the store runs again
  // in a minute. The worker logs the fault.
  const tasks = [
    outbox.mendTimes,
    () => reportFailure(services, webhookUrls, webhooks.sendEvent),
    ...TEAM_NOTICES.map((notice) => () => notice(desk)),
    createRetention(env, { store, mailFolder, now, log }),
  ].map((task) => () => ifAvailable(task()));
  const removeMail = (deliveryId: string) =>
    removeMails(mailFolder, [deliveryId]);
  const send = async (outgoing: Outgoing) => {
    const { kind, target } = outgoing;
    if (kind === "webhook") return webhooks.send(outgoing);
    const reader = TO_AGENCY.includes(kind)
      ? await services.team.readerOf(target)
      : target;
    const addressed = { ...outgoing, target: reader };
    return sendMail(addressed, mail, transport, writeLetter);
  };
  const worker = new Worker({ outbox, send, log, tasks, removeMail });
  return { worker, sendFailed: post.sendFailed };
}

/**
 * @returns a function to call every minute;
 * once a day, it deletes what is too old
 */
export function createRetention(
  { retentionDays: days, dataDir }: Pick<Env, "retentionDays" | "dataDir">,
  parts: {
    store: Database;
    mailFolder: string;
    now: () => number;
    log: WorkerLog;
  },
): () => Promise<void> {
  const { store, mailFolder, now, log } = parts;
  let doneAt = -Infinity;
  return async () => {
    const time = now();
    // `doneAt` is in the future after the clock was set back.
    if (time >= doneAt && time < doneAt + DAY_MS) return;
    await forgetKeys(store, isoTime(time - IDEMPOTENCY_WINDOW_MS));
    const before =
      days === undefined ? undefined : isoTime(time - days * DAY_MS);
    let leads = 0;
    let purged: Awaited<ReturnType<typeof purgeLeads>>;
    do {
      purged = await purgeLeads(store, isoTime(time), before);
      await removeMails(mailFolder, purged.deliveries);
      leads += purged.leads;
    } while (purged.leads >= REMOVED_AT_ONCE);
    doneAt = time;
    const { waiting } = purged;
    if (leads > 0)
      log.warn({ leads, days }, "leads older than RETENTION_DAYS were deleted");
    if (waiting > 0) log.warn({ leads: waiting, days }, MORE_ARE_OLD);
    const copies = removeOldCopies(dataDir, time);
    if (copies.length > 0)
      log.warn({ copies }, "old copies of the store were deleted");
  };
}
