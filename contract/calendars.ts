/** State of the calendars in `CALENDAR_URLS`, whose events block times. Times are ISO 8601 in UTC. */
import * as v from "valibot";

export const CalendarStateSchema = v.object({
  id: v.string(),
  triedAt: v.string(),
  /** Time of the last successful read, so the age of the copy that blocks. */
  readAt: v.optional(v.string()),
  failingSince: v.optional(v.string()),
  reason: v.optional(v.string()),
  /** The date of the event that cannot be read, as `2027-03-01`. */
  eventDate: v.optional(v.string()),
});

export interface CalendarState extends v.InferOutput<typeof CalendarStateSchema> {
  /** Position in `CALENDAR_URLS`, from 1. */
  number: number;
}
