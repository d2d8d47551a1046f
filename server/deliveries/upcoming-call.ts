import { BookingSchema, type Booking } from "../../contract/call/booking.ts";
import type { LeadRow } from "../../contract/lead/lead.ts";
import { VISITOR, type LeadEvent } from "../../contract/mail/delivery.ts";
import { LEADS, parseRecord, type Query } from "../store/query.ts";
import { IS_NO_SPAM } from "./conditions.ts";

/** The coming call of a lead, else of another lead with the same address. */
export async function upcomingOf(
  query: Query,
  { id, email }: LeadRow,
  now: string,
) {
  const [upcoming] = await query`SELECT booking.* FROM ${LEADS}
    JOIN bookings AS booking ON booking.lead_id = lead.id
    WHERE lead.email = ${email} AND booking.state = 'booked'
      AND booking.ends_at > ${now}
      AND (lead.id = ${id} OR ${IS_NO_SPAM})
    ORDER BY lead.id <> ${id} LIMIT 1`;
  return upcoming && parseRecord(BookingSchema, upcoming);
}

/** Of a mail that leads to a call which it does not change. */
export const eventOfCall = (booking: Booking, at: string): LeadEvent => ({
  type: "booking.created",
  at,
  by: VISITOR,
  booking,
});
