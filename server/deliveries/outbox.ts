/**
 * A process leases a delivery and records the
 * result. If the process dies, another takes over.
 */

import { randomUUID } from "node:crypto";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  isoTime,
} from "../../contract/durations.ts";
import { mailboxOf } from "../../contract/lead/mailbox.ts";
import {
  CHANNELS,
  TO_AGENCY,
  TO_VISITOR,
  VISITOR,
  type ChannelName,
  type DELIVERY_STATES,
  type DeliveryReason,
} from "../../contract/mail/delivery.ts";
import type { Database } from "../store/database.ts";
import {
  CONTEXT_COLUMNS,
  LEAD_ROW,
  text,
  type Query,
  columnOf,
} from "../store/query.ts";
import { among, joined, lockRows, sql, type Sql } from "../store/sql.ts";
import { because, OF_CHANNEL, REMINDS_OF_CALL } from "./conditions.ts";
import { takeFromBudget } from "./mailbox-budget.ts";
import { toClaimed, type Claimed } from "./outbox-rows.ts";
import { eventOfCall, upcomingOf } from "./upcoming-call.ts";

/**
 * A worker renews its leases each minute. After
 * this time, a process that died holds nothing.
 */
export const LEASE_MS = 3 * MINUTE_MS;
/**
 * After this time, a delivery that this version cannot read is claimed again.
 */
const UNREAD_AGAIN_MS = 10 * MINUTE_MS;
/**
 * Only a call's reminder may be due later than
 * this. A wrong clock set any other later time.
 */
const FURTHEST_MS = 4 * DAY_MS;

export type Outbox = ReturnType<typeof createOutbox>;

/** @param random returns a number from 0 to 1 */
export function createOutbox(
  store: Database,
  now: () => number,
  random: () => number,
) {
  const renew = (which: Sql) =>
    store.write(
      (query) =>
        query`UPDATE deliveries SET next_at = ${isoTime(now() + LEASE_MS)}
          WHERE ${which}`,
    );
  return {
    claim: (channel: ChannelName, limit: number) =>
      store.write((query) => claimDue(query, channel, limit, now())),

    /** Renews the leases of deliveries that are still being sent. */
    keep: (sending: readonly Claimed[]) =>
      renew(sql`id ${among(sending.map(({ id }) => id))}
        AND lease_id ${among(sending.map(({ leaseId }) => leaseId))}`),

    /** After an outage, a process may still record what it sent meanwhile. */
    renewEnded: (channel: ChannelName) =>
      renew(sql`state = 'due' AND ${OF_CHANNEL[channel]}
        AND lease_id IS NOT NULL AND next_at <= ${isoTime(now())}`),

    recordResult(claimed: Claimed, result: SendResult) {
      const at = now();
      const recorded = recordedAs(claimed, result, at, random);
      return store.write((query) =>
        record(query, claimed, { ...recorded, at }),
      );
    },

    /**
     * A wrong clock may have set a time far in
     * the future. Makes such deliveries due now.
     */
    mendTimes: () =>
      store.write(async (query) => {
        const at = now();
        const idsTooFarOff = (
          channel: ChannelName,
        ) => sql`SELECT id FROM deliveries
          WHERE state = 'due' AND ${OF_CHANNEL[channel]}
            AND next_at > ${isoTime(at + FURTHEST_MS)}
            AND (due_at <= ${isoTime(at)} OR NOT ${REMINDS_OF_CALL})`;
        await query`UPDATE deliveries SET next_at = ${isoTime(at)}
          WHERE id IN (${joined(CHANNELS.map(idsTooFarOff), " UNION ALL ")})`;
      }),
  };
}

