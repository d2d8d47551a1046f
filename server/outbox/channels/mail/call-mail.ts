/** Mails about a call, with its invitation. Those to visitors repeat none of the form's text. */
import { roomOf, type Booking } from "../../../../contract/booking.ts";
import type { Outgoing } from "../../../../contract/delivery.ts";
import { emailOrPhone, type LeadRow } from "../../../../contract/lead.ts";
import { fillIn } from "../../../../contract/mail.ts";
import { telephone } from "../../../../contract/telephone.ts";
import { calendarLinks } from "./calendar-links.ts";
import { callFile, isOrganizers, type Call } from "./invitation.ts";
import { COMING_FIELD } from "../../../../contract/page.ts";
import { INBOX } from "../../../../contract/routes.ts";
import { VISITOR } from "../../../../contract/delivery.ts";
import { shownNumber } from "../../phone-number.ts";
import { callLink, offerLink } from "../../links/signed-links.ts";
import { fieldsOf, leadLinks, namesOf } from "./lead-mail.ts";
import type { MailSettings } from "../settings.ts";
import { fields, furtherLinks, links, paragraph, framed, type Letter } from "./body.ts";
import {
  briefTime,
  haveSameClock,
  relativeDay,
  shownDuration,
  shownTime,
  timeOfDay,
} from "../../../../contract/locale/times.ts";
import { safeFirstName, zoneOr } from "./text.ts";

const DAY_BEFORE = "call-reminder-24h";

export function invitationMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { lead, kind } = outgoing;
  const { content, site, timeZone, locale, now } = settings;
  const { booking, what } = callOf(outgoing);
  const said =
    content.call.visitor[kind === "invitation" ? what : kind === DAY_BEFORE ? "dayBefore" : "soon"];
  const zone = zoneOr(timeZone, booking.zone);
  const time = shownTime(booking.startsAt, zone, locale);
  const ours = shownTime(booking.startsAt, timeZone, locale);
  const values = {
    brand: site.brandName,
    time,
    ours,
    former: formerTime(outgoing, booking.zone, settings),
    moment: briefTime(booking.startsAt, zone, locale),
    clock: timeOfDay(booking.startsAt, zone, locale),
    day: relativeDay(booking.startsAt, zone, now(), locale),
    left: shownDuration(Date.parse(booking.startsAt) - now(), locale),
  };
  const calendar = callForVisitor({ booking, lead }, settings);
  return {
    subject: fillIn(said.subject, values),
    body: framed(
      lead,
      [
        paragraph(fillIn(said.text, values)),
        ...(haveSameClock(booking.startsAt, zone, timeZone, locale)
          ? []
          : [paragraph(fillIn(content.call.ours, values))]),
        ...placeOf(booking, settings).map((text) => paragraph(text)),
        ...(kind === "invitation" && what !== "cancelled" ? [inCalendars(calendar, settings)] : []),
        ...(kind === "invitation" ? [] : [links(comingLink(booking, settings))]),
        (what === "cancelled" ? links : furtherLinks)(linkOf(booking, settings)),
      ],
      settings,
      what === "cancelled" ? undefined : time,
    ),
    thread: booking.id,
    ...(kind === "invitation" && { calendar: callFile(calendar, lead.email) }),
  };
}

/**
 * To one of the agency's addresses, with the whole lead: this may be the first mail about it. Its first sentence says what
 * happened, by whom, and when the call was.
 * @param recipient empty: the letter is for a chat
 */
export function bookingMail(outgoing: Outgoing, settings: MailSettings, recipient = ""): Letter {
  const { lead, event, suspected } = outgoing;
  const { content, timeZone, locale } = settings;
  const { booking, what } = callOf(outgoing);
  const { labels, somebody, agency } = content.call;
  const values = {
    ...namesOf(lead),
    by: event?.by ?? somebody,
    time: shownTime(booking.startsAt, timeZone, locale),
    former: formerTime(outgoing, timeZone, settings),
  };
  const said = agency[what];
  const zone = zoneOr(timeZone, booking.zone);
  const theirs = haveSameClock(booking.startsAt, zone, timeZone, locale)
    ? ""
    : shownTime(booking.startsAt, zone, locale);
  const isOff = booking.state === "cancelled";
  const call = [
    { label: labels.theirs, value: theirs },
    { label: isOff ? labels.number : labels.phone, value: booking.phone, url: telephone(booking.phone) },
    { label: labels.reason, value: event?.reason ?? "" },
  ].filter(({ value }) => value !== "");
  const show = links(...leadLinks(lead.id, ["show"], settings, recipient || undefined));
  const inCalendar = callForAgency({ booking, lead }, settings);
  const isWritten = recipient === settings.calendarOwner;
  const isOwn = recipient !== "" && !isWritten && isOrganizers(recipient, settings.from);
  return {
    subject: fillIn(said.subject, values),
    body: [
      paragraph(fillIn(event?.by === VISITOR ? said.visitor : said.team, values)),
      ...(suspected ? [paragraph(content.call.suspected)] : []),
      ...(recipient === "" ? [show] : [fields(...call), show]),
      ...(isOwn ? ownCalendar(withPage(inCalendar, lead, settings), what, settings) : []),
      ...(recipient === "" ? [] : [paragraph(content.replyNote)]),
      fields(...(recipient === "" ? call : []), ...fieldsOf(outgoing, settings)),
    ],
    thread: booking.id,
    calendar: recipient === "" || isWritten ? undefined : callFile(inCalendar, recipient),
  };
}

