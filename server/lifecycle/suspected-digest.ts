/** Mails the team once a day how many leads are suspected of being spam, so that none waits unseen. */
import { randomUUID } from "node:crypto";
import { latestDays } from "../leads/days.ts";
import type { SendResult } from "../outbox/channel.ts";
import type { WorkerLog } from "../outbox/channel.ts";
import type { Store } from "../storage/operations.ts";

const HOUR_MS = 60 * 60_000;
/** The hour of the digest in TIME_ZONE. A later lead is reported at once, or the next morning. */
const MORNING_MS = 8 * HOUR_MS;
/** Longer than a mail takes; a failed or interrupted one is retried after it. */
const LEASE_MS = HOUR_MS / 4;
/** Clocks of two processes differ by less. */
const FUTURE_MS = 24 * HOUR_MS;

interface SuspectedDigestParts {
  store: Pick<Store, "run">;
  /** @param id the same in every attempt of a day */
  send: (id: string, suspected: number) => Promise<SendResult>;
  timeZone: string;
  now: () => number;
  log: Pick<WorkerLog, "error">;
}

/** @returns a function to call every minute, in each of several processes */
export function createSuspectedDigest({ store, send, timeZone, now, log }: SuspectedDigestParts) {
  const time = (ms: number) => new Date(ms).toISOString();
  return async () => {
    const at = now();
    const mornings = latestDays(2, timeZone, at).starts.map((start) => Date.parse(start) + MORNING_MS);
    const morning = Math.max(...mornings.filter((start) => start <= at));
    const leaseId = randomUUID();
    const claim = await store.run("claimDigest", {
      now: time(at),
      sentAfter: time(morning),
      future: time(at + FUTURE_MS),
      leaseId,
      leaseUntil: time(at + LEASE_MS),
    });
    if (claim.kind !== "digest" || claim.suspected === 0) return;
    const result = await send(`suspected-${morning.toString(36)}`, claim.suspected);
    if (result.kind === "sent" || result.kind === "written")
      await store.run("recordDigest", { leaseId, at: time(now()) });
    if ("reason" in result) log.error({ reason: result.reason }, "the mail about suspected leads failed");
  };
}
