/** Plans the mails with the links of a visitor's calls, or of the times to pick from. */
import { VISITOR, type LeadEvent } from "../../contract/delivery.ts";
import { toBooking } from "./bookings.ts";
import { COUNTS, IS_WITHHELD } from "../deliveries/conditions.ts";
import { plan } from "../leads/insert-leads.ts";
import { LEADS, text } from "../store/query.ts";
import { sql } from "../store/sql.ts";
import { changes, type Database } from "../store/database.ts";
import { type Found } from "../store/store.ts";

interface Asked {
  /** In lower case, as stored. */
  email: string;
  /** The ids of deliveries, as many as may be planned. */
  ids: readonly string[];
  now: string;
  /** Older leads without a call have no open offer. */
  since: string;
}

/**
 * One mail for each coming call, else one for the newest lead. For spam none, and for a lead whose last one waits no other:
 * that one waits for today's budget of the mailbox again.
 * @returns how many were planned
 */
export function planLink(db: Database, { email, ids, now, since }: Asked): Promise<Found<number>> {
  return changes(db, async (query) => {
    const calls =
      await query`SELECT booking.* FROM ${LEADS} JOIN bookings AS booking ON booking.lead_id = lead.id
      WHERE lead.email = ${email} AND ${COUNTS} AND booking.state = 'booked' AND booking.ends_at > ${now}
      ORDER BY booking.starts_at LIMIT ${ids.length}`;
    const events = calls.map(toBooking).map((booking) => {
      const event: LeadEvent = { type: "booking.created", at: now, by: VISITOR, booking };
      return { leadId: booking.leadId, event };
    });
    const [newest] = await query`SELECT lead.id FROM ${LEADS}
      WHERE lead.email = ${email} AND ${COUNTS} AND lead.created_at >= ${since} ORDER BY lead.id DESC LIMIT 1`;
    const offers = newest ? [{ leadId: text(newest, "id") }] : [];
    const mails = events.length > 0 ? events : offers;
    for (const [index, { leadId, ...more }] of mails.entries()) {
      const links = sql`lead_id = ${leadId} AND kind = 'link'`;
      await query`UPDATE deliveries SET state = 'due', due_at = ${now}, next_at = ${now}, last_error = NULL
        WHERE ${links} AND ${IS_WITHHELD}`;
      const waiting = await query`SELECT 1 FROM deliveries WHERE ${links} AND state = 'due'`;
      const mail = { id: ids[index] ?? "", kind: "link", target: "", notBefore: now } as const;
      if (waiting.length === 0) await query`${plan([mail], "due", { leadId, ...more })}`;
    }
    return mails.length;
  });
}
