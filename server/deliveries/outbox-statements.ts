/** Claims deliveries and records their results. A transaction skips rows that another one has claimed. */
import { randomUUID } from "node:crypto";
import { OF_CHANNEL, REMINDS_OF_CALL, WITHHELD } from "./conditions.ts";
import { CHANNELS, TO_VISITOR, VISITOR, type ChannelName, type Outgoing } from "../../contract/delivery.ts";
import { mailboxOf } from "../../contract/mailbox.ts";
import { isWithinBudget } from "./mailbox-budget.ts";
import { toClaimed } from "./outbox-rows.ts";
import type { Claimed, Unavailable } from "../store/store.ts";
import { text, CONTEXT_COLUMNS, LEAD_ROW, type Query } from "../store/query.ts";
import { among, joined, locked, sql } from "../store/sql.ts";
import { changes, type Database } from "../store/database.ts";

const UNREAD_AGAIN_MS = 10 * 60_000;

/** Retries and leases lie at most 3 days ahead: a wrong clock wrote a later due time, unless it is a reminder. Milliseconds. */
const FURTHEST_MS = 4 * 24 * 60 * 60_000;

interface Claim {
  channel: ChannelName;
  limit: number;
  now: string;
  /** From then on other processes may claim a delivery without a recorded result. */
  leaseUntil: string;
  /** Mails to a mailbox after this time count toward its budget. */
  countedAfter: string;
}

export function claimDeliveries(db: Database, input: Claim) {
  return db.write(async (query) => {
    const { channel, limit, now, leaseUntil } = input;
    const leaseId = randomUUID();
    const found = await query`SELECT ${LEAD_ROW}, ${CONTEXT_COLUMNS},
      delivery.id AS delivery_id, delivery.kind, delivery.target, delivery.event,
      delivery.attempts + 1 AS attempts, delivery.due_at AS due_since
    FROM deliveries AS delivery
    JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
    JOIN lead_contexts AS context ON context.lead_id = lead.id
    WHERE delivery.state = 'due' AND delivery.${OF_CHANNEL[channel]} AND delivery.next_at <= ${now}
    ORDER BY delivery.next_at LIMIT ${limit} ${locked("UPDATE OF delivery SKIP LOCKED")}`;
    const claimed: Claimed[] = [];
    const ended = { withheld: [] as string[], cancelled: [] as string[] };
    // Always in the same order, so that two processes that claim the same addresses cannot deadlock.
    const byAddress = found
      .flatMap((row) => toClaimed(row, leaseId) ?? [])
      .toSorted((a, b) => (mailboxOf(a.lead.email) < mailboxOf(b.lead.email) ? -1 : 1));
    for (const delivery of byAddress) {
      const end = await needless(query, delivery, input);
      if (end) ended[end].push(delivery.id);
      else claimed.push(delivery);
    }
    const known = new Set(byAddress.map(({ id }) => id));
    const unread = found.map((row) => text(row, "delivery_id")).filter((id) => !known.has(id));
    const again = new Date(Date.parse(now) + UNREAD_AGAIN_MS).toISOString();
    if (unread.length > 0)
      await query`UPDATE deliveries SET next_at = ${again}, lease_id = NULL,
        last_error = 'This version of the program cannot read it.'
      WHERE id ${among(unread)}`;
    if (claimed.length > 0)
      await query`UPDATE deliveries SET lease_id = ${leaseId}, next_at = ${leaseUntil}, attempts = attempts + 1
      WHERE id ${among(claimed.map(({ id }) => id))}`;
    if (ended.cancelled.length > 0)
      await query`UPDATE deliveries SET state = 'cancelled' WHERE id ${among(ended.cancelled)}`;
    if (ended.withheld.length > 0)
      await query`UPDATE deliveries SET state = 'dead', last_error = ${WITHHELD} WHERE id ${among(ended.withheld)}`;
    return {
      kind: "claimed" as const,
      deliveries: claimed,
      /** They need no sending, such as a reminder that a later due one replaces, or their mailbox had its mails of the day. */
      ended: found.length - claimed.length,
      /** Only another version can send them: they stay as they are and are checked again later. */
      unread,
    };
  });
}

