/** Mails about a call. Mails to visitors repeat only two typed texts: a given name and a number. */
import { roomUrl, type Booking } from "../../contract/call/booking.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { emailOrPhone } from "../../contract/lead/lead.ts";
import { givenName } from "../../contract/lead/given-name.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { telUrl } from "../../contract/lead/telephone.ts";
import { callFile, isOrganizersMailbox, type Call } from "./invitation.ts";
import { COMING_FIELD } from "../../contract/http/page.ts";
import type { Outgoing } from "../deliveries/outbox-rows.ts";
import { shownNumber } from "../deliveries/phone-number.ts";
import { callLink, offerLink } from "../deliveries/signed-links.ts";
import {
  fieldsOf,
  leadLink,
  namesOf,
  type Visitor,
} from "../leads/lead-mail.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import type { MailContent } from "../../contract/mail/mail.ts";
import {
  fields,
  furtherLinks,
  links,
  paragraph,
  visitorLetter,
} from "../deliveries/mail/body.ts";
import type { Body, Letter } from "../deliveries/mail/body.ts";
import * as times from "../../contract/locale/times.ts";
import { nearDay } from "../../contract/locale/in-zone.ts";
import { zoneOr } from "../deliveries/mail/text.ts";

/** A reminder has the texts `dayBefore` if the call is further off than this, otherwise `soon`. */
const SOON_MS = 12 * HOUR_MS;

export function invitationMail(
  outgoing: Outgoing,
  settings: MailSettings,
): Letter {
  const { lead } = outgoing;
  const { booking, occasion } = callOf(outgoing);
  const link = linkOf(booking, settings);
  const ending = [occasion === "cancelled" ? links(link) : furtherLinks(link)];
  const letter = visitorMail(outgoing, settings, occasion, ending);
  return {
    ...letter,
    calendar: callFile(callForVisitor(booking, lead, settings), lead.email),
  };
}

export function reminderMail(
  outgoing: Outgoing,
  settings: MailSettings,
): Letter {
  const { content, site, links: signed, now } = settings;
  const { booking } = callOf(outgoing);
  const isDayBefore = Date.parse(booking.startsAt) - now() > SOON_MS;
  // Mail scanners open links, too, so this link only opens a page with a button that confirms.
  const url = `${signed.url(site.siteUrl, callLink(booking))}&${COMING_FIELD}`;
  const coming = links({ label: content.call.coming, url });
  const ending = [coming, furtherLinks(linkOf(booking, settings))];
  return visitorMail(
    outgoing,
    settings,
    isDayBefore ? "dayBefore" : "soon",
    ending,
  );
}

type TextName = keyof MailContent["call"]["visitor"];

function visitorMail(
  outgoing: Outgoing,
  settings: MailSettings,
  textName: TextName,
  ending: Body,
) {
  const { content, timeZone, locale, now, ready } = settings;
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
  const isLast = textName === "cancelled";
  const isSameClock = times.haveSameClock(startsAt, zone, timeZone, locale);
  const body = [
    ...(isSameClock ? [] : [fillIn(content.call.ours, values)]),
    ...(isLast ? [] : [...placeOf(booking, settings), ready]),
  ].map((sentence) => paragraph(sentence));
  const texts = { ...content.call.visitor[textName], isLast };
  const heading = isLast ? undefined : time;
  return visitorLetter(
    lead,
    texts,
    values,
    [...body, ...ending],
    settings,
    heading,
  );
}

/**
 * Tells the agency that a call was booked, moved or cancelled.
 * @param reader the address of a recipient of the mail; undefined for the message to a chat. A chat
 * cuts long texts, so the message begins with the links.
 */
export function bookingMail(
  outgoing: Outgoing,
  settings: MailSettings,
  reader?: string,
): Letter {
  const { lead, event, suspected } = outgoing;
  const { content, from, timeZone, locale } = settings;
  const { booking, occasion } = callOf(outgoing);
  const { startsAt, phone } = booking;
  const { labels, somebody, agency, own, suspected: doubt } = content.call;
  const values = {
    ...namesOf(lead),
    by: event?.by ?? somebody,
    time: times.shownTime(startsAt, timeZone, locale),
    former: times.shownTime(event?.movedFrom ?? startsAt, timeZone, locale),
  };
  const zone = zoneOr(timeZone, booking.zone);
  const isSameClock = times.haveSameClock(startsAt, zone, timeZone, locale);
  const numberLabel = occasion === "cancelled" ? labels.number : labels.phone;
  const callFields = [
    {
      label: labels.theirs,
      value: isSameClock ? "" : times.shownTime(startsAt, zone, locale),
    },
    { label: numberLabel, value: phone, url: telUrl(phone) },
    { label: labels.reason, value: event?.reason ?? "" },
  ];
  const judge = {
    ...leadLink(lead.id, "answer", settings, reader),
    label: content.links.judge,
  };
  const show = leadLink(lead.id, "show", settings, reader);
  const leadLinks = links(...(suspected ? [judge] : []), show);
  const who = event?.by === VISITOR ? "visitor" : "team";
  const news = paragraph(fillIn(agency[occasion][who], values));
  const intro = suspected ? [news, paragraph(doubt)] : [news];
  const subject = fillIn(agency[occasion].subject, values);
  // This mail may be the first about the lead, so the mail has all fields.
  const leadFields = fieldsOf(outgoing, settings);
  if (reader === undefined)
    return {
      subject,
      body: [...intro, leadLinks, fields(...callFields, ...leadFields)],
    };
  const organizerNote = isOrganizersMailbox(reader, from)
    ? [paragraph(own[occasion])]
    : [];
  const notes = [...organizerNote, paragraph(content.replyNote)];
  return {
    subject,
    body: [
      ...intro,
      fields(...callFields),
      leadLinks,
      ...notes,
      fields(...leadFields),
    ],
    calendar: callFile(callForAgency(booking, lead, settings), reader),
  };
}

