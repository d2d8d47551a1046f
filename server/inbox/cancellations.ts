/** Who is mailed that a call is cancelled when its lead is deleted. */
import type { Cancellation } from "../../contract/inbox.ts";
import { phoneOf } from "../../contract/lead.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { needsNoAnswer } from "../../contract/outcome.ts";

/** @param notify the agency's addresses @param now ISO 8601 in UTC */
export function cancellationsOf(
  leads: readonly LeadDetail[],
  notify: readonly string[],
  now: string,
): Cancellation[] {
  return leads.flatMap(({ lead, outcome, bookings }) => {
    // Nobody can be mailed at a number, and the visitor of a suspected lead has no invitation.
    const isMailed = phoneOf(lead.email) === undefined && !needsNoAnswer(outcome);
    return bookings
      .filter(({ state, startsAt }) => state === "booked" && startsAt > now)
      .map(({ startsAt }) => ({
        name: lead.name,
        startsAt,
        mailed: isMailed ? [lead.email, ...notify] : [...notify],
      }));
  });
}
