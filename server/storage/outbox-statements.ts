/** The statements on deliveries, for both stores. What one transaction has claimed, others pass over. */
import { CALL_REMINDERS } from "../../contract/delivery.ts";
import { isOutdated } from "./calendar.ts";
import { toClaimed } from "./outbox-rows.ts";
import {
  OF_CHANNEL,
  GIVEN_UP,
  REMINDER_KINDS,
  type ChannelName,
  type Claim,
  type Claimed,
} from "./outbox-store.ts";
import type {
  ClaimResult,
  FailingMail,
  FailureNotice,
  DeliveryResult,
  RecordAnswer,
} from "./outbox-store.ts";
import { mailboxOf } from "./mailbox.ts";
import { number, text } from "./records.ts";
import type { Query } from "./query.ts";
import { CONTEXT_COLUMNS, LEAD_COLUMNS } from "./shown.ts";

const due = (channel: ChannelName) => `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS},
    delivery.id AS delivery_id, delivery.kind, delivery.target, delivery.event,
    delivery.attempts + 1 AS attempts, delivery.due_at AS due_since
  FROM deliveries AS delivery
  JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
  JOIN lead_contexts AS context ON context.lead_id = delivery.lead_id
  WHERE delivery.state = 'due' AND delivery.${OF_CHANNEL[channel]} AND delivery.next_at <= $1
  ORDER BY delivery.next_at LIMIT $2 FOR UPDATE OF delivery SKIP LOCKED`;

const DUE: Record<ChannelName, string> = { mail: due("mail"), webhook: due("webhook") };

// Who comes second to an address waits for the first, and then sees what it wrote.
const CONFIRM_ADDRESS = `INSERT INTO confirmed_addresses AS confirmed (email, delivery_id, confirmed_at)
  VALUES ($1, $2, $3)
  ON CONFLICT (email) DO UPDATE SET delivery_id = $2, confirmed_at = $3
  WHERE confirmed.delivery_id = $2 OR confirmed.confirmed_at <= $4
  RETURNING email`;

const IS_OVERTAKEN = `SELECT 1 FROM deliveries
  WHERE lead_id = $1 AND due_at > $2 AND due_at <= $3 AND kind = ANY ($4)`;

const HOLD = `UPDATE deliveries SET lease_id = $1, next_at = $2, attempts = attempts + 1
  WHERE id = ANY ($3)`;

const END = "UPDATE deliveries SET state = $1, lease_id = NULL WHERE id = ANY ($2)";

/** Milliseconds. */
const UNREAD_AGAIN_MS = 10 * 60_000;

const SET_ASIDE = `UPDATE deliveries SET next_at = $1, lease_id = NULL,
    last_error = 'This version of the program cannot read it.'
  WHERE id = ANY ($2)`;

const EXISTS = "SELECT 1 FROM deliveries WHERE id = $1";

const HELD = "WHERE id = $1 AND lease_id = $2 RETURNING target";

// What was sent was sent, even if it was cancelled meanwhile.
const SENT = `UPDATE deliveries SET state = $4, sent_at = $3, lease_id = NULL, last_error = $5 ${HELD}`;

const AGAIN = `UPDATE deliveries SET next_at = $3, lease_id = NULL, last_error = $4 ${HELD}`;

const DEAD = `UPDATE deliveries SET state = CASE state WHEN 'due' THEN 'dead' ELSE state END,
  next_at = $3, lease_id = NULL, last_error = $4 ${HELD}`;

const RETURNED = `UPDATE deliveries SET next_at = $3, lease_id = NULL, attempts = attempts - 1 ${HELD}`;

const CONFIRMED_NOW = "UPDATE confirmed_addresses SET confirmed_at = $1 WHERE delivery_id = $2";

const DISABLE_TARGET = "INSERT INTO disabled_targets VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

const END_FOR_TARGET = `UPDATE deliveries SET state = 'dead', last_error = $1
  WHERE state = 'due' AND ${OF_CHANNEL.webhook} AND target = $2 AND lease_id IS NULL`;

// What is left of a lead that was deleted by hand cannot be claimed, and is removed at the next start.
const next = (channel: ChannelName) => `SELECT next_at AS at FROM deliveries AS delivery
  WHERE state = 'due' AND ${OF_CHANNEL[channel]}
    AND EXISTS (SELECT 1 FROM lead_submissions WHERE id = delivery.lead_id) ORDER BY next_at LIMIT 1`;

const NEXT_DUE: Record<ChannelName, string> = { mail: next("mail"), webhook: next("webhook") };

const FAILING_MAIL = `state = 'due' AND ${OF_CHANNEL.mail} AND last_error IS NOT NULL`;

const TAKE_NOTICE = `UPDATE mail_failure_notice SET told_at = $1 WHERE told_at <= $2
  AND (EXISTS (SELECT 1 FROM deliveries WHERE ${FAILING_MAIL} AND due_at <= $3)
    OR EXISTS (SELECT 1 FROM deliveries WHERE ${GIVEN_UP} AND next_at > told_at)) RETURNING told_at`;