/** The mail to a visitor who lost a link. It links to the call, or to the open times. */
export function linkMail(
  { lead, event }: Outgoing,
  settings: MailSettings,
): Letter {
  const { subject, call, offer, pick } = settings.content.call.asked;
  const booking = event?.booking;
  const text = booking ? call : offer;
  const time = booking ? timeForVisitor(booking, settings) : "";
  const link = booking
    ? linkOf(booking, settings)
    : offerOf(lead.id, settings, pick);
  return visitorLetter(
    lead,
    { subject, text },
    { time },
    [links(link)],
    settings,
  );
}

export function missedMail(outgoing: Outgoing, settings: MailSettings): Letter {
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

function linkOf(booking: Booking, settings: MailSettings) {
  const { site, links: signed } = settings;
  return booking.state === "cancelled"
    ? offerOf(booking.leadId, settings)
    : {
        label: changeLabel(booking, settings),
        url: signed.url(site.siteUrl, callLink(booking)),
      };
}

/** The label names the deadline for changes, so the mail stays right when it is read later. */
function changeLabel(
  { startsAt, zone }: Booking,
  settings: MailSettings,
): string {
  const { content, changeNoticeHours, timeZone, locale, now } = settings;
  const { change, changeUntil, see } = content.call;
  if (changeNoticeHours === 0) return change;
  const deadline = Date.parse(startsAt) - changeNoticeHours * HOUR_MS;
  if (deadline <= now()) return see;
  const time = times.shownTime(
    new Date(deadline).toISOString(),
    zoneOr(timeZone, zone),
    locale,
  );
  return fillIn(changeUntil, { until: time });
}

const offerOf = (
  leadId: string,
  { content, site, links: signed, now }: MailSettings,
  label = content.call.again,
) => ({ label, url: signed.url(site.siteUrl, offerLink(leadId, now())) });

export function callForVisitor(
  booking: Booking,
  lead: Visitor,
  settings: MailSettings,
): Call {
  const { label, url } = linkOf(booking, settings);
  const { summary } = settings.content.call;
  const details = [...placeOf(booking, settings), `${label}: ${url}`];
  const call = calendarCall(booking, lead, settings);
  // In the visitor's file, the visitor's zone comes first.
  return { ...call, zones: call.zones.toReversed(), summary, details };
}

export function callForAgency(
  booking: Booking,
  lead: Visitor,
  settings: MailSettings,
): Call {
  const { summaryForUs, labels } = settings.content.call;
  const names = namesOf(lead);
  const numberLines =
    booking.phone === "" ? [] : [`${labels.phone}: ${booking.phone}`];
  const place =
    settings.place.kind === "link" ? placeOf(booking, settings) : numberLines;
  const details = [
    ...place,
    `${names.name}, ${names.company}`,
    emailOrPhone(lead.email),
  ];
  const summary = fillIn(summaryForUs, names);
  return { ...calendarCall(booking, lead, settings), summary, details };
}

function calendarCall(booking: Booking, lead: Visitor, settings: MailSettings) {
  const { from: organizer, timeZone, locale, place } = settings;
  return {
    booking,
    zones: [timeZone, zoneOr(timeZone, booking.zone)],
    locale,
    organizer,
    visitor: { name: givenName(lead.name) ?? "", address: lead.email },
    location: place.kind === "link" ? roomUrl(place, booking) : booking.phone,
  };
}

/** Sentences that say where the call takes place. */
function placeOf(
  booking: Booking,
  { place, content }: Pick<MailSettings, "place" | "content">,
) {
  const number = shownNumber(booking);
  if (booking.state === "cancelled") return [];
  if (place.kind === "link")
    return [fillIn(content.call.link, { url: roomUrl(place, booking) })];
  if (number === "") return [content.call.noPhone];
  const { from } = place;
  const caller =
    from === undefined ? [] : [fillIn(content.call.from, { number: from })];
  return [fillIn(content.call.phone, { number }), ...caller];
}

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