/** For the mailbox that sends the mails, which no calendar program takes for invited. */
function ownCalendar(call: Call, what: ReturnType<typeof callOf>["what"], settings: MailSettings) {
  const { own } = settings.content.call;
  return [paragraph(own[what]), ...(what === "cancelled" ? [] : [inCalendars(call, settings)])];
}

function inCalendars(call: Call, { content }: MailSettings) {
  const { calendars } = content.call;
  const to = calendarLinks(call);
  return furtherLinks(
    { label: calendars.google, url: to.google },
    { label: calendars.outlook, url: to.outlook },
    { label: calendars.work, url: to.work },
  );
}

/** When a call was before it was moved. */
function formerTime(
  { event }: Pick<Outgoing, "event">,
  zone: string,
  { timeZone, locale }: Pick<MailSettings, "timeZone" | "locale">,
): string {
  const at = event?.movedFrom ?? event?.booking?.startsAt;
  return at === undefined ? "" : shownTime(at, zoneOr(timeZone, zone), locale);
}

/** To a visitor who asked: the link to the call, or to the times that can be picked. */
export function linkMail({ lead, event }: Outgoing, settings: MailSettings): Letter {
  const { content, site, timeZone, locale, links: signed, now } = settings;
  const { asked: link } = content.call;
  const booking = event?.booking;
  const time = booking ? shownTime(booking.startsAt, zoneOr(timeZone, booking.zone), locale) : "";
  const values = { brand: site.brandName, time };
  const offer = { label: link.pick, url: signed.url(site.siteUrl, offerLink(lead.id, now())) };
  const text = fillIn(booking ? link.call : link.offer, values);
  return {
    subject: fillIn(link.subject, values),
    body: framed(lead, [paragraph(text), links(booking ? linkOf(booking, settings) : offer)], settings),
  };
}

/** @throws {Error} for a delivery without a call */
export function missedMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { content, site, timeZone, locale } = settings;
  const { subject, text } = content.call.missed;
  const { booking } = callOf(outgoing);
  const time = shownTime(booking.startsAt, zoneOr(timeZone, booking.zone), locale);
  const values = { brand: site.brandName, time };
  return {
    subject: fillIn(subject, values),
    body: framed(
      outgoing.lead,
      [paragraph(fillIn(text, values)), links(offerOf(outgoing.lead.id, settings))],
      settings,
    ),
    thread: booking.id,
  };
}

interface CallOf {
  booking: Booking;
  lead: Pick<LeadRow, "name" | "email" | "company_name">;
}

/** To move or cancel a call, or to pick a time instead of one that is cancelled. */
function linkOf(booking: Booking, settings: MailSettings) {
  const { content, site, links: signed } = settings;
  return booking.state === "cancelled"
    ? offerOf(booking.leadId, settings)
    : { label: content.call.change, url: signed.url(site.siteUrl, callLink(booking)) };
}

/** In reminders: the page behind it asks for a press. */
const comingLink = (booking: Booking, { content, site, links: signed }: MailSettings) => ({
  label: content.call.coming,
  url: `${signed.url(site.siteUrl, callLink(booking))}&${COMING_FIELD}`,
});

const offerOf = (leadId: string, { content, site, links: signed, now }: MailSettings) => ({
  label: content.call.again,
  url: signed.url(site.siteUrl, offerLink(leadId, now())),
});

export function callForVisitor({ booking, lead }: CallOf, settings: MailSettings): Call {
  const { label, url } = linkOf(booking, settings);
  const summary = fillIn(settings.content.call.summary, { brand: settings.site.brandName });
  const details = [...placeOf(booking, settings), `${label}: ${url}`];
  return { ...calendarCall({ booking, lead }, settings), summary, details };
}

export function callForAgency({ booking, lead }: CallOf, settings: MailSettings): Call {
  const { summaryForUs, labels } = settings.content.call;
  const names = namesOf(lead);
  const number = booking.phone === "" ? [] : [`${labels.phone}: ${booking.phone}`];
  const place = settings.place.kind === "link" ? placeOf(booking, settings) : number;
  const details = [...place, `${names.name}, ${names.company}`, emailOrPhone(lead.email)];
  return { ...calendarCall({ booking, lead }, settings), summary: fillIn(summaryForUs, names), details };
}

/** The entry leads to the page of the lead. */
export function withPage(call: Call, { id }: Pick<LeadRow, "id">, { site }: MailSettings): Call {
  return { ...call, details: [...call.details, new URL(INBOX.lead(id), site.siteUrl).href] };
}

function calendarCall({ booking, lead }: CallOf, { from: organizer, timeZone, locale, place }: MailSettings) {
  const visitor = { name: safeFirstName(lead.name) ?? "", address: lead.email };
  return {
    booking: { ...booking, zone: zoneOr(timeZone, booking.zone) },
    timeZone,
    locale,
    organizer,
    visitor,
    location: place.kind === "link" ? roomOf(place, booking) : booking.phone,
  };
}

/** A sentence, or none once the call is cancelled. */
function placeOf(booking: Booking, { place, content }: Pick<MailSettings, "place" | "content">) {
  const { state } = booking;
  const number = shownNumber(booking);
  if (state === "cancelled") return [];
  if (place.kind === "link") return [fillIn(content.call.link, { url: roomOf(place, booking) })];
  return [number === "" ? content.call.noPhone : fillIn(content.call.phone, { number })];
}

function callOf({ event }: Pick<Outgoing, "event">) {
  if (!event?.booking) throw new Error("A mail of a call has no call.");
  const { booking } = event;
  const became = event.type === "booking.moved" ? "moved" : "booked";
  return { booking, what: booking.state === "cancelled" ? "cancelled" : became } as const;
}