async function needless(
  query: Query,
  { id, kind, lead, test, dueSince, event }: Claimed,
  { now, countedAfter }: Claim,
): Promise<"withheld" | "cancelled" | undefined> {
  if (await isOutdated(query, { kind, event }, now)) return "cancelled";
  if (kind === "call-reminder" && (await hasLaterReminder(query, { lead, dueSince }, now)))
    return "cancelled";
  const isOurs = test || (event !== undefined && event.by !== VISITOR);
  if (isOurs || !TO_VISITOR.includes(kind)) return undefined;
  const budget = { now, countedAfter, mailbox: mailboxOf(lead.email) };
  return (await isWithinBudget(query, { id, kind }, budget)) ? undefined : "withheld";
}

/** One that was cancelled, such as a reminder of the call's former time, replaces none. */
async function hasLaterReminder(
  query: Query,
  { lead, dueSince }: Pick<Claimed, "lead" | "dueSince">,
  now: string,
): Promise<boolean> {
  const later = await query`SELECT 1 FROM deliveries WHERE lead_id = ${lead.id} AND kind = 'call-reminder'
    AND due_at > ${dueSince} AND due_at <= ${now} AND state <> 'cancelled'`;
  return later.length > 0;
}

/** The row after an attempt: due again at `at`, or ended then. Reasons contain no visitor data. */
interface Recorded {
  deliveryId: string;
  leaseId: string;
  /** `returned`: the attempt does not count. */
  state: "sent" | "due" | "dead" | "returned";
  at: string;
  /** Why it was not sent. */
  reason?: string | undefined;
  /** Everything that waits for the same target ends, too, and nothing is sent to it from now on. */
  isGone?: boolean;
}

/** `lost`: another process has claimed it, so nothing was recorded. `deleted`: with its lead. */
export function recordDelivery(
  db: Database,
  { deliveryId, leaseId, state, at, reason, isGone = false }: Recorded,
): Promise<{ kind: "recorded" | "lost" | "deleted" } | Unavailable> {
  return db.write(async (query) => {
    // A mail that was sent stays sent, even if it was cancelled meanwhile.
    const became =
      state === "sent"
        ? sql`state = 'sent', sent_at = ${at}`
        : sql`state = CASE WHEN state = 'due' THEN ${state} ELSE state END`;
    const result =
      state === "returned" ? sql`attempts = attempts - 1` : sql`last_error = ${reason}, ${became}`;
    const [leased] = await query`UPDATE deliveries SET lease_id = NULL, next_at = ${at}, ${result}
    WHERE id = ${deliveryId} AND lease_id = ${leaseId} RETURNING target`;
    if (!leased) {
      const known = await query`SELECT 1 FROM deliveries WHERE id = ${deliveryId}`;
      return { kind: known.length > 0 ? "lost" : "deleted" };
    }
    const target = text(leased, "target");
    if (isGone) {
      await query`INSERT INTO disabled_targets VALUES (${target}, ${reason}, ${at}) ON CONFLICT DO NOTHING`;
      await query`UPDATE deliveries SET state = 'dead', last_error = ${reason}
      WHERE state = 'due' AND ${OF_CHANNEL.webhook} AND target = ${target} AND lease_id IS NULL`;
    }
    return { kind: "recorded" };
  });
}

/** Makes deliveries due that were planned, claimed or failed with a clock ahead */
export function mendTimes(db: Database, { now }: { now: string }) {
  return changes(db, async (query) => {
    const furthest = new Date(Date.parse(now) + FURTHEST_MS).toISOString();
    const wrong = (channel: ChannelName) => sql`SELECT id FROM deliveries
    WHERE state = 'due' AND ${OF_CHANNEL[channel]} AND next_at > ${furthest}
      AND (due_at <= ${now} OR NOT ${REMINDS_OF_CALL})`;
    const mended = await query`UPDATE deliveries SET next_at = ${now}
    WHERE id IN (${joined(CHANNELS.map(wrong), " UNION ALL ")}) RETURNING id`;
    return mended.length;
  });
}

/** Whether to skip a delivery about a call: a newer version replaces it, and reminders end at its start. */
async function isOutdated(
  query: Query,
  { kind, event }: Pick<Outgoing, "kind" | "event">,
  now: string,
): Promise<boolean> {
  const reminds = kind === "call-reminder" || event?.type === "booking.reminder";
  if (!event?.booking || (kind === "webhook" && !reminds)) return false;
  const { id, sequence } = event.booking;
  const [call] = await query`SELECT starts_at FROM bookings WHERE id = ${id} AND sequence = ${sequence}`;
  return !call || (reminds && text(call, "starts_at") <= now);
}
