/**
 * Mails about a call. Mails to visitors repeat
 * only two typed texts: a given name and a number.
 */

import type { Booking } from "../../contract/call/booking.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { CALENDARS, CANCEL_FORM } from "../../contract/http/routes.ts";
import { memberName } from "../../contract/inbox/member-name.ts";
import { clocksOf, inZone, nearDay } from "../../contract/locale/in-zone.ts";
import * as times from "../../contract/locale/times.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import type { MailContent } from "../../contract/mail/mail.ts";
import {
  choices,
  fields,
  linkRow,
  links,
  paragraph,
  rows,
  words,
} from "../deliveries/mail/body.ts";
import type { Body, Letter, Link } from "../deliveries/mail/body.ts";
import {
  visitorLetter,
  type VisitorTexts,
} from "../deliveries/mail/visitor-letter.ts";
import type { Outgoing } from "../deliveries/outbox-rows.ts";
import { numberAndWords } from "../deliveries/phone-number.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import {
  leadFieldsOf,
  leadLink,
  namesOf,
  noteOnLinks,
  offerOf,
  personOf,
  waysToAnswer,
  wordsApart,
} from "../leads/lead-mail.ts";
import {
  callForAgency,
  callForVisitor,
  changeLink,
  placeRowsOf,
} from "./call-entries.ts";
import { callFile, isOrganizersMailbox } from "./invitation.ts";

/**
 * A reminder has the texts `dayBefore` if the call
 * is further off than this, otherwise `soon`.
 */
const SOON_MS = 12 * HOUR_MS;

function invitationMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { lead } = outgoing;
  const { booking, occasion } = callOf(outgoing);
  const { content, schedulePage } = settings;
  const { attached: value, visitor } = content.call;
  const isOff = occasion === "cancelled";
  const letter = visitorMail(
    outgoing,
    settings,
    { ...visitor[occasion], news: schedulePage.states[occasion] },
    isOff
      ? [links(offerOf(booking.leadId, settings))]
      : [calendarsOf(booking, settings), ...changesOf(booking, settings)],
    isOff ? [] : [{ label: schedulePage.invite, value }],
  );
  return {
    ...letter,
    calendar: callFile(callForVisitor(booking, lead, settings), lead.email),
  };
}

function reminderMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { booking } = callOf(outgoing);
  const { visitor, reminder: news } = settings.content.call;
  const isDayBefore = Date.parse(booking.startsAt) - settings.now() > SOON_MS;
  return visitorMail(
    outgoing,
    settings,
    { ...(isDayBefore ? visitor.dayBefore : visitor.soon), news },
    callLinks(booking, settings),
  );
}

type CallTexts = Pick<VisitorTexts, "subject" | "text"> & { news: string };

function visitorMail(
  outgoing: Outgoing,
  settings: MailSettings,
  { news, ...texts }: CallTexts,
  ending: Body,
  moreRows: ReturnType<typeof placeRowsOf> = [],
) {
  const { timeZone, timeUntil, schedulePage } = settings;
  const { booking } = callOf(outgoing);
  const { startsAt, state } = booking;
  const zone = times.zoneOr(timeZone, booking.zone);
  const values = {
    ...timesNamed(outgoing, zone, settings),
    left: timeUntil(startsAt),
  };
  const comes = state === "booked";
  const head = [
    paragraph(news, comes ? "news" : "heading"),
    ...momentOf(outgoing, zone, settings),
    ...(comes ? [rows(...placeRowsOf(booking, settings), ...moreRows)] : []),
  ];
  const letter = visitorLetter(
    outgoing.lead,
    { ...texts, head, isLast: state === "cancelled" },
    values,
    [...(comes ? [paragraph(schedulePage.ready)] : []), ...ending],
    settings,
  );
  return { ...letter, edge: PARAGRAPHS[state].edge };
}

/**
 * As on the page of a call: how its time
 * looks, and the color of the card's edge.
 */
const PARAGRAPHS = {
  booked: { moment: "heading", edge: "done" },
  came: { moment: "over", edge: "paper-rule" },
  missed: { moment: "over", edge: "paper-rule" },
  cancelled: { moment: "struck", edge: "paper-rule" },
} as const;

/**
 * Day, clock and zone, each on its own line, as on
 * the page of the call; above, the former time.
 */