async function claimDue(
  query: Query,
  channel: ChannelName,
  limit: number,
  at: number,
) {
  const leaseId = randomUUID();
  const now = isoTime(at);
  const rows = await query`SELECT ${LEAD_ROW}, ${CONTEXT_COLUMNS},
      delivery.id AS delivery_id, delivery.kind, delivery.target,
      delivery.event,
      delivery.why, delivery.attempts + 1 AS attempts,
      delivery.due_at AS due_since
    FROM deliveries AS delivery
    JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
    JOIN lead_contexts AS context ON context.lead_id = lead.id
    WHERE delivery.state = 'due' AND delivery.${OF_CHANNEL[channel]}
      AND delivery.next_at <= ${now}
    ORDER BY delivery.next_at, delivery.id
    LIMIT ${limit} ${lockRows("UPDATE OF delivery SKIP LOCKED")}`;
  const readable = rows.flatMap((row) => toClaimed(row, leaseId) ?? []);
  const deliveries: Claimed[] = [];
  // All processes lock mailboxes in the same
  // order, so that no two processes deadlock.
  for (const delivery of readable.toSorted(byMailbox)) {
    const { id } = delivery;
    if (await isNeedless(query, delivery, now))
      await query`UPDATE deliveries SET state = 'cancelled' WHERE id = ${id}`;
    else if (!(await mayBeMailed(query, delivery, at)))
      await query`UPDATE deliveries SET state = 'dead', ${because("withheld")}
        WHERE id = ${id}`;
    else {
      const event = await eventToTell(query, delivery, now);
      deliveries.push({ ...delivery, event });
    }
  }
  const unread = columnOf(rows, "delivery_id").filter(
    (id) => !readable.some((delivery) => delivery.id === id),
  );
  if (unread.length > 0)
    await query`UPDATE deliveries
      SET next_at = ${isoTime(at + UNREAD_AGAIN_MS)}, lease_id = NULL,
        last_error = 'This version of the program cannot read it.'
      WHERE id ${among(unread)}`;
  if (deliveries.length > 0)
    await query`UPDATE deliveries
      SET lease_id = ${leaseId}, next_at = ${isoTime(at + LEASE_MS)},
        attempts = attempts + 1
      WHERE id ${among(deliveries.map(({ id }) => id))}`;
  return { deliveries, unread, notSent: rows.length - deliveries.length };
}

const byMailbox = (a: Claimed, b: Claimed) =>
  mailboxOf(a.lead.email) < mailboxOf(b.lead.email) ? -1 : 1;

/** A confirmation also tells of a call that was booked meanwhile. */
async function eventToTell(
  query: Query,
  { kind, lead, event }: Claimed,
  now: string,
) {
  const call =
    kind === "confirmation" ? await upcomingOf(query, lead, now) : undefined;
  return call ? eventOfCall(call, now) : event;
}

/**
 * Whether the call changed after the delivery
 * was planned, or a reminder is too late.
 */
async function isNeedless(
  query: Query,
  delivery: Claimed,
  now: string,
): Promise<boolean> {
  const { lead, kind, event, dueSince } = delivery;
  const reminds =
    kind === "call-reminder" || event?.type === "booking.reminder";
  if (!event?.booking || (kind === "webhook" && !reminds)) return false;
  const { id, sequence } = event.booking;
  const [unchanged] = await query`SELECT starts_at FROM bookings
    WHERE id = ${id} AND sequence = ${sequence}`;
  if (!unchanged || (reminds && text(unchanged, "starts_at") <= now))
    return true;
  if (kind !== "call-reminder") return false;
  const laterReminder = await query`SELECT 1 FROM deliveries
    WHERE lead_id = ${lead.id} AND kind = 'call-reminder'
      AND state <> 'cancelled'
      AND due_at <= ${now} AND due_at > ${dueSince}`;
  return laterReminder.length > 0;
}

/**
 * Counts mails to a visitor against the mailbox's
 * budget, except mails that the agency caused.
 */
async function mayBeMailed(
  query: Query,
  delivery: Claimed,
  at: number,
): Promise<boolean> {
  const { id, kind, lead } = delivery;
  const { test, event } = delivery;
  const isByAgency = test || (event !== undefined && event.by !== VISITOR);
  if (isByAgency || !TO_VISITOR.includes(kind)) return true;
  return takeFromBudget(
    query,
    { id, kind, mailbox: mailboxOf(lead.email) },
    at,
  );
}

/**
 * RFC 5321, 4.5.4.1: a client waits at least 30 minutes before it tries again.
 */
const UNCONFIRMED_PAUSE_MS = 30 * MINUTE_MS;

interface Recorded {
  state: (typeof DELIVERY_STATES)[number];
  why?: DeliveryReason | undefined;
  /** Why the attempt failed. */
  reason?: string | undefined;
  /** When the delivery is tried again. */
  next?: number | undefined;
  /** Whether the other deliveries to the same receiver wait as long. */
  holdsTarget?: boolean;
}