const FAILING = `SELECT min(due_at) FILTER (WHERE last_error IS NOT NULL) AS since, count(*) AS undelivered FROM (
    SELECT due_at, last_error FROM deliveries WHERE state = 'due' AND ${OF_CHANNEL.mail} AND due_at <= $1
    UNION ALL SELECT due_at, last_error FROM deliveries WHERE ${GIVEN_UP}
  ) AS failing`;

export async function claim(query: Query, asked: Claim): Promise<ClaimResult> {
  const { channel, limit, leaseId, now, leaseUntil } = asked;
  const found = await query(DUE[channel], [now, limit]);
  const held: Claimed[] = [];
  const ended = { withheld: [] as string[], cancelled: [] as string[] };
  // In one order for everybody, so that two that claim for the same addresses do not lock up.
  const byAddress = found
    .flatMap((row) => toClaimed(row, leaseId) ?? [])
    .toSorted((a, b) => (mailboxOf(a.lead.email) < mailboxOf(b.lead.email) ? -1 : 1));
  for (const delivery of byAddress) {
    const end = await needless(query, delivery, asked);
    if (end) ended[end].push(delivery.id);
    else held.push(delivery);
  }
  const known = new Set(byAddress.map(({ id }) => id));
  const unread = found.map((row) => text(row, "delivery_id")).filter((id) => !known.has(id));
  if (unread.length > 0)
    await query(SET_ASIDE, [new Date(Date.parse(now) + UNREAD_AGAIN_MS).toISOString(), unread]);
  if (held.length > 0) await query(HOLD, [leaseId, leaseUntil, held.map(({ id }) => id)]);
  for (const [state, ids] of Object.entries(ended)) {
    if (ids.length > 0) await query(END, [state, ids]);
  }
  return {
    kind: "claimed",
    deliveries: held.toSorted((a, b) => (a.dueSince < b.dueSince ? -1 : 1)),
    ended: found.length - held.length,
    unread,
  };
}

/** Why it is not to be sent, if it is not. */
async function needless(
  query: Query,
  { id, kind, lead, test, dueSince, event }: Claimed,
  { now, confirmedAfter }: Claim,
): Promise<"withheld" | "cancelled" | undefined> {
  if (kind === "confirmation" && !test) {
    const confirmed = await query(CONFIRM_ADDRESS, [mailboxOf(lead.email), id, now, confirmedAfter]);
    return confirmed.length === 0 ? "withheld" : undefined;
  }
  if (event?.booking && kind !== "webhook" && (await isOutdated(query, kind, event.booking, now)))
    return "cancelled";
  const kinds = [CALL_REMINDERS, REMINDER_KINDS].find((some) => some.includes(kind));
  if (!kinds) return undefined;
  const later = await query(IS_OVERTAKEN, [lead.id, dueSince, now, kinds]);
  return later.length > 0 ? "cancelled" : undefined;
}

export async function recordResult(query: Query, result: DeliveryResult): Promise<RecordAnswer> {
  const { deliveryId, outcome } = result;
  const [held] = await record(query, result);
  if (!held) return { kind: (await query(EXISTS, [deliveryId])).length > 0 ? "lost" : "deleted" };
  if (outcome.kind === "sent" || outcome.kind === "written")
    await query(CONFIRMED_NOW, [outcome.at, deliveryId]);
  if (outcome.kind === "gone") {
    const { at, reason } = outcome;
    const target = text(held, "target");
    await query(DISABLE_TARGET, [target, reason, at]);
    await query(END_FOR_TARGET, [reason, target]);
  }
  return { kind: "recorded" };
}

/** @returns the delivery's row; none when somebody else holds it. */
function record(query: Query, { deliveryId, leaseId, outcome }: DeliveryResult): ReturnType<Query> {
  const held = [deliveryId, leaseId];
  switch (outcome.kind) {
    case "sent":
    case "written":
      return query(SENT, [...held, outcome.at, outcome.kind, outcome.reason]);
    case "again":
      return query(AGAIN, [...held, outcome.at, outcome.reason]);
    case "dead":
    case "gone":
      return query(DEAD, [...held, outcome.at, outcome.reason]);
    case "returned":
      return query(RETURNED, [...held, outcome.at]);
  }
}

/** When there is something to claim; undefined while nothing is planned. */
export async function nextDue(
  query: Query,
  channel: ChannelName,
): Promise<{ kind: "next"; at: string | undefined }> {
  const [found] = await query(NEXT_DUE[channel]);
  return { kind: "next", at: found && text(found, "at") };
}

/**
 * Whether somebody is to be told now that mail fails, or that since the last notice one to the agency about an open lead
 * was given up. Of all who ask, one is told to, and nobody again until the notice is older than `toldBefore`.
 */
export async function noticeFailure(
  query: Query,
  { now, dueBefore, toldBefore }: FailureNotice,
): Promise<{ kind: "notice"; failing: FailingMail | undefined }> {
  const taken = await query(TAKE_NOTICE, [now, toldBefore, dueBefore]);
  if (taken.length === 0) return { kind: "notice", failing: undefined };
  const [found = {}] = await query(FAILING, [now]);
  const failing = { since: text(found, "since"), undelivered: number(found, "undelivered") };
  return { kind: "notice", failing };
}
