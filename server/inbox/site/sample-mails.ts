/** The mails to visitors as the editor shows them, about an invented person. */
import type { Booking } from "../../../contract/call/booking.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import type { SampleMail } from "../../../contract/inbox/site-editor.ts";
import type {
  DeliveryKind,
  LeadEvent,
} from "../../../contract/mail/delivery.ts";
import { LETTERS } from "../../calls/letters.ts";
import { serverContent } from "../../content/server-content.ts";
import { themeOf } from "../../content/theme.ts";
import { LOGO_ID, markup, toHtml } from "../../deliveries/mail/body.ts";
import { mailSettings } from "../../deliveries/settings.ts";
import { createSignedLinks } from "../../deliveries/signed-links.ts";
import { escapeMarkup } from "../../http/escape-markup.ts";
import type { Clock } from "../../leads/days.ts";
import { testLead } from "../../leads/test-lead.ts";
import { pictureAddress } from "./addresses.ts";
import { SAMPLE_EMAIL, SAMPLE_PHONE } from "./sample-pages.ts";

interface Occasion {
  kind: Exclude<DeliveryKind, "webhook">;
  event?: LeadEvent["type"];
  /** From now until the call. */
  startsInMs?: number;
  state?: Booking["state"];
}

const OCCASIONS: Record<SampleMail, Occasion> = {
  confirmation: { kind: "confirmation" },
  booked: { kind: "invitation", event: "booking.created" },
  moved: { kind: "invitation", event: "booking.moved" },
  cancelled: {
    kind: "invitation",
    event: "booking.cancelled",
    state: "cancelled",
  },
  dayBefore: { kind: "call-reminder", event: "booking.reminder" },
  soon: {
    kind: "call-reminder",
    event: "booking.reminder",
    startsInMs: 2 * HOUR_MS,
  },
  missed: { kind: "missed", event: "booking.missed", startsInMs: -DAY_MS },
  link: { kind: "link", event: "booking.created" },
};

/**
 * @param marked the content with marks at its sentences
 * @returns the HTML of the mail, with its subject above it
 */
export function drawMail(
  name: SampleMail,
  content: Content,
  marked: Content,
  folder: string,
  { now, timeZone }: Clock,
): string {
  const occasion = OCCASIONS[name];
  const server = { ...serverContent(content, folder), mail: marked.mail };
  const from = { name: "", address: content.site.contactEmail };
  const settings = mailSettings(server, server.site, {
    from,
    timeZone,
    // The links of these mails lead to nobody's call.
    links: createSignedLinks(name),
    now,
  });
  const lead = {
    ...testLead(server, SAMPLE_EMAIL),
    name: "Sam Porter",
    id: "",
    created_at: new Date(now()).toISOString(),
  };
  const outgoing = {
    id: "",
    kind: occasion.kind,
    target: "",
    lead,
    dueAt: new Date(now() + DAY_MS).toISOString(),
    event: eventOf(occasion, now(), timeZone),
    test: false,
    suspected: false,
    owner: undefined,
    againOf: undefined,
    againSince: undefined,
    visit: undefined,
    wish: undefined,
  };
  const { subject, body } = LETTERS[occasion.kind](
    outgoing,
    settings,
    SAMPLE_EMAIL,
  );
  const look = `<style>${themeOf(content).theme.own}</style></head>`;
  const ink = content.colors["paper-text"];
  const above =
    markup`<p style="margin: 16px; font: bold 16px system-ui, sans-serif; color: ${ink}">${subject}</p>`
      .text;
  // A mail carries its logo; a page has it at an address.
  const logo = escapeMarkup(pictureAddress(content.logo?.picture ?? ""));
  return toHtml(subject, body, settings)
    .replace(`cid:${LOGO_ID}`, logo)
    .replace("</head>", () => look)
    .replace(/<body[^>]*>/, (tag) => tag + above);
}

function eventOf(
  { event: type, startsInMs = DAY_MS, state = "booked" }: Occasion,
  now: number,
  zone: string,
): LeadEvent | undefined {
  if (!type) return undefined;
  const at = new Date(now).toISOString();
  const starts = Math.ceil((now + startsInMs) / HOUR_MS) * HOUR_MS;
  const startsAt = new Date(starts).toISOString();
  const endsAt = new Date(starts + 20 * MINUTE_MS).toISOString();
  const booking: Booking = {
    id: "",
    leadId: "",
    startsAt,
    endsAt,
    blockedUntil: endsAt,
    state,
    sequence: 0,
    zone,
    phone: SAMPLE_PHONE,
    createdAt: at,
    updatedAt: at,
  };
  const movedFrom = new Date(starts + DAY_MS).toISOString();
  return { type, at, booking, movedFrom };
}
