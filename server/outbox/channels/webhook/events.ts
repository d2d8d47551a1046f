/** Events as receivers get them: data for programs, and messages in the markup of each chat. */
import type { CHATS, Outgoing, LeadEvent } from "../../../../contract/delivery.ts";
import { fillIn } from "../../../../contract/mail.ts";
import { links, paragraph, quoted, type Body } from "../mail/body.ts";
import { bookingMail } from "../mail/call-mail.ts";
import { marked } from "../mail/compose.ts";
import { leadLinks, leadMail, MAX_IN_SUBJECT } from "../mail/lead-mail.ts";
import type { Letter } from "../mail/letter.ts";
import type { MailSettings } from "../settings.ts";
import { shownTime, oneLine } from "../mail/text.ts";
import type { Booking } from "../../../../contract/booking.ts";
import type { Visit } from "../../../../contract/lead-visit.ts";
import { phoneOf, type LeadRow } from "../../../../contract/lead.ts";

/** As Standard Webhooks has it: `type` in dots, `timestamp` of what happened (ISO 8601 in UTC). */
interface LeadWebhookEvent {
  type: "lead.created" | LeadEvent["type"];
  timestamp: string;
  /** `phone`: of a caller without an email, whose `email` is empty then. */
  data: LeadRow & { phone?: string; due_at: string; test: boolean; visit: Visit | undefined } & Partial<
      Omit<LeadEvent, "booking">
    > & { booking?: ReturnType<typeof bookingPayload> | undefined };
}

/** Counts of mails that are not sent; nothing of a lead. */
export interface DeliveryFailing {
  type: "delivery.failing";
  timestamp: string;
  data: { channel: "mail"; since: string; undelivered: number };
}

export type WebhookEvent = LeadWebhookEvent | DeliveryFailing;

/** The same bytes in every attempt, so that a signature can be compared with an earlier one. */
export function leadWebhookEvent({ lead, dueAt, test, visit, event }: Outgoing): LeadWebhookEvent {
  const { type, at, booking, ...happened } = event ?? { type: "lead.created" as const, at: lead.created_at };
  const phone = phoneOf(lead.email);
  const caller = phone === undefined ? {} : { email: "", phone };
  const data = { ...lead, ...caller, due_at: dueAt, test, visit, ...happened };
  return { type, timestamp: at, data: booking ? { ...data, booking: bookingPayload(booking) } : data };
}

/** The call as it is from then on, named like columns as the lead is. */
function bookingPayload({ id, startsAt, endsAt, state, sequence, zone, phone }: Booking) {
  return { id, starts_at: startsAt, ends_at: endsAt, state, sequence, zone, phone };
}

/** The letter of an event; for a new lead, it is the mail without the line about replying. */
export function leadLetter(outgoing: Outgoing, settings: MailSettings): Letter {
  const { event, lead, test } = outgoing;
  const { content } = settings;
  const letter = event?.booking
    ? bookingMail(outgoing, settings, "chat")
    : event
      ? {
          subject: fillIn(content.chat[event.outcome ?? "answered"], {
            name: oneLine(lead.name, MAX_IN_SUBJECT),
            company: oneLine(lead.company_name, MAX_IN_SUBJECT),
          }),
          body: [
            ...(event.by === undefined ? [] : [paragraph(fillIn(content.chat.by, { by: event.by }))]),
            links(...leadLinks(lead.id, ["show"], settings)),
          ],
        }
      : leadMail({ ...outgoing, kind: "notification" }, settings, "chat");
  return test ? marked(letter, content) : letter;
}

export function failingLetter({ data }: DeliveryFailing, { content, timeZone }: MailSettings): Letter {
  const values = { count: String(data.undelivered), since: shownTime(data.since, timeZone) };
  return { subject: fillIn(content.chat.failing, values), body: [] };
}

interface Chat {
  /** Escapes everything that a visitor typed. */
  escape: (text: string) => string;
  bold: (escaped: string) => string;
  link: (label: string, url: string) => string;
  /** The longest text that is shown whole. UTF-16 code units. */
  limit: number;
  message: (text: string) => object;
}

const CHAT: Record<(typeof CHATS)[number], Chat> = {
  // Three characters alone have a meaning that reaches others. Source: Slack, "Formatting text for app surfaces".
  slack: {
    escape: (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    bold: (escaped) => `*${escaped}*`,
    link: (label, url) => `<${url}|${label}>`,
    limit: 4_000,
    message: (text) => ({ text, unfurl_links: false, unfurl_media: false }),
  },
  // Nothing that was typed can mention anybody. Source: Discord, "Allowed Mentions Object".
  discord: {
    escape: (text) => text.replaceAll(/[\\`*_~|<>[\]()#@-]|:(?=\/\/)/g, "\\$&"),
    bold: (escaped) => `**${escaped}**`,
    link: (label, url) => `[${label}](<${url}>)`,
    limit: 2_000,
    message: (content) => ({ content, allowed_mentions: { parse: [] } }),
  },
};

/** The body to post. A text that is too long loses its end, the visitor's text; the link shows all of it. */
export function chatMessage(name: keyof typeof CHAT, { subject, body }: Letter): object {
  const chat = CHAT[name];
  const text = [chat.bold(chat.escape(subject)), ...body.map((block) => blockText(block, chat))].join("\n\n");
  const cut = text.slice(0, chat.limit - 1).replace(/[\uD800-\uDBFF]$/, "");
  return chat.message(text.length > chat.limit ? `${cut}…` : text);
}

function blockText(block: Body[number], { escape, bold, link }: Chat): string {
  switch (block.kind) {
    case "paragraph":
      return escape(block.text);
    case "steps":
      return block.items.map(escape).join("\n");
    case "links":
      return block.links.map(({ label, url }) => link(escape(label), url)).join(" \u00b7 ");
    case "fields":
      return block.fields
        .map(({ label, value }) => `${bold(escape(label))}\n${quoted(escape(value))}`)
        .join("\n");
  }
}
