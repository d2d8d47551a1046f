/** When calls can be booked on the site's own scheduling page, and its words. Wall clock times are in `TIME_ZONE`. */
import type { Content } from "./schema.ts";

export const workingHours: Content["workingHours"] = {
  weekly: [{ days: ["monday", "tuesday", "wednesday", "thursday", "friday"], from: "09:00", to: "17:00" }],
  lengthMinutes: 20,
  /** From one start to the next. */
  stepMinutes: 30,
  /** Kept free after each call. */
  gapMinutes: 10,
  /** Until how long before a call it can be booked, moved and cancelled. */
  noticeHours: 4,
  /** How far ahead. */
  horizonDays: 60,
  callsPerDay: 8,
  /** Whole days without calls, as "2027-12-24". Single hours are closed in the inbox. */
  closedDates: [],
  /** Or `{ kind: "link", url: "https://meet.example/your-room" }`. */
  place: { kind: "phone" },
  /** Reminders by email, in hours before the call: 24, 1, both or none. */
  reminderHours: [24, 1],
};
