/**
 * Calls that are held until their visitors confirm them by mail, on a day with very many new calls: whoever fills the
 * calendar would need a mailbox for each. Nothing ends a hold: once `held_until` is past, its row blocks no time.
 */
import type { Booking } from "../../contract/booking.ts";
import { VISITOR } from "../../contract/delivery.ts";
import { recordChange } from "./history.ts";
import { LEAD_ROW, lockLead, toLeadRow, type Query } from "./query.ts";
import { sql } from "./sql.ts";
import * as bookings from "./bookings.ts";

interface HeldCall extends bookings.Wanted, bookings.Planned, Pick<Booking, bookings.NewCall> {
  /** The id of a stored lead. */
  lead: string;
  until: string;
  /** One mail to the agency after this time says that calls are held. */
  toldAfter: string;
}

export type HoldResult = Exclude<bookings.ChangeResult, { kind: "stale" }>;
export type ConfirmResult = HoldResult | { kind: "has-call"; booking: Booking };

/** Holds a time for a lead; the same time again is the same call. */
export async function holdCall(query: Query, call: HeldCall): Promise<HoldResult> {
  const { lead, startsAt, until, now, toldAfter, deliveries } = call;
  await query`${bookings.lockCalls}`;
  if (!(await lockLead(query, lead))) return { kind: "missing" };
  const [same] = await bookings.callsWhere(
    query,
    sql`lead_id = ${lead} AND starts_at = ${startsAt} AND state = 'held' AND held_until > ${now}`,
  );
  if (same) return { kind: "ok", value: same };
  if (await bookings.isTaken(query, { ...call, leadId: lead })) return { kind: "taken" };
  const booking = await bookings.insertCall(query, lead, call, until);
  const [told] =
    await query`SELECT 1 FROM deliveries WHERE kind = 'holding' AND due_at > ${toldAfter} LIMIT 1`;
  const needed = deliveries.filter(({ kind }) => kind !== "holding" || !told);
  await bookings.planEvent(query, booking, { type: "booking.created", at: now, by: VISITOR }, needed);
  return { kind: "ok", value: booking };
}

/** Books a call that was held, also later, unless its time was taken since. */
export async function confirmBooking(
  query: Query,
  { id, now, deliveries, limit }: bookings.Planned & Pick<bookings.Wanted, "id" | "limit">,
): Promise<ConfirmResult> {
  await query`${bookings.lockCalls}`;
  const [held] = await bookings.callsWhere(query, sql`id = ${id}`);
  if (!held) return { kind: "missing" };
  if (held.state === "booked") return { kind: "ok", value: held };
  if (held.state !== "held" || held.startsAt <= now) return { kind: "over" };
  const { leadId, startsAt, blockedUntil } = held;
  const rows = await query`SELECT ${LEAD_ROW} FROM lead_submissions AS lead WHERE lead.id = ${leadId}`;
  const [lead] = rows.map(toLeadRow);
  const upcoming = lead && (await bookings.upcomingOf(query, lead, now));
  if (upcoming) return { kind: "has-call", booking: upcoming };
  if (await bookings.isTaken(query, { id, startsAt, blockedUntil, limit, leadId, now }))
    return { kind: "taken" };
  const change = { id: leadId, now, by: VISITOR };
  const recorded = await recordChange(query, change, { kind: "call-booked", startsAt });
  // The lead was deleted meanwhile.
  if (recorded.kind !== "made") return { kind: "missing" };
  const [changed = {}] = await query`UPDATE bookings
    SET state = 'booked', held_until = NULL, updated_at = ${now} WHERE id = ${id} RETURNING *`;
  const booking = bookings.toBooking(changed);
  await bookings.fulfillWish(query, leadId);
  await bookings.markBooked(query, leadId, now);
  await bookings.planEvent(query, booking, { type: "booking.created", at: now, by: VISITOR }, deliveries);
  return { kind: "ok", value: booking };
}
