/** The worker with all its parts, for the site process, `npm run worker` and the command line. */
import { createOutbox, type WorkerLog } from "../outbox/outbox.ts";
import type { Env } from "../configuration/env.ts";
import type { SigningSecrets } from "../configuration/secrets.ts";
import { removeOldCopies } from "../storage/backups.ts";
import type { Store } from "../storage/operations.ts";
import { channelSettings, type MailManifest } from "../outbox/channels/settings.ts";
import { openChannels } from "../outbox/channels/channels.ts";
import { removeMails, removeOldMails } from "../outbox/channels/mail/mail-folder.ts";
import { createFailureNotice, createCalendarNotice, createSuspectedDigest } from "./notices.ts";
import { createWorker, type Worker } from "../outbox/worker.ts";
import { removeLeads } from "../leads/remove-leads.ts";

interface DeliveryWorkerParts {
  env: Pick<Env, "dataDir" | "outbox" | "port" | "retentionDays">;
  manifest: MailManifest;
  secrets: SigningSecrets;
  store: Pick<Store, "run">;
  log: WorkerLog;
}

/** A worker that has not started yet. Stopping it also closes its connections to mail servers and webhooks. */
export function createDeliveryWorker({ env, manifest, secrets, store, log }: DeliveryWorkerParts): Worker {
  const now = Date.now;
  const settings = channelSettings(env, manifest, secrets, now);
  const channels = openChannels(settings);
  const outbox = createOutbox({ store, now, random: Math.random });
  const noticeFailure = createFailureNotice({
    outbox,
    webhookUrls: env.outbox.webhookUrls,
    sendEvent: (id, url, event) => channels.webhook.sendEvent(id, url, event),
    now,
    log,
  });
  const { mailFolder } = settings;
  const parts = { store, now, log };
  const retain = createRetention({ ...parts, days: env.retentionDays, mailFolder });
  const { timeZone, calendarUrls: urls } = env.outbox;
  const mailSuspected = createSuspectedDigest({ ...parts, send: channels.sendSuspected, timeZone });
  const mailCalendars = createCalendarNotice({ ...parts, send: channels.sendCalendars, urls });
  let isBelieved = true;
  const everyMinute = async () => {
    // This runs first: RETENTION_DAYS needs correct times of leads.
    const clock = await outbox.mendTimes();
    if (clock.kind === "mended" && clock.isRight !== isBelieved) {
      isBelieved = clock.isRight;
      const about = isBelieved
        ? "is trusted again"
        : "jumped: no reminders are sent until it is back, or a day has passed";
      log.warn({ leads: clock.leads }, `the clock ${about}`);
    }
    await Promise.all([
      noticeFailure(),
      mailSuspected(),
      mailCalendars(),
      retain(),
      removeOldMails(mailFolder, now()),
    ]);
    const isRight = clock.kind === "mended" && clock.isRight;
    const copies = isRight ? removeOldCopies(env.dataDir, now()) : [];
    if (copies.length > 0) log.warn({ copies }, "old copies of the store were deleted");
  };
  const forget = (deliveryId: string) => removeMails(mailFolder, [deliveryId]);
  const worker = createWorker({ outbox, channel: channels, log, everyMinute, forget });
  return {
    ...worker,
    async stop(budget) {
      await worker.stop(budget);
      await channels.close();
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface RetentionParts {
  days: number | undefined;
  store: Pick<Store, "run">;
  mailFolder: string;
  now: () => number;
  log: WorkerLog;
}

/** @returns a function to call every minute; it works once a day, and while a purge waits or after a failure */
export function createRetention({ days, store, mailFolder, now, log }: RetentionParts): () => Promise<void> {
  /** The last run may be in the future if the clock was set back since: then it is due again. */
  const isOfToday = (at: number) => now() >= at && now() < at + DAY_MS;
  let doneAt = -Infinity;
  let notifiedAt = -Infinity;
  return async () => {
    if (isOfToday(doneAt)) return;
    const time = now();
    const before = days === undefined ? undefined : new Date(time - days * DAY_MS).toISOString();
    if (before !== undefined) {
      const plan = await store.run("planPurge", { before });
      if (plan.kind !== "ok") return;
      const { isAllowed, due, everything } = plan.value;
      if (!isAllowed) {
        const about = { leads: due, of: everything, days, before };
        if (!isOfToday(notifiedAt))
          log.warn(about, "RETENTION_DAYS waits for your confirmation: npm run leads -- purge");
        notifiedAt = time;
        return;
      }
      const removed = await removeLeads(store, mailFolder, { before });
      if (removed.kind !== "ok") return;
      const { leads } = removed.value;
      if (leads > 0) log.warn({ leads, days }, "leads older than RETENTION_DAYS were deleted");
    }
    const recorded = await store.run("recordPurge", { before });
    if (recorded.kind === "ok") doneAt = time;
  };
}
