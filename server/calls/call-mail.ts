/** Mails about a call. Mails to visitors repeat only two typed texts: a given name and a number. */
import type { Booking } from "../../contract/call/booking.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { callFile, isOrganizersMailbox } from "./invitation.ts";
import type { Outgoing } from "../deliveries/outbox-rows.ts";
import type { Letters } from "../deliveries/mail/compose.ts";
import { localNumber } from "../deliveries/phone-number.ts";
import {
  fieldsOf,
  headlineOf,
  leadLink,
  namesOf,
  waysToAnswer,
  wordsApart,
} from "../leads/lead-mail.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import {
  choices,
  fields,
  furtherLinks,
  links,
  paragraph,
  rows,
} from "../deliveries/mail/body.ts";
import type { Body, Letter } from "../deliveries/mail/body.ts";
import {
  visitorLetter,
  type VisitorTexts,
} from "../deliveries/mail/visitor-letter.ts";
import {
  callForAgency,
  callForVisitor,
  linkOf,
  offerOf,
  placeOf,
} from "./call-entries.ts";
import * as times from "../../contract/locale/times.ts";
import { inZone, nearDay } from "../../contract/locale/in-zone.ts";
import { zoneOr } from "../deliveries/mail/text.ts";

/** A reminder has the texts `dayBefore` if the call is further off than this, otherwise `soon`. */
const SOON_MS = 12 * HOUR_MS;

function invitationMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { lead } = outgoing;
  const { booking, occasion } = callOf(outgoing);
  const { attached: value, visitor } = settings.content.call;
  const isOff = occasion === "cancelled";
  const texts = isOff
    ? visitor.cancelled
    : { ...visitor[occasion], news: settings.schedulePage.states[occasion] };
  const letter = visitorMail(
    outgoing,
    settings,
    texts,
    isOff ? [links(linkOf(booking, settings))] : changesOf(booking, settings),
    isOff ? [] : [{ label: settings.schedulePage.invite, value }],
  );
  return {
    ...letter,
    edge: EDGES[occasion],
    calendar: callFile(callForVisitor(booking, lead, settings), lead.email),
  };
}

/** As on the page of a call. */
const EDGES = {
  booked: "done",
  moved: "done",
  cancelled: "paper-rule",
} as const;

function reminderMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { booking } = callOf(outgoing);
  const { visitor, reminder: news } = settings.content.call;
  const isDayBefore = Date.parse(booking.startsAt) - settings.now() > SOON_MS;
  return visitorMail(
    outgoing,
    settings,
    { ...(isDayBefore ? visitor.dayBefore : visitor.soon), news },
    changesOf(booking, settings),
  );
}

/** A call that comes has its date and clock as the heading. */
type CallTexts = Partial<VisitorTexts> & Pick<VisitorTexts, "subject" | "text">;

function visitorMail(
  outgoing: Outgoing,
  settings: MailSettings,
  texts: CallTexts,
  ending: Body,
  moreRows: ReturnType<typeof placeOf> = [],
) {
  const { content, timeZone, locale, now, schedulePage } = settings;
  const { lead, event } = outgoing;
  const { booking } = callOf(outgoing);
  const { startsAt } = booking;
  const zone = zoneOr(timeZone, booking.zone);
  const time = timeForVisitor(booking, settings);
  const values = {
    time,
    ours: times.shownTime(startsAt, timeZone, locale),
    former: times.shownTime(event?.movedFrom ?? startsAt, zone, locale),
    moment: times.briefTime(startsAt, zone, locale),
    clock: times.timeOfDay(startsAt, zone, locale),
    day:
      nearDay(startsAt, zone, locale, now()) ??
      times.dayName(startsAt, zone, locale),
    left: times.shownDuration(Date.parse(startsAt) - now(), locale),
  };
  const isLast = booking.state === "cancelled";
  const isSameClock = times.haveSameClock(startsAt, zone, timeZone, locale);
  const ours = isSameClock
    ? []
    : [paragraph(fillIn(content.call.ours, values))];
  const call = [
    rows(...placeOf(booking, settings), ...moreRows),
    paragraph(schedulePage.ready),
  ];
  const body = isLast ? ours : [...ours, ...call];
  const heading = linesOf(startsAt, zone, locale);
  return visitorLetter(
    lead,
    { heading, ...texts, isLast },
    values,
    [...body, ...ending],
    settings,
  );
}

/** Day, clock and zone, each on its own line. */
function linesOf(
  iso: string,
  timeZone: string,
  locale: MailSettings["locale"],
) {
  const { day, time, zone } = inZone(iso, timeZone, locale);
  return [day, time, zone].join("\n");
}

/** Two buttons, and until when they work, or one link after that. */
function changesOf(booking: Booking, settings: MailSettings): Body {
  const { move, cancel, change, see } = settings.content.call;
  const { label, url } = linkOf(booking, settings);
  if (label === see) return [furtherLinks({ label, url })];
  const buttons = choices(
    { label: move, url: `${url}&move` },
    { label: cancel, url },
  );
  return label === change
    ? [buttons]
    : [buttons, paragraph(label, { look: "caption" })];
}

