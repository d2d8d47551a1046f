import type { Content } from "./schema.ts";

/** The operator's pages: short, since they are read in a hurry. */
export const inbox: Content["inbox"] = {
  title: "Inbox | {brand}",
  heading: "Inbox",
  signOut: "Sign out on this device",
  filters: { open: "Open", answered: "Answered", all: "All" },
  filterLabel: "Show",
  searchLabel: "Search name, business, email or text",
  search: "Search",
  empty: {
    open: "Nothing is waiting for an answer.",
    answered: "Nothing was answered yet.",
    all: "No lead has come in yet.",
  },
  noMatch: "No lead matches this search.",
  tick: "Select {name}",
  deleteTicked: "Delete what is selected...",
  columns: { tick: "Select", time: "Time left", who: "Who", service: "About", came: "Came in" },
  overview: {
    label: "How it stands",
    open: "open",
    overdue: "overdue",
    undelivered: "not delivered yet",
    dead: "given up",
    median: "median answer time",
    none: "no answer yet",
    chart: "Leads a day, last {days} days",
  },
  mailFailing: {
    one: "1 mail to you could not be delivered, so you may not hear of new leads. The lead says why.",
    many: "{count} mails to you could not be delivered, so you may not hear of new leads. The leads say why.",
  },
  answered: "Answered",
  overdue: "Overdue by {time}",
  left: "{time} left",
  testMark: "TEST",
  troubled: "{count} not delivered",
  pages: { label: "Pages", previous: "Previous", next: "Next", of: "Page {page} of {pages}" },
};

export const leadWords: Content["leadWords"] = {
  title: "Lead | {brand}",
  back: "All leads",
  due: "Answer due",
  answeredAt: "Answered",
  markAnswered: "Mark as answered",
  reply: "Reply by email",
  reopen: "Not answered after all",
  notes: "Notes",
  noNotes: "No notes yet.",
  noteLabel: "Add a note",
  addNote: "Save note",
  deliveries: "What was sent",
  revive: "Try again",
  delete: "Delete this lead...",
  cameFrom: "Came from",
  consent: "Consent note, version {version}",
  otherConsent: "Sent from a page of another version of the site, whose note this one does not know.",
  tries: { one: "1 try", many: "{count} tries" },
  states: {
    due: "waiting",
    sent: "sent",
    written: "written to a file",
    dead: "given up",
    cancelled: "not needed",
    withheld: "withheld: this address had one within a day",
  },
  kinds: {
    confirmation: "Confirmation to the visitor",
    notification: "Notification to you",
    "reminder-12h": "Reminder after 12 hours",
    "reminder-20h": "Reminder after 20 hours",
    "alarm-24h": "Alarm after 24 hours",
    webhook: "Webhook",
  },
};

export const linkPages: Content["linkPages"] = {
  answer: {
    heading: "Mark this lead as answered?",
    text: "The clock stops and no more reminders are sent.",
    button: "Mark as answered",
  },
  delete: {
    heading: "Delete for good?",
    text: "What was still to be sent is not sent. Notes, deliveries and mails in files go too, and nothing brings them back.",
    button: "Delete for good",
  },
  answered: "This lead is answered. The clock has stopped.",
  "sign-in": {
    heading: "Open the inbox on this device?",
    text: "Anyone with this device can then read the leads until you sign out.",
    button: "Open the inbox",
  },
  errors: {
    expired: { heading: "This link has run out", text: "Make a new one with: npm run leads -- inbox" },
    bad: {
      heading: "This link does not work",
      text: "It may have been cut off on its way. Copy the whole of it, or make a new one with: npm run leads -- inbox",
    },
    "signed-out": {
      heading: "You are signed out",
      text: "Make a link that signs you in with: npm run leads -- inbox",
    },
    missing: { heading: "There is no such lead", text: "It may have been removed." },
    unreadable: {
      heading: "That could not be taken",
      text: "Nothing was changed. Go back and try once more.",
    },
    foreign: {
      heading: "This did not come from the inbox",
      text: "Another site asked for it, so nothing was changed. Open the page here and try once more.",
    },
    unavailable: {
      heading: "The leads cannot be read just now",
      text: "Nothing is lost. Load this page again in a minute.",
    },
  },
};
