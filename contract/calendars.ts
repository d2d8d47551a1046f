/** Calendars of other programs whose events block (`CALENDAR_URLS`): how the reading of each goes. Times are ISO 8601 in UTC. */
import * as v from "valibot";

export const CalendarStateSchema = v.object({
  /** A digest of its address. */
  id: v.string(),
  /** When somebody last tried to read it. */
  triedAt: v.string(),
  /** When it could be read last: how old the copy is that blocks. */
  readAt: v.optional(v.string()),
  /** Since when it cannot be read. */
  failingSince: v.optional(v.string()),
  /** Why, in a sentence. */
  reason: v.optional(v.string()),
  /** The date of the event that cannot be read, as `2027-03-01`. */
  eventDate: v.optional(v.string()),
});

export interface CalendarState extends v.InferOutput<typeof CalendarStateSchema> {
  /** Its place in `CALENDAR_URLS`, from 1. */
  number: number;
}
