/** Plans the mail with the link of a visitor's call, or of the times to pick from. */
import { VISITOR, type LeadEvent } from "../../contract/delivery.ts";
import { toBooking } from "./bookings.ts";
import { COUNTS } from "./conditions.ts";
import { plan } from "./insert-leads.ts";
import { LEADS, text, type Query } from "./query.ts";

interface Asked {
  /** In lower case, as stored. */
  email: string;
  /** The id of the delivery. */
  id: string;
  now: string;
  /** Older leads without a call have no open offer. */
  since: string;
}

/** One mail: of the next call, else of the newest lead. Nothing is planned for spam, or while the last one waits. */
export async function planLink(query: Query, { email, id, now, since }: Asked) {
  const [call] = (
    await query`SELECT booking.* FROM ${LEADS} JOIN bookings AS booking ON booking.lead_id = lead.id
    WHERE lead.email = ${email} AND ${COUNTS} AND booking.state = 'booked' AND booking.ends_at > ${now}
    ORDER BY booking.starts_at LIMIT 1`
  ).map(toBooking);
  const [newest] = call
    ? []
    : await query`SELECT lead.id FROM ${LEADS}
    WHERE lead.email = ${email} AND ${COUNTS} AND lead.created_at >= ${since} ORDER BY lead.id DESC LIMIT 1`;
  const leadId = call?.leadId ?? (newest && text(newest, "id"));
  if (leadId === undefined) return undefined;
  const waiting = await query`SELECT 1 FROM deliveries
    WHERE lead_id = ${leadId} AND kind = 'link' AND state IN ('due', 'withheld')`;
  if (waiting.length > 0) return undefined;
  const event: LeadEvent | undefined = call && {
    type: "booking.created",
    at: now,
    by: VISITOR,
    booking: call,
  };
  await query`${plan([{ id, kind: "link", target: "", notBefore: now }], "due", { leadId, ...(event && { event }) })}`;
  return id;
}
