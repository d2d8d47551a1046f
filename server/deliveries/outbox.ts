/** A process leases a delivery, sends it and records the result; if it dies, another sends it again. */
import { isMailToAgency, type ChannelName, type Outgoing } from "../../contract/delivery.ts";
import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from "../../contract/durations.ts";
import type { Claimed } from "../store/store.ts";
import type { Database } from "../store/database.ts";
import { WRITTEN } from "./conditions.ts";
import { noticeFailure } from "./notices.ts";
import { claimDeliveries, mendTimes, recordDelivery } from "./outbox-statements.ts";

/** Longer than any channel takes. A clock that is off by less than the rest does no harm. Milliseconds. */
export const LEASE_MS = 3 * MINUTE_MS;
/** After this time of failed mail a notice is due, at most one in the same time. */
const NOTICE_MS = HOUR_MS;

export type Outbox = ReturnType<typeof createOutbox>;

interface OutboxParts {
  store: Database;
  now: () => number;
  random: () => number;
}

export function createOutbox({ store, now, random }: OutboxParts) {
  const time = (ms: number) => new Date(ms).toISOString();

  return {
    claim(channel: ChannelName, limit: number) {
      const at = now();
      return claimDeliveries(store, {
        channel,
        limit,
        now: time(at),
        leaseUntil: time(at + LEASE_MS),
        countedAfter: time(at - DAY_MS),
      });
    },

    recordResult({ id, leaseId, kind, attempts, dueSince }: Claimed, result: SendResult) {
      const at = now();
      // A full mailbox gets emptied and a wrong NOTIFY_EMAIL corrected: one answer must not hide a lead.
      const isRetried = result.kind === "retry" || (result.kind === "refused" && isMailToAgency(kind));
      const failed = { ...result, attempts, dueSince: Date.parse(dueSince), now: at };
      const next = isRetried ? nextAttempt(failed, random) : undefined;
      const ended = result.kind === "sent" ? "sent" : "dead";
      return recordDelivery(store, {
        deliveryId: id,
        leaseId,
        state: next === undefined ? ended : "due",
        at: time(next ?? at),
        reason: result.kind === "written" ? WRITTEN : result.reason,
        isGone: result.kind === "gone",
      });
    },

    giveBack: ({ id: deliveryId, leaseId }: Claimed) =>
      recordDelivery(store, { deliveryId, leaseId, state: "returned", at: time(now()) }),

    mendTimes: () => mendTimes(store, { now: time(now()) }),

    /** Whether mail fails, for one caller among all processes, at most once an hour. */
    failingMail() {
      const at = now();
      return noticeFailure(store, {
        now: time(at),
        dueBefore: time(at - NOTICE_MS),
        notifiedBefore: time(at - NOTICE_MS),
      });
    },
  };
}

export const FIRST_BACKOFF_MS = 30 * SECOND_MS;
export const MAX_BACKOFF_MS = 6 * HOUR_MS;
export const MIN_BACKOFF_MS = SECOND_MS;
/** A delivery this old is given up after this many tries; the site may have been off all this time. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
const MIN_TRIES = 10;

interface FailedAttempt {
  attempts: number;
  /** When it became due. Milliseconds since 1970, like `now`. */
  dueSince: number;
  now: number;
  retryAfterMs?: number | undefined;
}

/**
 * The time of the next try in milliseconds since 1970, the last at the end of the three days; undefined when
 * there is none. Full jitter spreads the retries. Source: Marc Brooker, "Exponential Backoff And Jitter"
 * @param random from 0 to 1
 */
export function nextAttempt(failed: FailedAttempt, random: () => number): number | undefined {
  const { attempts, dueSince, now, retryAfterMs = 0 } = failed;
  const end = dueSince + GIVE_UP_AFTER_MS;
  if (now >= end && attempts >= MIN_TRIES) return undefined;
  const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1));
  const backoff = MIN_BACKOFF_MS + random() * (ceiling - MIN_BACKOFF_MS);
  const next = Math.ceil(now + Math.max(backoff, retryAfterMs));
  return now < end ? Math.min(end, next) : next;
}

/** The result of an attempt. Reasons are for the operator: they name the fault and contain no visitor data. */
export type SendResult =
  /** A mail to the team with a reason if some of them did not get it. */
  | { kind: "sent"; reason?: string }
  /** As a file on this machine, since no mail server is set. */
  | { kind: "written"; reason?: never }
  /** To be retried, by the outbox's schedule or not before `retryAfterMs`. */
  | { kind: "retry"; reason: string; retryAfterMs?: number }
  /** No further try can help. */
  | { kind: "refused"; reason: string }
  /** The receiver wants no more events (HTTP 410). */
  | { kind: "gone"; reason: string };

export interface Channel {
  /** Never throws because of a receiver or the network: that is a result. Limited in time. */
  send(outgoing: Outgoing): Promise<SendResult>;
  close(): Promise<void>;
}

export interface WorkerLog {
  warn(about: object, sentence: string): void;
  error(about: object, sentence: string): void;
}
