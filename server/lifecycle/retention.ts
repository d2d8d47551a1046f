/** Deletes leads older than RETENTION_DAYS once a day; an unusual purge waits for a person. */
import { removeLeads } from "../leads/remove-leads.ts";
import type { WorkerLog } from "../outbox/channel.ts";
import type { Store } from "../storage/operations.ts";

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
