/** Claims deliveries and records their results. A transaction skips rows that another one has claimed. */
import { randomUUID } from "node:crypto";
import { believable, checkClock, REMINDERS, unlessDoubted } from "./clock.ts";
import { OF_CHANNEL } from "./conditions.ts";
import { CALL_REMINDERS } from "../../contract/delivery.ts";
import { isOutdated } from "./calendar.ts";
import { toClaimed } from "./outbox-rows.ts";
import { REMINDER_KINDS, type ChannelName, type Claimed } from "./store.ts";
import { text, CONTEXT_COLUMNS, LEAD_COLUMNS, type Query } from "./query.ts";

const due = (channel: ChannelName) => `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS},
    delivery.id AS delivery_id, delivery.kind, delivery.target, delivery.event,
    delivery.attempts + 1 AS attempts, delivery.due_at AS due_since
  FROM deliveries AS delivery
  JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
  JOIN lead_contexts AS context ON context.lead_id = delivery.lead_id
  WHERE delivery.state = 'due' AND delivery.${OF_CHANNEL[channel]} AND delivery.next_at <= $1
    AND ${unlessDoubted("right_at < $3 OR right_at > $4")}
  ORDER BY delivery.next_at LIMIT $2 FOR UPDATE OF delivery SKIP LOCKED`;

const DUE: Record<ChannelName, string> = { mail: due("mail"), webhook: due("webhook") };

// The second process that claims an address waits for the first, and then sees its row.
const CONFIRM_ADDRESS = `INSERT INTO confirmed_addresses AS confirmed (email, delivery_id, confirmed_at)
  VALUES ($1, $2, $3)
  ON CONFLICT (email) DO UPDATE SET delivery_id = $2, confirmed_at = $3
  WHERE confirmed.delivery_id = $2 OR confirmed.confirmed_at <= $4 OR confirmed.confirmed_at > $5
  RETURNING email`;

// One that was cancelled, such as a reminder of the call's former time, replaces none.
const IS_OVERTAKEN = `SELECT 1 FROM deliveries
  WHERE lead_id = $1 AND due_at > $2 AND due_at <= $3 AND kind = ANY ($4) AND state <> 'cancelled'`;

const LEASE = `UPDATE deliveries SET lease_id = $1, next_at = $2, attempts = attempts + 1
  WHERE id = ANY ($3)`;

const END = "UPDATE deliveries SET state = $1 WHERE id = ANY ($2)";

const UNREAD_AGAIN_MS = 10 * 60_000;

const SET_ASIDE = `UPDATE deliveries SET next_at = $1, lease_id = NULL,
    last_error = 'This version of the program cannot read it.'
  WHERE id = ANY ($2)`;

const EXISTS = "SELECT 1 FROM deliveries WHERE id = $1";

// A mail that was sent stays sent, even if it was cancelled meanwhile.
const RECORD = `UPDATE deliveries SET lease_id = NULL, last_error = $5,
    state = CASE WHEN state = 'due' OR $3 IN ('sent', 'written') THEN $3 ELSE state END,
    sent_at = CASE WHEN $3 IN ('sent', 'written') THEN $4 ELSE sent_at END,
    next_at = $4
  WHERE id = $1 AND lease_id = $2 RETURNING target`;

const RETURN = `UPDATE deliveries SET lease_id = NULL, next_at = $3, attempts = attempts - 1
  WHERE id = $1 AND lease_id = $2 RETURNING target`;

const DISABLE_TARGET = "INSERT INTO disabled_targets VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

const END_FOR_TARGET = `UPDATE deliveries SET state = 'dead', last_error = $1
  WHERE state = 'due' AND ${OF_CHANNEL.webhook} AND target = $2 AND lease_id IS NULL`;

// Deliveries of a lead that was deleted by hand cannot be claimed; the next start removes them.
const next = (channel: ChannelName) => `SELECT next_at AS at FROM deliveries AS delivery
  WHERE state = 'due' AND ${OF_CHANNEL[channel]}
    AND EXISTS (SELECT 1 FROM lead_submissions WHERE id = delivery.lead_id)
    AND ${unlessDoubted("doubted_since IS NOT NULL")} ORDER BY next_at LIMIT 1`;

const NEXT_DUE: Record<ChannelName, string> = { mail: next("mail"), webhook: next("webhook") };

/** No retry, no lease and nothing but a reminder is further ahead: three days at most. Milliseconds. */
const FURTHEST_MS = 4 * 24 * 60 * 60_000;

const wrong = (channel: ChannelName) => `SELECT id FROM deliveries
  WHERE state = 'due' AND ${OF_CHANNEL[channel]} AND (NOT isfinite(next_at)
    OR (next_at > $2 AND (due_at <= $1 OR kind NOT IN (${REMINDERS}))))`;

