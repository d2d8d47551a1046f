/**
 * Writes calls as iCalendar: RFC 5545, 5546
 * (methods), 6047 (mails), 6868 and 7986 (feeds).
 */

import type { Booking } from "../../contract/call/booking.ts";
import { phoneOf } from "../../contract/lead/lead.ts";
import { mailboxOf } from "../../contract/lead/mailbox.ts";
import { withoutInvisible } from "../../contract/lead/typed-text.ts";
import type { Language, Locale } from "../../contract/locale/locale.ts";
import { shownTime } from "../../contract/locale/times.ts";
import type { CallFile } from "../deliveries/mail/body.ts";
import type { MailSettings } from "../deliveries/settings.ts";

type Person = MailSettings["from"];

export interface Call {
  booking: Pick<
    Booking,
    "id" | "startsAt" | "endsAt" | "state" | "sequence" | "updatedAt"
  >;
  /** IANA names; the reader's zone comes first. */
  zones: readonly string[];
  locale: Locale;
  organizer: Person;
  visitor: Person;
  summary: string;
  location: string;
  details: readonly string[];
}

/** The octets that a line may have, without its line break. RFC 5545, 3.1. */
const MAX_LINE = 75;
const REFRESH = "PT15M";

/**
 * Whether the mails come from the recipient's
 * own mailbox, which cannot be invited.
 */
export function isOrganizersMailbox(
  recipient: string,
  organizer: Person,
): boolean {
  return mailboxOf(recipient) === mailboxOf(organizer.address);
}

/**
 * The organizer's file has no METHOD and no ORGANIZER. With these lines,
 * Outlook looks in vain for a meeting to update, and an import can hang.
 */
export function callFile(call: Call, recipient: string): CallFile | undefined {
  const isCancelled = call.booking.state === "cancelled";
  const isOrganizer = isOrganizersMailbox(recipient, call.organizer);
  // Without a METHOD, no file can remove
  // the call from the organizer's calendar.
  if (isOrganizer && isCancelled) return undefined;
  if (isOrganizer)
    return {
      method: undefined,
      text: calendar(call.locale, [], [event(call, [])]),
    };
  const method = isCancelled ? "CANCEL" : "REQUEST";
  const { visitor, organizer } = call;
  const isVisitor = recipient.toLowerCase() === visitor.address.toLowerCase();
  const attendees = isVisitor
    ? [visitor]
    : [visitor, { name: "", address: recipient }];
  const events = [event(call, attendees, organizer)];
  return { method, text: calendar(call.locale, [`METHOD:${method}`], events) };
}

/**
 * @param name the name of a calendar that
 * programs subscribe to; empty for a single file
 */
export function feed(
  calls: readonly Call[],
  language: Language,
  name = "",
): string {
  const subscription = [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ];
  const events = calls.map((call) => event(call, [], call.organizer));
  return calendar(
    language,
    ["METHOD:PUBLISH", ...(name === "" ? [] : subscription)],
    events,
  );
}

function calendar(
  { tag }: Language,
  properties: readonly string[],
  events: readonly string[][],
) {
  const product = `PRODID:-//Nightshift//Nightshift//${new Intl.Locale(tag).language.toUpperCase()}`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    product,
    ...properties,
    ...events.flat(),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/**
 * The time of the call in words, for each zone.
 * Zones with the same words share one text.
 */
export function timesOf({ booking, zones, locale }: Call) {
  const { startsAt } = booking;
  return [...new Set(zones.map((zone) => shownTime(startsAt, zone, locale)))];
}

function event(
  call: Call,
  attendees: readonly Person[],
  organizer?: Person,
): string[] {
  const { booking, summary, location, details } = call;
  const { id, startsAt, endsAt } = booking;
  const { state, sequence, updatedAt } = booking;
  return [
    "BEGIN:VEVENT",
    // Programs recognize a call by its UID, so the
    // UID must not change with the site's address.
    `UID:${id}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${instant(updatedAt)}`,
    `DTSTART:${instant(startsAt)}`,
    `DTEND:${instant(endsAt)}`,
    `STATUS:${state === "cancelled" ? "CANCELLED" : "CONFIRMED"}`,
    "TRANSP:OPAQUE",
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped([timesOf(call).join("\n"), ...details].join("\n\n"))}`,
    ...(location === "" ? [] : [`LOCATION:${escaped(location)}`]),
    ...(organizer ? [`ORGANIZER${person(organizer)}`] : []),
    // No guest is asked to accept. A guest with a
    // number in place of an address is not invited.
    ...attendees
      .filter(({ address }) => phoneOf(address) === undefined)
      .map(
        (one) =>
          `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE${person(one)}`,
      ),
    "END:VEVENT",
  ];
}

function person({ name, address }: Person): string {
  // In a parameter, `^^` stands for a caret,
  // and `^'` for a quotation mark. RFC 6868, 3.
  const commonName = withoutInvisible(name)
    .replaceAll("^", "^^")
    .replaceAll('"', "^'")
    .replaceAll("\n", " ");
  // A `?` in the address would begin header
  // fields, and a `#` a fragment. RFC 6068, 2.
  const uri = encodeURI(withoutInvisible(address).replaceAll("\n", "")).replace(
    /[?#]/g,
    encodeURIComponent,
  );
  return `${commonName === "" ? "" : `;CN="${commonName}"`}:mailto:${uri}`;
}

/** A value of type TEXT. RFC 5545, 3.3.11. */
function escaped(text: string): string {
  return withoutInvisible(text)
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);
}

/** `2027-03-01T09:00:00.000Z` becomes `20270301T090000Z`. */
const instant = (iso: string) =>
  new Date(iso).toISOString().replace(/[-:]|\.\d+/g, "");

/**
 * Breaks a long line between characters:
 * `encodeInto` never writes a part of a character.
 */
function folded(line: string): string {
  // One octet of a line is left for the blank
  // that begins each line after the first.
  const octets = new Uint8Array(MAX_LINE - 1);
  const pieces: string[] = [];
  for (let start = 0; start < line.length;) {
    const { read } = new TextEncoder().encodeInto(line.slice(start), octets);
    pieces.push(line.slice(start, start + read));
    start += read;
  }
  return pieces.join("\r\n ");
}
