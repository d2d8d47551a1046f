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
      "Together you pick a time for the call. It takes {minutes} minutes, {place}.",
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
        subject: "{moment}: your strategy call",
        text: "Your free strategy call with {brand} is booked.",
      },
      moved: {
        subject: "{moment}: your strategy call has moved",
        text: "Your free strategy call with {brand} has moved. It was on {former}.",
      },
      cancelled: {
        subject: "Canceled: your strategy call, {moment}",
        text: "Your free strategy call on {time} is canceled.",
      },
      dayBefore: {
        subject: "{day} at {clock}: your strategy call",
        text: "A reminder of your free strategy call with {brand}.",
      },
      soon: {
        subject: "In {left}, at {clock}: your strategy call",
        text: "Your free strategy call with {brand} begins in {left}.",
      },
    },
    calendars: {
      google: "Add to Google Calendar",
      outlook: "Add to Outlook.com",
      work: "Add to Microsoft 365",
    },
    hold: {
      subject: "{brand}: confirm your call, {time}",
      text: "Your strategy call on {time} is not booked yet. We hold this time for you until {until}. Open this link and press the button there:",
      confirm: "Confirm the call",
      without:
        "Later, the call is booked if nobody else took the time. We ask because very many calls come in today. In any case we have your request, and call you within 24 hours.",
    },
    asked: {
      subject: "{brand}: the link that you asked for",
      call: "You asked for the link to your free strategy call. The call is on {time}.",
      offer: "You asked for your link. No call is booked for you yet: pick a time here.",
    },
    ours: "In our time zone, that is {ours}.",
    phone: "We call you at {number}, for {minutes} minutes.",
    noPhone: "You gave us no phone number. Reply with one, or tell us how else to reach you.",
    link: "Join the call here: {url}",
    change: "Move or cancel the call",
    again: "Pick another time",
    summary: "Strategy call with {brand}",
    summaryForUs: "Strategy call: {name}, {company}",
    agency: {
      booked: {
        subject: "Call booked: {name}, {company}, {time}",
        visitor: "{name}, {company}, booked a call for {time}.",
        team: "{by} booked a call with {name}, {company}, for {time}.",
      },
      moved: {
        subject: "Call moved: {name}, {company}, {time}",
        visitor: "{name}, {company}, moved the call from {former} to {time}.",
        team: "{by} moved the call with {name}, {company}, from {former} to {time}.",
      },
      cancelled: {
        subject: "Call canceled: {name}, {company}, {time}",
        visitor: "{name}, {company}, canceled the call on {time}.",
        team: "{by} canceled the call with {name}, {company}, on {time}.",
      },
    },
    somebody: "Somebody on your team",
    own: {
      booked:
        "This mailbox sends the invitations, so it cannot be invited itself. Add the call to your calendar: open the attached file, or use one of these links. Such an entry does not follow a move or a cancellation.",
      moved:
        "If you added the call to your calendar, delete that entry, and add the new time: open the attached file, or use one of these links.",
      cancelled: "If you added the call to your calendar, delete that entry.",
    },
    suspected:
      "This booking looks like spam. Its time is reserved, but the visitor has no invitation yet. Open the lead and mark whether it is spam.",
    labels: { theirs: "In the visitor's time zone", phone: "Number to call", number: "The visitor's number" },
  },
  links: {
    reply: "Reply by email",
    answer: "Mark as answered",
    show: "Show this lead",
    note: "Anyone with these links can use them. They work until {until}.",
  },
  holding: {
    subject: "{brand}: calls now wait until they are confirmed",
    text: "More calls were booked within 24 hours than your calendar takes in a day. Until that is over, each further call is held for {held} minutes, until its visitor presses the button behind a link that we mail. No request is lost: each is in your inbox. Do strangers fill your calendar? Mark their leads as spam, and their times are free again.",
    link: "Open the inbox",
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
  skippedEvents: {
    subject: "{brand}: an event of your calendar cannot be read",
    text: "The site cannot work out when some events of your calendars repeat: {events}. Their own dates block times, and so do all other events, but their repetitions may not. Open these events and set how they repeat anew, or delete them if you do not know them.",
    of: "calendar {number} of CALENDAR_URLS, {dates}",
  },
  replyNote: "Reply to this email to write to the customer.",
  cameIn: "Came in",
  wished: "Wanted a call",
  cameFrom: "Came from",
};