const MEND = `UPDATE deliveries SET next_at = $1
  WHERE id IN (${wrong("mail")} UNION ALL ${wrong("webhook")}) RETURNING id`;

interface Claim {
  channel: ChannelName;
  limit: number;
  now: string;
  /** From then on other processes may claim a delivery without a recorded result. */
  leaseUntil: string;
  /** An address that got a confirmation after this time gets no other. */
  confirmedAfter: string;
}

export async function claim(query: Query, input: Claim) {
  const { channel, limit, now, leaseUntil } = input;
  const leaseId = randomUUID();
  const found = await query(DUE[channel], [now, limit, ...believable(now)]);
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
  if (unread.length > 0)
    await query(SET_ASIDE, [new Date(Date.parse(now) + UNREAD_AGAIN_MS).toISOString(), unread]);
  if (claimed.length > 0) await query(LEASE, [leaseId, leaseUntil, claimed.map(({ id }) => id)]);
  for (const [state, ids] of Object.entries(ended)) {
    if (ids.length > 0) await query(END, [state, ids]);
  }
  return {
    kind: "claimed" as const,
    deliveries: claimed,
    /** They need no sending, such as a second confirmation, or a reminder that a later due one replaces. */
    ended: found.length - claimed.length,
    /** Only another version can send them: they stay as they are and are checked again later. */
    unread,
  };
}

async function needless(
  query: Query,
  { id, kind, lead, test, dueSince, event }: Claimed,
  { now, confirmedAfter }: Claim,
): Promise<"withheld" | "cancelled" | undefined> {
  if (kind === "confirmation" && !test) {
    const confirmed = await query(CONFIRM_ADDRESS, [
      mailboxOf(lead.email),
      id,
      now,
      confirmedAfter,
      believable(now)[1],
    ]);
    return confirmed.length === 0 ? "withheld" : undefined;
  }
  if (event?.booking && kind !== "webhook" && (await isOutdated(query, kind, event.booking, now)))
    return "cancelled";
  const kinds = [CALL_REMINDERS, REMINDER_KINDS].find((some) => some.includes(kind));
  if (!kinds) return undefined;
  const later = await query(IS_OVERTAKEN, [lead.id, dueSince, now, kinds]);
  return later.length > 0 ? "cancelled" : undefined;
}

/** The row after an attempt: due again at `at`, or ended then. Reasons contain no visitor data. */
interface Recorded {
  deliveryId: string;
  leaseId: string;
  /** `returned`: the attempt does not count. */
  state: "sent" | "written" | "due" | "dead" | "returned";
  at: string;
  /** With `sent`: why some recipients did not get it. */
  reason?: string | undefined;
  /** Everything that waits for the same target ends, too; no new delivery is planned for it. */
  isGone?: boolean;
}

/** `lost`: another process has claimed it, so nothing was recorded. `deleted`: with its lead. */
export async function recordResult(
  query: Query,
  { deliveryId, leaseId, state, at, reason, isGone = false }: Recorded,
): Promise<{ kind: "recorded" | "lost" | "deleted" }> {
  const lease = [deliveryId, leaseId];
  const [leased] =
    state === "returned"
      ? await query(RETURN, [...lease, at])
      : await query(RECORD, [...lease, state, at, reason]);
  if (!leased) return { kind: (await query(EXISTS, [deliveryId])).length > 0 ? "lost" : "deleted" };
  if (isGone) {
    const target = text(leased, "target");
    await query(DISABLE_TARGET, [target, reason, at]);
    await query(END_FOR_TARGET, [reason, target]);
  }
  return { kind: "recorded" };
}

/** Makes deliveries due that were planned, claimed or failed with a clock ahead, or have no valid time. */
export async function mendTimes(query: Query, { now }: { now: string }) {
  const clock = await checkClock(query, now);
  const mended = await query(MEND, [now, new Date(Date.parse(now) + FURTHEST_MS).toISOString()]);
  return { kind: "mended" as const, deliveries: mended.length, ...clock };
}

export async function nextDue(query: Query, channel: ChannelName) {
  const [found] = await query(NEXT_DUE[channel]);
  return { kind: "next" as const, at: found && text(found, "at") };
}

/** Providers that ignore dots in the local part, and the one name for all their domains. */
const DOTLESS: Record<string, string> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/** Removes the part after a plus (RFC 5233, "subaddress"). To compare mailboxes, never to write to. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [local = "", domain = ""] = [email.slice(0, at), email.slice(at + 1)].map((part) =>
    part.toLowerCase(),
  );
  const [user = ""] = local.split("+");
  const provider = DOTLESS[domain];
  const name = provider === undefined ? user : user.replaceAll(".", "");
  return `${name || local}@${provider ?? domain}`;
}
