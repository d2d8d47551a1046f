/** What mails and calendars both say of a call. */

import { roomUrl, type Booking } from "../../contract/call/booking.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { HOUR_MS, isoTime } from "../../contract/durations.ts";
import { givenName } from "../../contract/lead/given-name.ts";
import { emailOrPhone } from "../../contract/lead/lead.ts";
import { shortTime, zoneOr } from "../../contract/locale/times.ts";
import { withColon } from "../deliveries/mail/body.ts";
import { shownNumber } from "../deliveries/phone-number.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import { callLink } from "../deliveries/signed-links.ts";
import { namesOf, offerOf, type Visitor } from "../leads/lead-mail.ts";
import type { Call } from "./invitation.ts";

/**
 * The label names the deadline for changes, so
 * the mail stays right when it is read later.
 */
export function changeLink(booking: Booking, settings: MailSettings) {
  const { startsAt, zone } = booking;
  const { content, changeNoticeHours, timeZone } = settings;
  const { locale, now } = settings;
  const { change, changeUntil, see } = content.call;
  const url = settings.links.url(settings.site.siteUrl, callLink(booking));
  if (changeNoticeHours === 0)
    return { changes: "while ahead", label: change, url } as const;
  const deadline = Date.parse(startsAt) - changeNoticeHours * HOUR_MS;
  if (deadline <= now()) return { changes: "none", label: see, url } as const;
  const until = shortTime(isoTime(deadline), zoneOr(timeZone, zone), locale);
  const label = fillIn(changeUntil, { until });
  return { changes: "until a deadline", label, url } as const;
}

export function callForVisitor(
  booking: Booking,
  lead: Visitor,
  settings: MailSettings,
): Call {
  const { label, url } =
    booking.state === "cancelled"
      ? offerOf(booking.leadId, settings)
      : changeLink(booking, settings);
  const { summary } = settings.content.call;
  const place = placeRowsOf(booking, settings).map(rowText);
  const details = [...place, rowText({ label, value: url })];
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
    booking.phone === ""
      ? []
      : [rowText({ label: labels.phone, value: booking.phone })];
  const place =
    settings.place.kind === "link"
      ? placeRowsOf(booking, settings).map(rowText)
      : numberLines;
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

const rowText = ({ label, value }: ReturnType<typeof placeRowsOf>[number]) =>
  `${withColon(label)} ${value}`;

/** Where the call takes place, or who calls from which number. */
export function placeRowsOf(
  booking: Booking,
  { place, content, schedulePage, host }: MailSettings,
) {
  const number = shownNumber(booking);
  const { link, noPhone } = content.call;
  const { who, calls, weCall } = schedulePage;
  const { from, save, where } = schedulePage;
  if (booking.state === "cancelled") return [];
  if (place.kind === "link")
    return [
      {
        label: where,
        value: fillIn(link, { url: roomUrl(place, booking) }),
      },
    ];
  if (number === "") return [{ label: who, value: noPhone }];
  const value = host
    ? fillIn(calls, { name: host.name, number })
    : fillIn(weCall, { number });
  const caller = { label: who, value };
  return place.from === undefined
    ? [caller]
    : [caller, { label: from, value: fillIn(save, { number: place.from }) }];
}
