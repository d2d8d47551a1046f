/** The mails to visitors as the editor shows them, about an invented person. */

import type { Booking } from "../../../contract/call/booking.ts";
import type { Content } from "../../../contract/content/schema.ts";
import {
  DAY_MS,
  HOUR_MS,
  isoTime,
  MINUTE_MS,
} from "../../../contract/durations.ts";
import type {
  LeadEvent,
  VisitorMail,
} from "../../../contract/mail/delivery.ts";
import { writeLetter } from "../../calls/letters.ts";
import { serverContent } from "../../content/server-content.ts";
import { themeOf } from "../../content/theme.ts";
import { LOGO_ID, markup, toHtml } from "../../deliveries/mail/html.ts";
import { mailSettings } from "../../deliveries/settings.ts";
import { createSignedLinks } from "../../deliveries/signed-links.ts";
import { escapeMarkup } from "../../http/escape-markup.ts";
import { dateAt, type Clock } from "../../leads/days.ts";
import { testLead } from "../../leads/test-lead.ts";
import type { InboxParts } from "../parts.ts";
import { pictureAddress } from "./addresses.ts";
import { SAMPLE_EMAIL, SAMPLE_PHONE } from "./sample-pages.ts";

/**
 * @param marked the content with marks at its sentences
 * @returns the HTML of the mail, with its subject above it
 */
export function drawMail(
  sample: VisitorMail,
  content: Content,
  marked: Content,
  parts: Pick<InboxParts, "settings" | "timeZone" | "now">,
): string {
  const {
    settings: { contentDir },
    timeZone,
  } = parts;
  const now = () => tenToday(parts);
  const { mail, schedulePage } = marked;
  const server = serverContent({ ...content, mail, schedulePage }, contentDir);
  const from = { name: "", address: content.site.contactEmail };
  const settings = mailSettings(server, {
    from,
    timeZone,
    // The links of these mails lead to nobody's call.
    links: createSignedLinks(sample.name),
    now,
  });
  const lead = {
    ...testLead(server, SAMPLE_EMAIL),
    name: "Sam Porter",
    id: "",
    created_at: isoTime(now()),
  };
  const outgoing = {
    id: "",
    kind: sample.kind,
    target: "",
    lead,
    dueAt: isoTime(now() + DAY_MS),
    event: eventOf(sample, now(), timeZone),
    test: false,
    suspected: false,
  };
  const letter = writeLetter(outgoing, settings, SAMPLE_EMAIL);
  const style = `<style>${themeOf(content).theme.own}</style></head>`;
  const ink = content.colors["paper-text"];
  const above =
    markup`<p style="margin: 16px; font: bold 16px system-ui, sans-serif; color: ${ink}">${letter.subject}</p>`
      .text;
  // A mail carries its logo; a page has it at an address.
  const logo = escapeMarkup(pictureAddress(content.logo?.picture ?? ""));
  return toHtml(letter, settings)
    .replace(`cid:${LOGO_ID}`, logo)
    .replace("</head>", () => style)
    .replace(/<body[^>]*>/, (tag) => tag + above);
}

/** A call in the night would look like a mistake. */
const tenToday = ({ now, timeZone }: Clock): number =>
  dateAt(now(), timeZone).toZonedDateTime({ timeZone, plainTime: "10:00" })
    .epochMilliseconds;

const STATES: Partial<Record<LeadEvent["type"], Booking["state"]>> = {
  "booking.cancelled": "cancelled",
  "booking.missed": "missed",
};

function eventOf(
  { event: type, hoursUntilCall = 24 }: VisitorMail,
  now: number,
  zone: string,
): LeadEvent | undefined {
  if (!type) return undefined;
  const at = isoTime(now);
  const starts = now + hoursUntilCall * HOUR_MS;
  const startsAt = isoTime(starts);
  const endsAt = isoTime(starts + 20 * MINUTE_MS);
  const booking: Booking = {
    id: "",
    leadId: "",
    startsAt,
    endsAt,
    blockedUntil: endsAt,
    state: STATES[type] ?? "booked",
    sequence: 0,
    zone,
    phone: SAMPLE_PHONE,
    createdAt: at,
    updatedAt: at,
  };
  const movedFrom = isoTime(starts + DAY_MS);
  return { type, at, booking, movedFrom };
}
