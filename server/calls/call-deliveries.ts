/**
 * The mails and webhooks about a call: what a
 * change of the call plans, and what it cancels.
 */

import type { Booking } from "../../contract/call/booking.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { SPAM_OUTCOMES } from "../../contract/inbox/outcome.ts";
import { TO_VISITOR, type LeadEvent } from "../../contract/mail/delivery.ts";
import { isOutcome, REMINDS_OF_CALL } from "../deliveries/conditions.ts";
import { toEach } from "../deliveries/planned-deliveries.ts";
import { deliveryRow } from "../leads/insert-leads.ts";
import { type Query, columnOf } from "../store/query.ts";
import { among, insertRows, sql, type Sql } from "../store/sql.ts";
import type { Insert, NewDelivery, Readers } from "../store/store.ts";

export interface DeliveryPlan {
  now: string;
  deliveries: readonly NewDelivery[];
  readers?: Readers;
}

/**
 * The visitor and the team get mails about the
 * call, so they get no mails about the lead.
 */
export const withoutMails = (insert: Insert): Insert => ({
  ...insert,
  deliveries: insert.deliveries?.filter(({ kind }) => kind === "webhook") ?? [],
});

/**
 * Cancels due deliveries of a lead, and dead
 * deliveries: `leads resend` would send them.
 * @param number of the change in the history of the lead
 */
export const cancelUnsent = (
  leadId: string,
  number: number,
  which: Sql,
): Sql => sql`UPDATE deliveries
  SET state = 'cancelled', canceled_by = ${number}
  WHERE lead_id = ${leadId} AND state IN ('due', 'dead') AND ${which}`;

/**
 * Mails about the lead's other calls stay due,
 * such as a mail that cancels an earlier call.
 */
export async function cancelOutdated(
  query: Query,
  { id, leadId }: Booking,
  number: number,
) {
  const outdated = sql`(kind = 'link' OR (event LIKE ${`%${id}%`}
    AND (kind = 'invitation' OR ${REMINDS_OF_CALL})))`;
  await query`${cancelUnsent(leadId, number, outdated)}`;
}

/**
 * Stores due deliveries with a copy of the call,
 * so a late delivery still tells of this change.
 */
export async function enqueue(
  query: Query,
  booking: Booking,
  event: LeadEvent,
  plan: DeliveryPlan,
) {
  const { leadId, startsAt } = booking;
  const earliestStart = Math.min(
    ...[startsAt, event.movedFrom ?? startsAt].map(Date.parse),
  );
  const { readers } = plan;
  const deliveries = readers
    ? toEach(await readersOf(query, leadId, readers), plan.deliveries)
    : plan.deliveries;
  for (const delivery of deliveries) {
    const reminder = {
      type: "booking.reminder",
      at: delivery.notBefore,
    } as const;
    const callEvent = { ...(delivery.reminds ? reminder : event), booking };
    // At night, `notBefore` is the next morning. The
    // agency's mail does not wait for a morning that comes
    // after the call, or less than an hour before the call.
    const isSoon = earliestStart < Date.parse(delivery.notBefore) + HOUR_MS;
    const notBefore =
      delivery.kind === "booking" && isSoon ? plan.now : delivery.notBefore;
    const row = deliveryRow(leadId, { ...delivery, notBefore }, callEvent);
    await query`${insertRows("deliveries", [row])}`;
  }
  await holdBackIfSpam(query, leadId);
  // A visitor without an email gets no mail.
  await query`UPDATE deliveries SET state = 'cancelled'
    WHERE lead_id = ${leadId} AND state = 'due' AND kind ${among(TO_VISITOR)}
      AND EXISTS (SELECT 1 FROM lead_submissions
        WHERE id = ${leadId} AND email LIKE '%@phone.invalid')`;
}

/** If a lead may be spam, only the agency gets mail, and only about calls. */
export async function holdBackIfSpam(query: Query, leadId: string) {
  await query`UPDATE deliveries SET state = 'cancelled', canceled_by = 0
    WHERE lead_id = ${leadId} AND state = 'due' AND kind <> 'booking'
      AND EXISTS (SELECT 1 FROM lead_contexts
        WHERE lead_id = ${leadId}
          AND ${isOutcome("outcome", ...SPAM_OUTCOMES)})`;
}

/**
 * In turn, only the lead's owner is told of its
 * calls, and whoever was told of one before.
 */
async function readersOf(
  query: Query,
  leadId: string,
  { leads, team, inTurn }: Readers,
) {
  const owner = await query`SELECT owner AS reader FROM lead_contexts
    WHERE lead_id = ${leadId} AND owner ${among(team)}`;
  const told =
    await query`SELECT DISTINCT lower(target) AS reader FROM deliveries
    WHERE lead_id = ${leadId} AND kind = 'booking'
      AND lower(target) ${among(team)}`;
  const first = inTurn && owner.length > 0 ? columnOf(owner, "reader") : leads;
  return [...new Set([...first, ...columnOf(told, "reader")])];
}
