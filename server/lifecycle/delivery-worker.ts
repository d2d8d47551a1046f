/** The worker with all its parts, for the site process, `npm run worker` and the command line. */
import type { WorkerLog } from "../outbox/channel.ts";
import type { Env } from "../configuration/env.ts";
import type { SigningSecrets } from "../configuration/secrets.ts";
import type { Store } from "../storage/operations.ts";
import { channelSettings, type MailManifest } from "../outbox/channels/settings.ts";
import { openChannels } from "../outbox/channels/channels.ts";
import { removeMails, removeOldMails } from "../outbox/channels/mail/mail-folder.ts";
import { createFailureNotice, createCalendarNotice, createSuspectedDigest } from "./notices.ts";
import { createOutbox } from "../outbox/outbox.ts";
import { createWorker, type Worker } from "../outbox/worker.ts";
import { createRetention } from "./retention.ts";

export interface DeliveryWorkerParts {
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
