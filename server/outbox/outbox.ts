/**
 * The planned deliveries and their results. A process leases a delivery, sends it and records the result; when that process
 * dies, the lease runs out and another one sends the delivery again, under the same id.
 */
import type { Unavailable } from "../storage/availability.ts";
import { isMailToAgency } from "../../contract/delivery.ts";
import { randomUUID } from "node:crypto";
import type { ChannelName, Claimed, ClaimResult, Outcome } from "../storage/outbox-store.ts";
import type { RecordAnswer } from "../storage/outbox-store.ts";
import type { Store } from "../storage/operations.ts";
import { isTime } from "../storage/query.ts";
import type { SendResult } from "./channel.ts";
import { nextAttempt } from "./retry-schedule.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Longer than any channel takes. A clock that is wrong by less than the rest does no harm. Milliseconds. */
export const LEASE_MS = 3 * MINUTE_MS;
const CONFIRMATION_INTERVAL_MS = 24 * HOUR_MS;
/** Mail that fails for this long is worth a notice, and one notice is enough for as long. */
const NOTICE_MS = HOUR_MS;

export type Outbox = ReturnType<typeof createOutbox>;

interface OutboxParts {
  store: Pick<Store, "run">;
  now: () => number;
  random: () => number;
}

export function createOutbox({ store, now, random }: OutboxParts) {
  const time = (ms: number) => new Date(ms).toISOString();

  const dead = (reason: string, at: number): Outcome => ({ kind: "dead", at: time(at), reason });

  function recorded({ id, leaseId }: Claimed, outcome: Outcome): Promise<RecordAnswer> {
    return store.run("recordResult", { deliveryId: id, leaseId, outcome });
  }

  function afterFailure(
    { attempts, dueSince }: Claimed,
    { reason, retryAfterMs }: { reason: string; retryAfterMs?: number },
  ): Outcome {
    const at = now();
    const next = nextAttempt({ attempts, dueSince: Date.parse(dueSince), now: at, retryAfterMs }, random);
    return next === undefined ? dead(reason, at) : { kind: "again", at: time(next), reason };
  }

  return {
    claim(channel: ChannelName, limit: number): Promise<ClaimResult> {
      const at = now();
      return store.run("claim", {
        channel,
        limit,
        leaseId: randomUUID(),
        now: time(at),
        leaseUntil: time(at + LEASE_MS),
        confirmedAfter: time(at - CONFIRMATION_INTERVAL_MS),
      });
    },

    recordResult(claimed: Claimed, result: SendResult): Promise<RecordAnswer> {
      switch (result.kind) {
        case "sent":
        case "written":
          return recorded(claimed, { at: time(now()), ...result });
        case "retry":
          return recorded(claimed, afterFailure(claimed, result));
        case "refused":
          // A full mailbox is emptied and a wrong NOTIFY_EMAIL is mended: nobody may miss a lead because of one answer.
          return recorded(
            claimed,
            isMailToAgency(claimed.kind) ? afterFailure(claimed, result) : dead(result.reason, now()),
          );
        case "gone":
          return recorded(claimed, { kind: "gone", at: time(now()), reason: result.reason });
      }
    },

    giveBack: (claimed: Claimed) => recorded(claimed, { kind: "returned", at: time(now()) }),

    /** Milliseconds until there is something to claim; undefined while nothing is planned. */
    async untilDue(channel: ChannelName): Promise<{ kind: "wait"; ms: number | undefined } | Unavailable> {
      const next = await store.run("nextDue", channel);
      if (next.kind === "unavailable") return next;
      const ms = isTime(next.at) ? Math.max(0, Date.parse(next.at) - now()) : undefined;
      return { kind: "wait", ms };
    },

    mendTimes: () => store.run("mendTimes", { now: time(now()) }),

    /** Mail that fails, for one caller among all processes, at most once an hour. */
    failingMail() {
      const at = now();
      return store.run("noticeFailure", {
        now: time(at),
        dueBefore: time(at - NOTICE_MS),
        notifiedBefore: time(at - NOTICE_MS),
      });
    },
  };
}