function momentOf(
  outgoing: Outgoing,
  zone: string,
  { schedulePage: { former, ours }, timeZone, locale }: MailSettings,
): Body {
  const { booking, occasion } = callOf(outgoing);
  const { startsAt, state } = booking;
  const clocks = clocksOf(startsAt, zone, timeZone, locale);
  const ourTime = clocks.agencyTime
    ? `, ${fillIn(ours, { time: clocks.agencyTime })}`
    : "";
  const lines = [clocks.day, clocks.time, clocks.zone + ourTime];
  const moment = paragraph(lines.join("\n"), PARAGRAPHS[state].moment);
  const { movedFrom } = outgoing.event ?? {};
  if (occasion !== "moved" || movedFrom === undefined) return [moment];
  const time = times.briefTime(movedFrom, zone, locale);
  return [paragraph(fillIn(former, { time }), "former"), moment];
}

/** The times that a sentence or a subject can name. */
function timesNamed(
  outgoing: Outgoing,
  zone: string,
  { locale, now }: MailSettings,
) {
  const { startsAt } = callOf(outgoing).booking;
  const movedFrom = outgoing.event?.movedFrom ?? startsAt;
  return {
    time: times.shortTime(startsAt, zone, locale),
    former: times.shortTime(movedFrom, zone, locale),
    moment: times.briefTime(startsAt, zone, locale),
    day:
      nearDay(startsAt, zone, locale, now()) ??
      times.dayName(startsAt, zone, locale),
    clock: times.timeOfDay(startsAt, zone, locale),
  };
}

/** A button to the call's page with its ways into a calendar open. */
function calendarsOf(booking: Booking, settings: MailSettings) {
  const { add: label } = settings.schedulePage.calendars;
  const { url } = changeLink(booking, settings);
  return links({ label, url: `${url}${CALENDARS}` });
}

/** The page of the call as the next step, and its changes. */
function callLinks(booking: Booking, settings: MailSettings): Body {
  const { changes, url } = changeLink(booking, settings);
  const see = links({ label: settings.content.call.see, url });
  return changes === "none" ? [see] : [see, ...changesOf(booking, settings)];
}

/** Two buttons, and until when they work, or one link after that. */
function changesOf(booking: Booking, settings: MailSettings): Body {
  const { move, cancel } = settings.content.call;
  const { changes, label, url } = changeLink(booking, settings);
  if (changes === "none") return [linkRow({ label, url })];
  const buttons = choices(
    { label: move, url: `${url}&move` },
    { label: cancel, url: `${url}${CANCEL_FORM}` },
  );
  return changes === "while ahead"
    ? [buttons]
    : [buttons, paragraph(label, "caption")];
}

/**
 * Tells the agency that a call was booked, moved or cancelled.
 * @param reader the address of a recipient of the mail;
 * undefined for the message to a chat. A chat cuts long
 * texts, so the message begins with the links.
 */
function bookingMail(
  outgoing: Outgoing,
  settings: MailSettings,
  reader?: string,
): Letter {
  const { lead, event, suspected } = outgoing;
  const { content, from, timeZone } = settings;
  const { booking, occasion } = callOf(outgoing);
  const { somebody, agency, own, labels } = content.call;
  const values = {
    ...namesOf(lead),
    ...timesNamed(outgoing, timeZone, settings),
    by: event?.by === undefined ? somebody : memberName(event.by),
  };
  const callFields = callFieldsOf(outgoing, settings);
  const news = newsOf(outgoing, settings, values);
  const subject = fillIn(agency[occasion].subject, values);
  const [theirWords, otherFields] = wordsOf(outgoing, settings);
  if (reader === undefined)
    return {
      subject,
      body: [
        ...news,
        links(...leadLinks(outgoing, settings)),
        fields(
          ...callFields,
          { label: labels.reason, value: event?.reason ?? "" },
          ...leadFieldsOf(outgoing, settings),
        ),
      ],
    };
  const isOwn = isOrganizersMailbox(reader, from);
  return {
    subject,
    edge: suspected ? "signal" : PARAGRAPHS[booking.state].edge,
    body: [
      personOf(lead, booking.state === "booked" ? "title" : "heading"),
      ...news,
      ...theirWords,
      ...nextSteps(outgoing, settings, reader),
      fields(...callFields, ...otherFields),
      ...(isOwn ? [paragraph(own[occasion])] : []),
      noteOnLinks(settings),
    ],
    calendar: callFile(callForAgency(booking, lead, settings), reader),
  };
}