/** Says what an attempt makes of a delivery. */
function recordedAs(
  claimed: Claimed,
  result: SendResult,
  at: number,
  random: () => number,
): Recorded {
  const { reason } = result;
  if (result.kind === "sent") return { state: "sent" };
  if (result.kind === "written") return { state: "dead", why: "written" };
  const wasSent = claimed.why === "unconfirmed";
  if (result.kind === "unconfirmed" && !wasSent)
    return {
      state: "due",
      why: "unconfirmed",
      reason,
      next: at + UNCONFIRMED_PAUSE_MS,
    };
  // Refused mail to the agency may arrive later:
  // somebody may mend a mailbox or NOTIFY_EMAIL.
  const isRetried =
    result.kind === "retry" ||
    (result.kind === "refused" && TO_AGENCY.includes(claimed.kind) && !wasSent);
  const pauseMs = result.kind === "retry" ? result.pauseMs : undefined;
  const next = isRetried
    ? nextAttempt(claimed, at, random, pauseMs)
    : undefined;
  const state = next === undefined ? "dead" : "due";
  if (!wasSent)
    return { state, reason, next, holdsTarget: pauseMs !== undefined };
  // What may have arrived is never given up.
  const became = next === undefined ? "sent" : "due";
  return { state: became, why: "unconfirmed", reason, next };
}

async function record(
  query: Query,
  { id, leaseId, target }: Claimed,
  recorded: Recorded & { at: number },
) {
  const { state, why, reason } = recorded;
  const { next, holdsTarget, at } = recorded;
  // A delivery that was sent stays sent, even if it was cancelled meanwhile.
  const became =
    state === "sent"
      ? sql`state = 'sent', sent_at = ${isoTime(at)}`
      : sql`state = CASE WHEN state = 'due' THEN ${state} ELSE state END`;
  const [leased] = await query`UPDATE deliveries
    SET lease_id = NULL, next_at = ${isoTime(next ?? at)}, why = ${why},
      last_error = ${reason}, ${became}
    WHERE id = ${id} AND lease_id = ${leaseId} RETURNING id`;
  if (holdsTarget && next !== undefined)
    await query`UPDATE deliveries SET next_at = ${isoTime(next)}
      WHERE state = 'due' AND ${OF_CHANNEL.webhook} AND target = ${target}
        AND lease_id IS NULL AND next_at < ${isoTime(next)}`;
  if (leased) return "recorded";
  const stored = await query`SELECT 1 FROM deliveries WHERE id = ${id}`;
  return stored.length > 0 ? "lost" : "deleted";
}

const FIRST_BACKOFF_MS = 30 * SECOND_MS;
export const MAX_BACKOFF_MS = 6 * HOUR_MS;
/**
 * A delivery is given up after this time and
 * MIN_TRIES attempts: the site may be off for days.
 */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
const MIN_TRIES = 10;

type Tries = Pick<Claimed, "attempts" | "dueSince">;

/**
 * Full jitter spreads the retries. Source: Marc
 * Brooker, "Exponential Backoff And Jitter"
 * @param random returns a number from 0 to 1
 * @param pauseMs how long the receiver asked
 * to wait; no wait is longer than our longest
 * @returns undefined when there is no next try
 */
export function nextAttempt(
  tries: Tries,
  now: number,
  random: () => number,
  pauseMs = 0,
) {
  const { attempts, dueSince } = tries;
  const giveUpAt = Date.parse(dueSince) + GIVE_UP_AFTER_MS;
  if (now >= giveUpAt && attempts >= MIN_TRIES) return undefined;
  const ceiling = Math.min(
    MAX_BACKOFF_MS,
    FIRST_BACKOFF_MS * 2 ** (attempts - 1),
  );
  const next = Math.ceil(now + random() * ceiling);
  const earliest = now + Math.min(pauseMs, MAX_BACKOFF_MS);
  return Math.max(earliest, now < giveUpAt ? Math.min(giveUpAt, next) : next);
}

/**
 * Reasons are for the operator: they name
 * the fault and contain no visitor data.
 */
export type SendResult =
  /** `reason`: some recipients of a mail to the team did not get the mail. */
  | { kind: "sent"; reason?: string }
  /**
   * The mail was written to a file on this
   * machine, since no mail server is set.
   */
  | { kind: "written"; reason?: never }
  /** `pauseMs`: how long the receiver asks to wait. */
  | { kind: "retry"; reason: string; pauseMs?: number | undefined }
  /** The whole mail was sent, and the mail server's answer is missing. */
  | { kind: "unconfirmed"; reason: string }
  /**
   * No further try can help. The outbox
   * nevertheless retries mail to the agency.
   */
  | { kind: "refused"; reason: string };

export const retry = (reason: string, pauseMs?: number): SendResult => ({
  kind: "retry",
  reason,
  pauseMs,
});
export const refused = (reason: string): SendResult => ({
  kind: "refused",
  reason,
});

export interface WorkerLog {
  warn(about: object, sentence: string): void;
  error(about: object, sentence: string): void;
}
