/** When calls can be booked on the site's own scheduling page, and its words. Wall clock times are in `TIME_ZONE`. */
import type { Content } from "./schema.ts";

export const workingHours: Content["workingHours"] = {
  weekly: [{ days: ["monday", "tuesday", "wednesday", "thursday", "friday"], from: "09:00", to: "17:00" }],
  lengthMinutes: 20,
  /** From one start to the next. */
  stepMinutes: 30,
  /** Kept free after each call. */
  gapMinutes: 10,
  /** How long before its time a call can be booked, or moved to it, at the latest. */
  noticeHours: 4,
  /** Hours before a call from which its visitor can no longer move or cancel it; 0: until it begins. */
  changeNoticeHours: 0,
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
  heading: "Pick a time. It is yours.",
  lead: "Every open slot, two weeks at a time. Take one, tell us where calls get lost, and it is in both calendars.",
  facts: ["20 minutes", "Free, no obligation", "Move or cancel it yourself"],
  boardHeading: "OPEN TIMES",
  zoneLabel: "Times in",
  full: "Full",
  /** For a screen reader, after the time. */
  taken: "taken",
  /** Until the script is there, in the place of the chosen time. */
  hint: "Choose a time, then take it.",
  take: "Take this time",
  earlier: "Earlier days",
  later: "Later days",
  otherwise: "None of these suits you?",
  toForm: "Send us the form",
  /** Above a board that is almost empty. */
  few: "Few times are open in these days. If none suits you, we find one together.",
  /** In the place of the board: all is taken, no times are offered, they cannot be read, or a link opens no call. */
  none: {
    full: {
      heading: "Every time is taken",
      text: "All calls of the next weeks are booked. Send us the form, and we find a time together.",
    },
    closed: {
      heading: "No times to pick just now",
      text: "Calls are set up by hand at the moment. Send us the form, and we agree on a time with you.",
    },
    unavailable: {
      heading: "The board cannot be read",
      text: "The open times cannot be shown just now. Load this page again in a minute, or send us the form.",
    },
    link: {
      heading: "This link opens no call",
      text: "It is not whole, or no longer valid. Open the newest mail about your call and use the link there.",
    },
  },
  /** Beside the visitor's own. */
  ours: "{time} for us",
  gone: "No longer open",
  otherTime: "Pick another time",
  nearest: "These are open, the nearest ones",
  phone: "Phone number to call",
  /** Beside the form. */
  next: [
    "You press the button, and the time is yours.",
    "The invitation comes by email, with a link to move or cancel.",
    "We talk for 20 minutes, and you decide afterwards.",
  ],
  stamp: "BOOKED",
  weCall: "We call you at {number}.",
  mailed: "The invitation comes by email, with a link to this page.",
  download: "Add to my calendar",
  moveHeading: "Move your call",
  movedFrom: "Your call is on {time} until you confirm another time.",
  move: "Move the call",
  cancel: "Cancel the call",
  cancelAsk: "The time goes back on the board, and we do not call.",
  cancelYes: "Yes, cancel it",
  /** In the place of both, from `changeNoticeHours` before the call; our phone number follows. */
  late: "It is too late to move or cancel it here. Please call us at",
  again: "Pick a time",
  states: {
    booked: "Your call is booked",
    cancelled: "This call is cancelled",
    missed: "This call is over",
    now: "Your call is on now",
    over: "This call is over",
  },
  notices: {
    taken: "This time is not open. Pick another one.",
    never: "No call can be at this time. Pick another one.",
    unreadable: "That could not be read. Pick a time once more.",
    over: "This call has begun or was cancelled, so it cannot be changed.",
    full: "No other time is open just now, so the call stays where it is.",
  },
};

/** The page of calls in the inbox, and what the command line says of them. */
export const calls: Content["calls"] = {
  heading: "Calls",
  next: "Next",
  upcoming: "To come",
  past: "Over or cancelled",
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