/** What happened and when the call is, or that it looks like spam. */
function newsOf(
  outgoing: Outgoing,
  settings: MailSettings,
  values: Readonly<Record<string, string>>,
): Body {
  const { event, suspected } = outgoing;
  const { call, morning } = settings.content;
  const who = event?.by === VISITOR ? "visitor" : "team";
  const { occasion } = callOf(outgoing);
  const happened = fillIn(call.agency[occasion][who], values);
  return [
    paragraph(suspected ? morning.suspected : happened, "news"),
    ...momentOf(outgoing, settings.timeZone, settings),
    ...(suspected ? [paragraph(`${happened} ${call.suspected}`)] : []),
  ];
}

/**
 * The first button is what most readers do:
 * judge, look at what is over, or call.
 */
function nextSteps(
  outgoing: Outgoing,
  settings: MailSettings,
  reader: string,
): Body {
  const [first, ...more] = leadLinks(outgoing, settings, reader);
  if (outgoing.suspected) return [links(first), linkRow(...more)];
  const { booking, occasion } = callOf(outgoing);
  const ways = waysToAnswer(outgoing.lead, booking.phone, settings);
  return occasion === "cancelled"
    ? [links(first, ...ways)]
    : [links(...ways), linkRow(first)];
}

/** Links to the lead. The first one of a suspected lead judges it. */
function leadLinks(
  { lead, suspected }: Outgoing,
  settings: MailSettings,
  reader?: string,
): [Link, ...Link[]] {
  const show = leadLink(lead.id, "show", settings, reader);
  if (!suspected) return [show];
  const { url } = leadLink(lead.id, "answer", settings, reader);
  return [{ label: settings.content.links.judge, url }, show];
}

/**
 * What the visitor says now. This mail may be the
 * first about the lead, so it has all fields.
 */
function wordsOf(outgoing: Outgoing, settings: MailSettings) {
  const reason = outgoing.event?.reason;
  if (!reason) return wordsApart(outgoing, settings);
  const label = paragraph(settings.content.call.labels.reason, "label");
  return [[label, words(reason)], leadFieldsOf(outgoing, settings)] as const;
}

function callFieldsOf(outgoing: Outgoing, settings: MailSettings) {
  const { content, timeZone, locale } = settings;
  const { labels } = content.call;
  const { booking, occasion } = callOf(outgoing);
  const { startsAt } = booking;
  const zone = times.zoneOr(timeZone, booking.zone);
  const { agencyTime: theirs } = clocksOf(startsAt, timeZone, zone, locale);
  const { shortDay, time, zone: place } = inZone(startsAt, zone, locale);
  return [
    {
      label: labels.theirs,
      value: theirs && `${shortDay}${time}, ${place}`,
    },
    {
      label: occasion === "cancelled" ? labels.number : labels.phone,
      value: numberAndWords(booking, timeZone),
    },
  ];
}

/**
 * The mail to a visitor who lost a link. It
 * links to the call, or to the open times.
 */
function linkMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { lead, event } = outgoing;
  const { subject, heading, call, offer } = settings.content.call.asked;
  if (event)
    return plainCallMail(outgoing, settings, { subject, heading, text: call });
  return visitorLetter(
    lead,
    {
      subject,
      head: [paragraph(heading, "heading")],
      text: offer,
    },
    {},
    [links(offerOf(lead.id, settings))],
    settings,
  );
}

/**
 * A mail of {@link PLAIN_CALL_KINDS}. It ends
 * with the links of a call to come, or an offer.
 */
export function plainCallMail(
  outgoing: Outgoing,
  settings: MailSettings,
  { heading: news, ...texts }: MailContent["call"]["missed"],
): Letter {
  const { booking } = callOf(outgoing);
  const ending =
    booking.state === "booked"
      ? callLinks(booking, settings)
      : [links(offerOf(booking.leadId, settings))];
  return visitorMail(outgoing, settings, { ...texts, news }, ending);
}

function callOf({ event }: Outgoing) {
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
};
