/** A process leases a delivery and records the result. If the process dies, another takes over. */
import { randomUUID } from "node:crypto";
import {
  CHANNELS,
  TO_AGENCY,
  TO_VISITOR,
  VISITOR,
} from "../../contract/mail/delivery.ts";
import type { ChannelName } from "../../contract/mail/delivery.ts";
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from "../../contract/durations.ts";
import { mailboxOf } from "../../contract/lead/mailbox.ts";
import type { Database } from "../store/database.ts";
import { CONTEXT_COLUMNS, LEAD_ROW, text, type Query } from "../store/query.ts";
import { among, joined, lockRows, sql } from "../store/sql.ts";
import { because, OF_CHANNEL, REMINDS_OF_CALL } from "./conditions.ts";
import { takeFromBudget } from "./mailbox-budget.ts";
import { toClaimed, type Claimed } from "./outbox-rows.ts";

/** Longer than any channel takes to send, with room for processes whose clocks differ. */
export const LEASE_MS = 3 * MINUTE_MS;
/** After this time, a delivery that this version cannot read is claimed again. */
const UNREAD_AGAIN_MS = 10 * MINUTE_MS;
/** Only a call's reminder may be due later than this. A wrong clock set any other later time. */
const FURTHEST_MS = 4 * DAY_MS;

export type Outbox = ReturnType<typeof createOutbox>;

const time = (ms: number) => new Date(ms).toISOString();

