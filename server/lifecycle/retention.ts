/** Deletes leads that are older than RETENTION_DAYS, once a day, and says how many they were. */
import { removeLeads } from "../admin/remove-leads.ts";
import type { WorkerLog } from "../outbox/worker-log.ts";
import type { Store } from "../storage/operations.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface RetentionParts {
  /** Undefined: leads are kept until somebody deletes them. */
  days: number | undefined;
  store: Pick<Store, "admin">;
  mailFolder: string;
  /** Milliseconds since 1970. */
  now: () => number;
  log: WorkerLog;
}

/** @returns what to do every minute; it works once a day, and when the store failed a minute later again. */
export function createRetention({ days, store, mailFolder, now, log }: RetentionParts): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    if (days === undefined || now() < nextAt) return;
    const before = new Date(now() - days * DAY_MS).toISOString();
    const removed = await removeLeads(store, mailFolder, { before });
    if (removed.kind !== "ok") return;
    nextAt = now() + DAY_MS;
    const { leads } = removed.value;
    if (leads > 0) log.warn({ leads, days }, "leads older than RETENTION_DAYS were deleted");
  };
}
