/** The statements on deliveries. One connection writes at a time, so that what was looked at stays as it is. */
import type { DatabaseSync } from "node:sqlite";
import { toClaimed } from "../outbox-rows.ts";
import {
  OF_CHANNEL,
  REMINDER_KINDS,
  givenUp,
  type ChannelName,
  type Claim,
  type Claimed,
} from "../outbox-store.ts";
import type { OutboxStore } from "../outbox-store.ts";
import { number, optionalText, text } from "../records.ts";
import { rowColumns } from "../store.ts";
import type { Handlers } from "./messages.ts";

const LEAD_COLUMNS = rowColumns.map((column) => `lead.${column}`).join(", ");

const GIVEN_UP = givenUp("lead_contexts");

const HELD = "WHERE id = :id AND lease_id = :lease";

/** How the operations on deliveries are done. */
export function outboxStatements(db: DatabaseSync): Pick<Handlers, keyof OutboxStore> {
  const due = (channel: ChannelName) =>
    db.prepare(
      `SELECT ${LEAD_COLUMNS}, context.due_at, context.source = 'test' AS test, context.visit, delivery.id AS delivery_id,
         delivery.kind, delivery.target, delivery.attempts + 1 AS attempts, delivery.due_at AS due_since
       FROM deliveries AS delivery
       JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
       JOIN lead_contexts AS context ON context.lead_id = delivery.lead_id
       WHERE delivery.state = 'due' AND delivery.${OF_CHANNEL[channel]} AND delivery.next_at <= ?
       ORDER BY delivery.next_at LIMIT ?`,
    );
  const findDue = { mail: due("mail"), webhook: due("webhook") };
  const confirmAddress = db.prepare(
    `INSERT INTO confirmed_addresses (email, delivery_id, confirmed_at) VALUES (:email, :id, :now)
     ON CONFLICT (email) DO UPDATE SET delivery_id = :id, confirmed_at = :now
     WHERE delivery_id = :id OR confirmed_at <= :confirmedAfter`,
  );
  const findOvertaking = db.prepare(
    `SELECT 1 FROM deliveries WHERE lead_id = ? AND due_at > ? AND due_at <= ?
       AND kind IN (SELECT value FROM json_each(?))`,
  );
  const hold = db.prepare(
    "UPDATE deliveries SET lease_id = :lease, next_at = :until, attempts = attempts + 1 WHERE id = :id",
  );
  const end = db.prepare("UPDATE deliveries SET state = ?, lease_id = NULL WHERE id = ?");
  // What was sent was sent, even if it was cancelled meanwhile.
  const arrived = (state: "sent" | "written") =>
    db.prepare(
      `UPDATE deliveries SET state = '${state}', sent_at = :at, lease_id = NULL, last_error = NULL ${HELD}`,
    );
  const recordAs = {
    sent: arrived("sent"),
    written: arrived("written"),
    again: db.prepare(`UPDATE deliveries SET next_at = :at, lease_id = NULL, last_error = :reason ${HELD}`),
    dead: db.prepare(
      `UPDATE deliveries SET state = iif(state = 'due', 'dead', state), next_at = :at, lease_id = NULL,
         last_error = :reason ${HELD}`,
    ),
    gone: db.prepare(
      `UPDATE deliveries SET state = 'dead', lease_id = NULL, last_error = :reason ${HELD} RETURNING target`,
    ),
    returned: db.prepare(
      `UPDATE deliveries SET next_at = :at, lease_id = NULL, attempts = attempts - 1 ${HELD}`,
    ),
  };
  const confirmedNow = db.prepare("UPDATE confirmed_addresses SET confirmed_at = ? WHERE delivery_id = ?");
  const disableTarget = db.prepare("INSERT OR IGNORE INTO disabled_targets VALUES (?, ?, ?)");
  const endForTarget = db.prepare(
    `UPDATE deliveries SET state = 'dead', last_error = ?
     WHERE state = 'due' AND ${OF_CHANNEL.webhook} AND target = ? AND lease_id IS NULL`,
  );
  const next = (channel: ChannelName) =>
    // What is left of a lead that was deleted by hand cannot be claimed, and is removed at the next start.
    db.prepare(
      `SELECT next_at AS at FROM deliveries AS delivery WHERE state = 'due' AND ${OF_CHANNEL[channel]}
         AND EXISTS (SELECT 1 FROM lead_submissions WHERE id = delivery.lead_id)
       ORDER BY next_at LIMIT 1`,
    );
  const findNextDue = { mail: next("mail"), webhook: next("webhook") };
  const takeNotice = db.prepare(
    `UPDATE mail_failure_notice SET told_at = :now WHERE told_at <= :toldBefore AND (
       EXISTS (SELECT 1 FROM deliveries WHERE state = 'due' AND ${OF_CHANNEL.mail} AND last_error IS NOT NULL
         AND due_at <= :dueBefore)
       OR EXISTS (SELECT 1 FROM deliveries WHERE ${GIVEN_UP} AND next_at > told_at))`,
  );
  const findFailing = db.prepare(
    `SELECT min(due_at) FILTER (WHERE last_error IS NOT NULL) AS since, count(*) AS undelivered FROM (
       SELECT due_at, last_error FROM deliveries WHERE state = 'due' AND ${OF_CHANNEL.mail} AND due_at <= ?
       UNION ALL SELECT due_at, last_error FROM deliveries WHERE ${GIVEN_UP})`,
  );

  /** Why it is not to be sent, if it is not. */
  function needless(delivery: Claimed, { now, confirmedAfter }: Claim): "withheld" | "cancelled" | undefined {
    const { id, kind, lead, test, dueSince } = delivery;
    if (kind === "confirmation" && !test) {
      const confirmed = confirmAddress.run({ email: lead.email, id, now, confirmedAfter });
      return confirmed.changes === 0 ? "withheld" : undefined;
    }
    if (!REMINDER_KINDS.includes(kind)) return undefined;
    const overtaken = findOvertaking.get(lead.id, dueSince, now, JSON.stringify(REMINDER_KINDS));
    return overtaken ? "cancelled" : undefined;
  }

  return {
    claim(claim) {
      const { channel, limit, leaseId, now, leaseUntil } = claim;
      const deliveries: Claimed[] = [];
      const found = findDue[channel].all(now, limit);
      for (const record of found) {
        const delivery = toClaimed(record, leaseId);
        const ended = needless(delivery, claim);
        if (ended) {
          end.run(ended, delivery.id);
          continue;
        }
        hold.run({ id: delivery.id, lease: leaseId, until: leaseUntil });
        deliveries.push(delivery);
      }
      return { kind: "claimed", deliveries, ended: found.length - deliveries.length };
    },

    recordResult({ deliveryId: id, leaseId: lease, outcome }) {
      const { kind, ...said } = outcome;
      if (outcome.kind === "gone") {
        const { at, reason } = outcome;
        const [held] = recordAs.gone.all({ id, lease, reason });
        if (!held) return { kind: "lost" };
        const target = text(held, "target");
        disableTarget.run(target, reason, at);
        endForTarget.run(reason, target);
        return { kind: "recorded" };
      }
      if (recordAs[kind].run({ id, lease, ...said }).changes === 0) return { kind: "lost" };
      if (outcome.kind === "sent" || outcome.kind === "written") confirmedNow.run(outcome.at, id);
      return { kind: "recorded" };
    },

    nextDue(channel) {
      const record = findNextDue[channel].get();
      return { kind: "next", at: record && optionalText(record, "at") };
    },

    noticeFailure(asked) {
      if (takeNotice.run({ ...asked }).changes === 0) return { kind: "notice", failing: undefined };
      const record = findFailing.get(asked.now) ?? {};
      const failing = { since: text(record, "since"), undelivered: number(record, "undelivered") };
      return { kind: "notice", failing };
    },
  };
}
