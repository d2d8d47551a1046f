/** When calls can be booked on the site's own scheduling page, and its words. Wall clock times are in `TIME_ZONE`. */
import type { Content } from "./schema.ts";

export const workingHours: Content["workingHours"] = {
  weekly: [{ days: ["monday", "tuesday", "wednesday", "thursday", "friday"], from: "09:00", to: "17:00" }],
  /** `{minutes}` in any sentence. A call keeps `to` of them free. */
  callMinutes: { from: 15, to: 20 },
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
  /** `{place}` in any sentence, in the words below. Or a link: `{ kind: "link", url: "https://meet.example/{id}" }`, where each call gets a room of its own. */
  place: { kind: "phone", orVideo: true },
  /** Reminders by email, in hours before the call: 24, 1, both or none. */
  reminderHours: [24, 1],
};

/** `{place}`, and `{Place}` with a capital, by the `place` above: a phone, a link, or a phone with `orVideo`. */
export const schedulePlaces: Content["schedulePlaces"] = {
  phone: "by phone",
  link: "by video",
  phoneOrVideo: "by phone or video",
};

/** The scheduling page. Its form is the one of book-call.ts. */
export const schedulePage: Content["schedulePage"] = {
  heading: "Pick a time. It is yours.",
  lead: "Every open slot, two weeks at a time. Take one, tell us where calls get lost, and the invitation comes by email.",
  facts: ["{minutes} minutes", "Free, no obligation", "Move or cancel it yourself"],
  boardHeading: "OPEN TIMES",
  zoneLabel: "Times in",
  full: "Full",
  /** For a screen reader, after the time. */
  taken: "taken",
  /** In the place of the chosen time. */
  hint: "Choose a time, then take it.",
  /** The button, until a time is chosen. */
  choose: "Choose a time",
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
  /** For a visitor who lost an invitation; `offer` leads there. */
  ask: {
    heading: "Mail me my link again",
    text: "Type the address that you booked with. We mail it the link that shows, moves or cancels your call.",
    label: "Email",
    wrong: "Enter an email address like name@example.com.",
    button: "Mail me my link",
    sentHeading: "Look into your mailbox",
    sent: "If we know this address, a link is on its way. An address gets only a few mails a day from us.",
    offer: "Lost your link? Mail it to me again",
  },
  ours: "{time} for us",
  gone: "No longer open",
  otherTime: "Pick another time",
  nearest: "These are open, the nearest ones",
  phone: "Phone number to call",
  /** A request that is stored without its call, and why. `{time}` is the one that was asked for. */
  kept: {
    heading: "We have your request.",
    taken: "{time} was just taken: pick another time, or we call you within 24 hours.",
    full: "{time} is taken, and no other time is open just now: we call you within 24 hours.",
    never: "No call can be on {time}: pick another time, or we call you within 24 hours.",
    unreadable: "The time that you picked could not be read: pick one, or we call you within 24 hours.",
    limit:
      "{time} is not booked, since more calls come in than we take at once: try again in an hour, or we call you within 24 hours.",
    unavailable:
      "{time} is not booked, since the calendar did not answer: try again in a minute, or we call you within 24 hours.",
    "has-call":
      "A call is already booked for this email address. The invitation that we mailed has a link to move or cancel it.",
  },
  /** Beside the form. */
  next: [
    "You press the button, and the time is yours.",
    "The invitation comes by email, with a link to move or cancel. Prefer video? Reply to it.",
    "We talk for {minutes} minutes, {place}, and you decide afterwards.",
  ],
  stamp: "BOOKED",
  weCall: "We call you at {number}.",
  mailed: "The invitation goes to {email}, with a link to this page.",
  /** While no invitation is sent. */
  unmailed: "Keep the address of this page: here you move or cancel the call.",
  calendars: {
    add: "Add it to your calendar:",
    google: "Google Calendar",
    outlook: "Outlook.com",
    work: "Microsoft 365",
    file: ".ics file",
  },
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
    held: "This time is held for you",
    moved: "Your call is moved",
    cancelled: "Your call is canceled",
    missed: "This call is over",
    now: "Your call is on now",
    over: "This call is over",
  },
  /** Of a call that is held on days with very many calls. The button is behind the link in the mail. */
  held: {
    mailed:
      "The call is not booked yet. We mailed you a link: open it and press the button there by {until}. Without it the time goes back on the board, and we call you within 24 hours about your request.",
    unmailed:
      "The call is not booked yet. The time is held until {until}, and we get back to you within 24 hours about your request.",
    confirm: "Press the button and the call is booked. The time is held until {until}.",
    over: "The time was held until {until}. It may still be open; your request is with us, and we call you within 24 hours.",
    button: "Book this call",
    again: "Pick another time",
  },
  notices: {
    choose: "No time was chosen. Choose one, then take it.",
    taken: "This time is not open. Pick another one.",
    never: "No call can be at this time. Pick another one.",
    unreadable: "That could not be read. Pick a time once more.",
    over: "This call has begun or was cancelled, so it cannot be changed.",
    full: "No other time is open just now, so the call stays where it is.",
    limit:
      "Very many calls were confirmed today, and this one was not. Your request is with us, and we call you within 24 hours.",
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
  states: { booked: "Booked", held: "Waits to be confirmed", cancelled: "Cancelled", missed: "Did not come" },
  closed: "Closed times",
  noClosed: "Nothing is closed beyond your hours.",
  from: "From",
  to: "To",
  close: "Close this time",
  open: "Open again",
  /** On the page of a lead. */
  one: "Call",
  theirs: "{time} for the visitor",
  book: {
    open: "Book a call",
    openTime: "Open times, on your clock",
    choose: "Choose a time",
    otherTime: "Or any other time, on your clock",
    mailed: "The visitor gets the invitation by email.",
    button: "Book the call",
  },
  refused: {
    taken: "Another call or a closed time is in the way. Nothing was changed.",
    over: "This call has begun or was cancelled. Nothing was changed.",
    past: "This time has passed. Nothing was changed.",
    "has-call": "This person has a call already. Move it instead.",
    spam: "This lead counts as spam. Mark it as not spam before you book a call.",
    number: "Enter the number to call, such as (201) 555-0142. No call was booked.",
    "no-time": "Choose a time. No call was booked.",
    elsewhere: "Calls are booked on another site, so none can be booked here.",
  },
  feed: "Subscribe to all calls in your calendar program. Whoever has this address can read them:",
};
