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
import { REMOVED_AT_ONCE } from "../storage/admin-changes.ts";

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
  const retain = createRetention({ ...parts, days: env.retentionDays, dataDir: env.dataDir, mailFolder });
  const { timeZone, calendarUrls: urls } = env.outbox;
  const mailSuspected = createSuspectedDigest({ ...parts, send: channels.sendSuspected, timeZone });
  const mailCalendars = createCalendarNotice({
    ...parts,
    send: channels.sendCalendars,
    sendSkipped: channels.sendSkippedEvents,
    urls,
  });
  const everyMinute = async () => {
    await Promise.all([
      outbox.mendTimes(),
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

const DAY_MS = 24 * 60 * 60 * 1000;

interface RetentionParts {
  days: number | undefined;
  dataDir: string;
  store: Pick<Store, "run">;
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
      const purged = await store.run("purge", { before, now: new Date(time).toISOString() });
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