/**
 * Tells the agency that a call was booked, moved or cancelled.
 * @param reader the address of a recipient of the mail; undefined for the message to a chat. A chat
 * cuts long texts, so the message begins with the links.
 */
function bookingMail(
  outgoing: Outgoing,
  settings: MailSettings,
  reader?: string,
): Letter {
  const { lead, event, suspected } = outgoing;
  const { content, from, timeZone, locale } = settings;
  const { booking, occasion } = callOf(outgoing);
  const { startsAt, phone } = booking;
  const { somebody, agency, own, suspected: doubt } = content.call;
  const values = {
    ...namesOf(lead),
    by: event?.by ?? somebody,
    time: times.shownTime(startsAt, timeZone, locale),
    former: times.shownTime(event?.movedFrom ?? startsAt, timeZone, locale),
  };
  const callFields = callFieldsOf(outgoing, settings);
  const judge = {
    ...leadLink(lead.id, "answer", settings, reader),
    label: content.links.judge,
  };
  const show = leadLink(lead.id, "show", settings, reader);
  const leadLinks = suspected ? links(judge, show) : choices(show);
  const who = event?.by === VISITOR ? "visitor" : "team";
  const news = fillIn(agency[occasion][who], values);
  const doubts = suspected ? [paragraph(doubt)] : [];
  const subject = fillIn(agency[occasion].subject, values);
  // This mail may be the first about the lead, so the mail has all fields.
  const leadFields = fieldsOf(outgoing, settings);
  const [theirWords, otherFields] = wordsApart(leadFields, settings);
  if (reader === undefined)
    return {
      subject,
      body: [
        paragraph(news),
        ...doubts,
        leadLinks,
        fields(...callFields, ...leadFields),
      ],
    };
  const organizerNote = isOrganizersMailbox(reader, from)
    ? [paragraph(own[occasion])]
    : [];
  return {
    subject,
    edge: suspected ? "signal" : EDGES[occasion],
    body: [
      ...headOf(outgoing, settings, news),
      ...doubts,
      ...theirWords,
      ...(suspected ? [] : waysToAnswer(lead, phone, settings)),
      fields(...callFields, ...otherFields),
      leadLinks,
      ...organizerNote,
    ],
    calendar: callFile(callForAgency(booking, lead, settings), reader),
  };
}

/** Who, what happened, and when the call is or was. */
function headOf(
  outgoing: Outgoing,
  { timeZone, locale }: MailSettings,
  news: string,
): Body {
  const { booking, occasion } = callOf(outgoing);
  return [
    headlineOf(outgoing.lead),
    paragraph(news, { look: "news" }),
    paragraph(linesOf(booking.startsAt, timeZone, locale), {
      look: occasion === "cancelled" ? "struck" : "subheading",
    }),
  ];
}

function callFieldsOf(outgoing: Outgoing, settings: MailSettings) {
  const { content, timeZone, locale } = settings;
  const { labels } = content.call;
  const { booking, occasion } = callOf(outgoing);
  const { startsAt, phone } = booking;
  const zone = zoneOr(timeZone, booking.zone);
  const isSameClock = times.haveSameClock(startsAt, zone, timeZone, locale);
  return [
    {
      label: labels.theirs,
      value: isSameClock ? "" : times.shownTime(startsAt, zone, locale),
    },
    {
      label: occasion === "cancelled" ? labels.number : labels.phone,
      value: localNumber(phone, timeZone),
    },
    { label: labels.reason, value: outgoing.event?.reason ?? "" },
  ];
}

/** The mail to a visitor who lost a link. It links to the call, or to the open times. */
function linkMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { lead, event } = outgoing;
  const { subject, heading, call, offer, pick } = settings.content.call.asked;
  const booking = event?.booking;
  if (booking)
    return visitorMail(
      outgoing,
      settings,
      { subject, news: heading, text: call },
      changesOf(booking, settings),
    );
  return visitorLetter(
    lead,
    { subject, heading, text: offer },
    {},
    [links(offerOf(lead.id, settings, pick))],
    settings,
  );
}

function missedMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { booking } = callOf(outgoing);
  const values = { time: timeForVisitor(booking, settings) };
  const ending = [links(offerOf(booking.leadId, settings))];
  return visitorLetter(
    outgoing.lead,
    settings.content.call.missed,
    values,
    ending,
    settings,
  );
}

const timeForVisitor = (
  { startsAt, zone }: Booking,
  { timeZone, locale }: MailSettings,
) => times.shownTime(startsAt, zoneOr(timeZone, zone), locale);

function callOf({ event }: Pick<Outgoing, "event">) {
  if (!event?.booking)
    throw new Error("The delivery of a mail about a call names no call.");
  const { booking, type } = event;
  if (booking.state === "cancelled")
    return { booking, occasion: "cancelled" } as const;
  return {
    booking,
    occasion: type === "booking.moved" ? "moved" : "booked",
  } as const;
}

/** The mails about calls, by the kind of their delivery. */
export const CALL_LETTERS = {
  invitation: invitationMail,
  booking: bookingMail,
  "call-reminder": reminderMail,
  link: linkMail,
  missed: missedMail,
} satisfies Partial<Letters>;
