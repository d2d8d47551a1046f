/** Mails about a call, with its invitation. Those to visitors repeat none of the form's text. */
import type { Booking } from "../../../../contract/booking.ts";
import type { Outgoing } from "../../../../contract/delivery.ts";
import { emailOrPhone, type LeadRow } from "../../../../contract/lead.ts";
import { fillIn } from "../../../../contract/mail.ts";
import { telephone } from "../../../../contract/telephone.ts";
import { invitation, type Call } from "./invitation.ts";
import { fieldsOf, leadLinks, namesOf, type Reader } from "./lead-mail.ts";
import type { MailSettings } from "../settings.ts";
import { fields, links, paragraph, framed, type Letter } from "./body.ts";
import { shownTime, safeFirstName } from "./text.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A call can be moved often, so its links work long after its first time. */
const LINKS_WORK_DAYS = 365;
/** How long a visitor can pick a time without filling in the form again. */
const OFFER_WORKS_DAYS = 30;

/** The page on which the visitor sees, moves and cancels a call. A call always gets the same link. */
export function callUrl(
  { id, createdAt }: Pick<Booking, "id" | "createdAt">,
  { site, links: signed }: Pick<MailSettings, "site" | "links">,
): string {
  const expiresAt = Date.parse(createdAt) + LINKS_WORK_DAYS * DAY_MS;
  return signed.url(site.siteUrl, { purpose: "booking", subject: id, expiresAt });
}

export function offerUrl(leadId: string, settings: Pick<MailSettings, "site" | "links" | "now">) {
  const expiresAt = settings.now() + OFFER_WORKS_DAYS * DAY_MS;
  return settings.links.url(settings.site.siteUrl, { purpose: "schedule", subject: leadId, expiresAt });
}

export function offerPath(leadId: string, settings: Parameters<typeof offerUrl>[1]): string {
  const { pathname, search } = new URL(offerUrl(leadId, settings));
  return pathname + search;
}

export function invitationMail(outgoing: Outgoing, settings: MailSettings): Letter {
  const { lead, kind } = outgoing;
  const { content, site, timeZone } = settings;
  const { booking, what } = callOf(outgoing);
  const said = content.call.visitor[kind === "invitation" ? what : "soon"];
  const time = shownTime(booking.startsAt, booking.zone);
  const ours = shownTime(booking.startsAt, timeZone);
  const values = { brand: site.brandName, time, ours };
  return {
    subject: fillIn(said.subject, values),
    body: framed(
      lead,
      [
        paragraph(fillIn(said.text, values)),
        ...(ours === time ? [] : [paragraph(fillIn(content.call.ours, values))]),
        ...placeOf(booking, settings).map((text) => paragraph(text)),
        links(linkOf(booking, settings)),
      ],
      settings,
    ),
    ...(kind === "invitation" && {
      calendar: invitation(callForVisitor({ booking, lead }, settings), [lead.email]),
    }),
  };
}

/** To the agency, with the whole lead: this may be the first mail about it. */
export function bookingMail(outgoing: Outgoing, settings: MailSettings, read: Reader = "mail"): Letter {
  const { lead, event, suspected } = outgoing;
  const { content, timeZone, notify } = settings;
  const { booking, what } = callOf(outgoing);
  const { labels } = content.call;
  const values = { ...namesOf(lead), time: shownTime(booking.startsAt, timeZone) };
  const theirs = shownTime(booking.startsAt, booking.zone);
  const call = [
    { label: labels.time, value: values.time },
    { label: labels.theirs, value: theirs === values.time ? "" : theirs },
    { label: labels.phone, value: booking.phone, url: telephone(booking.phone) },
  ].filter(({ value }) => value !== "");
  const show = links(...leadLinks(lead.id, ["show"], settings));
  return {
    subject: fillIn(content.call.agency[what], values),
    body: [
      ...(suspected ? [paragraph(content.call.suspected)] : []),
      ...(event?.by === undefined ? [] : [paragraph(fillIn(content.chat.by, { by: event.by }))]),
      ...(read === "mail" ? [fields(...call), show, paragraph(content.replyNote)] : [show]),
      fields(...(read === "mail" ? [] : call), ...fieldsOf(outgoing, settings)),
    ],
    calendar: invitation(callForAgency({ booking, lead }, settings), notify),
  };
}

interface CallOf {
  booking: Booking;
  lead: Pick<LeadRow, "name" | "email" | "company_name">;
}

/** To move or cancel a call, or to pick a time instead of one that is cancelled. */
function linkOf(booking: Booking, settings: MailSettings) {
  const { again, change } = settings.content.call;
  return booking.state === "cancelled"
    ? { label: again, url: offerUrl(booking.leadId, settings) }
    : { label: change, url: callUrl(booking, settings) };
}

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

function calendarCall({ booking, lead }: CallOf, { from: organizer, timeZone, place }: MailSettings) {
  const visitor = { name: safeFirstName(lead.name) ?? "", address: lead.email };
  return {
    booking,
    timeZone,
    organizer,
    visitor,
    location: place.kind === "link" ? place.url : booking.phone,
  };
}

/** A sentence, or none once the call is cancelled. */
function placeOf({ phone, state }: Booking, { place, content }: Pick<MailSettings, "place" | "content">) {
  if (state === "cancelled") return [];
  if (place.kind === "link") return [fillIn(content.call.link, { url: place.url })];
  return [phone === "" ? content.call.noPhone : fillIn(content.call.phone, { number: phone })];
}

function callOf({ event }: Pick<Outgoing, "event">) {
  if (!event?.booking) throw new Error("A mail of a call has no call.");
  const { booking } = event;
  const became = booking.sequence > 0 ? "moved" : "booked";
  return { booking, what: booking.state === "cancelled" ? "cancelled" : became } as const;
}
