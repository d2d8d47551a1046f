/**
 * The text of the mails. The server fills in the placeholders in braces: `{due}` is the time by which the agency has
 * promised to answer, `{left}` what is left until then.
 */
import type { MailContent } from "../../contract/mail.ts";

export const mail: MailContent = {
  test: {
    subject: "[Test] {subject}",
    text: "This is a test of the mails. No customer is waiting for an answer.",
  },
  confirmation: {
    subject: "{brand}: we have your request",
    greeting: "Hi {name},",
    greetingWithoutName: "Hello,",
    received: "Thank you. Your request for a free strategy call is with us.",
    next: "What happens next:",
    steps: [
      "You hear from a specialist within 24 hours (by {due}).",
      "Together you pick a time for the call. It takes 15-20 minutes, by phone or video.",
      "You decide. The call is free, and no is a fine answer.",
    ],
    pickTime: "Or pick a time now",
    reply: "Anything to add? Reply to this email, or call {phone}.",
    sent: "Sent",
    mistake:
      "Did you not ask for this? Someone may have typed your address by mistake. Reply and tell us, or ignore this email.",
  },
  notification: {
    subject: "New lead: {name}, {company}",
    text: "{name} asked for a strategy call. Answer by {due}. You have {left}.",
  },
  reminder: {
    subject: "{left} left to answer {name}, {company}",
    text: "{name} is waiting for an answer. You promised it by {due}. You have {left} left.",
  },
  alarm: {
    subject: "Overdue: {name}, {company}",
    text: "{name} has had no answer. You promised one by {due}. That time is over. Get in touch now.",
  },
  chat: {
    answered: "Answered: {name}, {company}",
    booked: "Call booked: {name}, {company}",
    won: "Won: {name}, {company}",
    lost: "Lost: {name}, {company}",
    spam: "Spam: {name}, {company}",
    by: "By {by}",
    failing: "{count} emails have not been delivered since {since}. You may not hear of new leads by email.",
  },
  call: {
    visitor: {
      booked: {
        subject: "{brand}: your strategy call, {time}",
        text: "Your free strategy call is booked for {time}.",
      },
      moved: {
        subject: "{brand}: your strategy call has moved to {time}",
        text: "Your free strategy call has moved. It is now on {time}.",
      },
      cancelled: {
        subject: "{brand}: your strategy call is cancelled",
        text: "Your free strategy call on {time} is cancelled.",
      },
      soon: {
        subject: "{brand}: reminder of your strategy call, {time}",
        text: "A reminder: your free strategy call is on {time}.",
      },
    },
    ours: "In our time zone, that is {ours}.",
    phone: "We call you at {number}.",
    noPhone: "You gave us no phone number. Reply with one, or tell us how else to reach you.",
    link: "Join the call here: {url}",
    change: "Move or cancel the call",
    again: "Pick another time",
    summary: "Strategy call with {brand}",
    summaryForUs: "Strategy call: {name}, {company}",
    agency: {
      booked: "Call booked: {name}, {company}, {time}",
      moved: "Call moved: {name}, {company}, {time}",
      cancelled: "Call cancelled: {name}, {company}, {time}",
    },
    suspected:
      "This booking looks like spam. Its time is reserved, but the visitor has no invitation yet. Open the lead and mark whether it is spam.",
    labels: { time: "Time of the call", theirs: "In the visitor's time zone", phone: "Number to call" },
  },
  links: {
    reply: "Reply by email",
    answer: "Mark as answered",
    show: "Show this lead",
    note: "Anyone with these links can use them. They work until {until}.",
  },
  signIn: {
    subject: "Open the inbox of {brand}",
    text: "Somebody typed this address to open the inbox of {brand}. If that was you, use the link below. It works once, within 15 minutes.",
    link: "Open the inbox",
    mistake: "Was it not you? Ignore this email: without the link, nobody gets in.",
    labels: { email: "Address that was typed", at: "Asked at", from: "Asked from" },
  },
  suspected: {
    subject: "{brand}: leads that look like spam ({count})",
    text: "Leads that look like spam are waiting for you: {count}. Nothing was sent for them. Look through them, and press “Not spam” on each real customer. You get this mail once a day while there are any.",
    link: "Open the list",
  },
  calendars: {
    subject: "{brand}: calendars that cannot be read ({numbers})",
    text: "Calendars that could not be read for the last six hours, by their position in CALENDAR_URLS: {numbers}. Their last copies still block times, but newer events do not. Run npm run launch-check to see why, and set the new address of any that has moved.",
  },
  replyNote: "Reply to this email to write to the customer.",
  cameIn: "Came in",
  cameFrom: "Came from",
};