/** @param random returns a number from 0 to 1 */
export function createOutbox(
  store: Database,
  now: () => number,
  random: () => number,
) {
  return {
    claim: (channel: ChannelName, limit: number) =>
      store.write((query) => claimDue(query, channel, limit, now())),

    recordResult(claimed: Claimed, result: SendResult) {
      const at = now();
      // Refused mail to the agency may arrive later: somebody may mend a mailbox or NOTIFY_EMAIL.
      const isRetried =
        result.kind === "retry" ||
        (result.kind === "refused" && TO_AGENCY.includes(claimed.kind));
      const next = isRetried ? nextAttempt(claimed, at, random) : undefined;
      return store.write((query) => record(query, claimed, result, at, next));
    },

    /** A wrong clock may have set a time far in the future. Makes such deliveries due now. */
    mendTimes: () =>
      store.write(async (query) => {
        const at = now();
        const idsTooFarOff = (
          channel: ChannelName,
        ) => sql`SELECT id FROM deliveries
          WHERE state = 'due' AND ${OF_CHANNEL[channel]} AND next_at > ${time(at + FURTHEST_MS)}
            AND (due_at <= ${time(at)} OR NOT ${REMINDS_OF_CALL})`;
        await query`UPDATE deliveries SET next_at = ${time(at)}
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
  const rows = await query`SELECT ${LEAD_ROW}, ${CONTEXT_COLUMNS},
      delivery.id AS delivery_id, delivery.kind, delivery.target, delivery.event,
      delivery.attempts + 1 AS attempts, delivery.due_at AS due_since
    FROM deliveries AS delivery
    JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
    JOIN lead_contexts AS context ON context.lead_id = lead.id
    WHERE delivery.state = 'due' AND delivery.${OF_CHANNEL[channel]} AND delivery.next_at <= ${time(at)}
    ORDER BY delivery.next_at LIMIT ${limit} ${lockRows("UPDATE OF delivery SKIP LOCKED")}`;
  // All processes lock mailboxes in the same order, so that no two processes deadlock.
  const due = rows
    .flatMap((row) => toClaimed(row, leaseId) ?? [])
    .toSorted((a, b) =>
      mailboxOf(a.lead.email) < mailboxOf(b.lead.email) ? -1 : 1,
    );
  const deliveries: Claimed[] = [];
  for (const delivery of due) {
    const { id } = delivery;
    if (await isNeedless(query, delivery, time(at)))
      await query`UPDATE deliveries SET state = 'cancelled' WHERE id = ${id}`;
    else if (!(await mayBeMailed(query, delivery, at)))
      await query`UPDATE deliveries SET state = 'dead', ${because("withheld")} WHERE id = ${id}`;
    else deliveries.push(delivery);
  }
  const readable = new Set(due.map(({ id }) => id));
  const unread = rows
    .map((row) => text(row, "delivery_id"))
    .filter((id) => !readable.has(id));
  if (unread.length > 0)
    await query`UPDATE deliveries SET next_at = ${time(at + UNREAD_AGAIN_MS)}, lease_id = NULL,
        last_error = 'This version of the program cannot read it.'
      WHERE id ${among(unread)}`;
  if (deliveries.length > 0)
    await query`UPDATE deliveries
      SET lease_id = ${leaseId}, next_at = ${time(at + LEASE_MS)}, attempts = attempts + 1
      WHERE id ${among(deliveries.map(({ id }) => id))}`;
  return { deliveries, unread, notSent: rows.length - deliveries.length };
}

/** Whether the call changed after the delivery was planned, or a reminder is too late. */
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
  const [unchanged] =
    await query`SELECT starts_at FROM bookings WHERE id = ${id} AND sequence = ${sequence}`;
  if (!unchanged || (reminds && text(unchanged, "starts_at") <= now))
    return true;
  if (kind !== "call-reminder") return false;
  const laterReminder = await query`SELECT 1 FROM deliveries
    WHERE lead_id = ${lead.id} AND kind = 'call-reminder' AND state <> 'cancelled'
      AND due_at <= ${now} AND due_at > ${dueSince}`;
  return laterReminder.length > 0;
}

/** Counts mails to a visitor against the mailbox's budget, except mails that the agency caused. */
async function mayBeMailed(
  query: Query,
  delivery: Claimed,
  at: number,
): Promise<boolean> {
  const { id, kind, lead, test, event } = delivery;
  const isByAgency = test || (event !== undefined && event.by !== VISITOR);
  if (isByAgency || !TO_VISITOR.includes(kind)) return true;
  return takeFromBudget(
    query,
    { id, kind, mailbox: mailboxOf(lead.email) },
    at,
  );
}

/** @param next when the delivery is tried again; undefined if it is not tried again */
async function record(
  query: Query,
  claimed: Claimed,
  result: SendResult,
  at: number,
  next?: number,
) {
  const { id, leaseId } = claimed;
  const why = result.kind === "written" ? result.kind : undefined;
  // A delivery that was sent stays sent, even if it was cancelled meanwhile.
  const state =
    result.kind === "sent"
      ? sql`state = 'sent', sent_at = ${time(at)}`
      : sql`state = CASE WHEN state = 'due' THEN ${next === undefined ? "dead" : "due"} ELSE state END`;
  const [leased] = await query`UPDATE deliveries
    SET lease_id = NULL, next_at = ${time(next ?? at)}, why = ${why},
      last_error = ${result.reason}, ${state}
    WHERE id = ${id} AND lease_id = ${leaseId} RETURNING id`;
  if (leased) return "recorded";
  const stored = await query`SELECT 1 FROM deliveries WHERE id = ${id}`;
  return stored.length > 0 ? "lost" : "deleted";
}

export const FIRST_BACKOFF_MS = 30 * SECOND_MS;
export const MAX_BACKOFF_MS = 6 * HOUR_MS;
export const MIN_BACKOFF_MS = SECOND_MS;
/** A delivery is given up after this time and MIN_TRIES attempts: the site may be off for days. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;
const MIN_TRIES = 10;

type Tries = Pick<Claimed, "attempts" | "dueSince">;

/**
 * Full jitter spreads the retries. Source: Marc Brooker, "Exponential Backoff And Jitter"
 * @param random returns a number from 0 to 1 @returns undefined when there is no next try
 */
export function nextAttempt(tries: Tries, now: number, random: () => number) {
  const { attempts, dueSince } = tries;
  const giveUpAt = Date.parse(dueSince) + GIVE_UP_AFTER_MS;
  if (now >= giveUpAt && attempts >= MIN_TRIES) return undefined;
  const ceiling = Math.min(
    MAX_BACKOFF_MS,
    FIRST_BACKOFF_MS * 2 ** (attempts - 1),
  );
  const backoff = MIN_BACKOFF_MS + random() * (ceiling - MIN_BACKOFF_MS);
  const next = Math.ceil(now + backoff);
  return now < giveUpAt ? Math.min(giveUpAt, next) : next;
}

/** Reasons are for the operator: they name the fault and contain no visitor data. */
export type SendResult =
  /** `reason`: some recipients of a mail to the team did not get the mail. */
  | { kind: "sent"; reason?: string }
  /** The mail was written to a file on this machine, since no mail server is set. */
  | { kind: "written"; reason?: never }
  | { kind: "retry"; reason: string }
  /** No further try can help. The outbox nevertheless retries mail to the agency. */
  | { kind: "refused"; reason: string };

export const retry = (reason: string): SendResult => ({
  kind: "retry",
  reason,
});
export const refused = (reason: string): SendResult => ({
  kind: "refused",
  reason,
});

export interface WorkerLog {
  warn(about: object, sentence: string): void;
  error(about: object, sentence: string): void;
}
