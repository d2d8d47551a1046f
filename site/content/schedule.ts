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

/** The scheduling page. Its form is the one of book-call.ts. */
export const schedulePage: Content["schedulePage"] = {
  heading: "Pick a time for your strategy call",
  lead: "Free, 20 minutes. Choose what suits you, then tell us what slows your business down.",
  empty: "No time is open just now. Send us the form, and we find one together.",
  toForm: "Send it with the form",
  zoneLabel: "Times are shown in",
  showZone: "Show",
  earlier: "Earlier days",
  later: "Later days",
  otherTime: "Pick another time",
  nearest: "These times are open",
  /** Beside the visitor's own. */
  ours: "{time} on our clock",
  phone: "Phone number to call",
  weCall: "We call you at {number}.",
  mailed: "The invitation is on its way to your email, with a link to move or cancel the call.",
  moveHeading: "Move your call",
  move: "Move the call",
  cancel: "Cancel the call",
  download: "Add it to your calendar",
  again: "Pick a time",
  states: {
    booked: "Your call is booked",
    cancelled: "This call is cancelled",
    missed: "This call is over",
    over: "This call is over",
  },
  notices: {
    taken: "This time is taken. Pick another one.",
    never: "No call can be at this time. Pick another one.",
    unreadable: "That could not be read. Pick a time once more.",
    "has-call": "A call is already booked for this email address.",
    over: "This call has begun or was cancelled, so it cannot be changed.",
    unavailable:
      "The open times cannot be read just now. Load this page again in a minute, or send the form.",
  },
};

/** The page of calls in the inbox, and what the command line says of them. */
export const calls: Content["calls"] = {
  heading: "Calls",
  next: "Next",
  upcoming: "To come",
  past: "In the last week",
  none: "No call is booked.",
  when: "When",
  who: "Who",
  number: "Number to call",
  suspected: "looks like spam",
  actions: "Change",
  move: "Move",
  moveTo: "Move to, on your clock",
  cancel: "Cancel the call",
  missed: "Did not come",
  states: { booked: "Booked", cancelled: "Cancelled", missed: "Did not come" },
  closed: "Closed times",
  noClosed: "Nothing is closed beyond your hours.",
  from: "From",
  to: "To",
  close: "Close this time",
  open: "Open again",
  taken: "Another call or a closed time is in the way. Nothing was changed.",
  over: "This call has begun or was cancelled. Nothing was changed.",
  feed: "Subscribe to all calls in your calendar program. Whoever has this address can read them:",
};
