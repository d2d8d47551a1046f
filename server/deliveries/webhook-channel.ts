/**
 * Sends Standard Webhooks to programs and, to
 * chats, the text of a mail in the chat's markup.
 */

import { Webhook } from "standardwebhooks";
import type { Booking } from "../../contract/call/booking.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { SECOND_MS } from "../../contract/durations.ts";
import { phoneOf } from "../../contract/lead/lead.ts";
import { nameOfZone } from "../../contract/locale/visitor-zone.ts";
import {
  readTarget,
  type CHATS,
  type LeadEvent,
} from "../../contract/mail/delivery.ts";
import {
  parseTarget,
  requestPublic,
  type AllowedHosts,
} from "../settings/checked-host.ts";
import { codeOf } from "../settings/error-code.ts";
import { quoted, type Letter, type Body } from "./mail/body.ts";
import type { Outgoing } from "./outbox-rows.ts";
import { refused, retry, type SendResult } from "./outbox.ts";
import type { ChannelSettings, MailSettings } from "./settings.ts";

export interface WebhookSettings
  extends AllowedHosts, Omit<ChannelSettings["webhook"], "allowHosts"> {
  mail: MailSettings;
  chatLetter: (outgoing: Outgoing, settings: MailSettings) => Letter;
  timeoutMs?: number;
}

/**
 * The longest of Standard Webhooks, "Request timeouts": a receiver
 * that answers later has taken the event, and gets it again.
 */
const TIMEOUT_MS = 30 * SECOND_MS;
const NOT_PUBLIC =
  "The receiver's address is not on the public internet. WEBHOOK_ALLOW_HOSTS can allow its name.";

export function createWebhookChannel(settings: WebhookSettings) {
  const { mail, chatLetter } = settings;
  return {
    send: (outgoing: Outgoing) =>
      send(settings, outgoing.id, outgoing.target, {
        event: leadWebhookEvent(outgoing),
        writeLetter: () => chatLetter(outgoing, mail),
      }),
    sendEvent: (id: string, target: string, event: DeliveryFailing) =>
      send(settings, id, target, {
        event,
        writeLetter: () => failingLetter(event, mail),
      }),
  };
}

/** A program gets the event, a chat the letter. */
interface Message {
  event: object;
  writeLetter: () => Letter;
}

async function send(
  settings: WebhookSettings,
  id: string,
  target: string,
  { event, writeLetter }: Message,
): Promise<SendResult> {
  const { urls, allowHosts, now, timeoutMs = TIMEOUT_MS } = settings;
  const { chat } = readTarget(target);
  const url = urls.includes(target)
    ? parseTarget(target, allowHosts)
    : undefined;
  if (!url) return refused("This address is not in WEBHOOK_URLS any more.");
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const body = JSON.stringify(
      chat ? chatMessage(chat, writeLetter()) : event,
    );
    const time = new Date(now());
    const headers = signedHeaders(settings.secrets, id, time, body);
    const request = { method: "POST", headers, signal };
    const response = await requestPublic(url, settings, request, body);
    if (!response) return refused(NOT_PUBLIC);
    // An unread body would keep the connection open until the timeout.
    response.on("error", () => undefined).resume();
    const pauseMs = pauseOf(response.headers["retry-after"], time.getTime());
    return resultOfAnswer(response.statusCode ?? 0, pauseMs);
  } catch (error) {
    if (signal.aborted) return retry("The receiver took too long.");
    const code = codeOf(error);
    if (code === undefined) throw error;
    return retry(`The connection to the receiver failed (${code}).`);
  }
}

function signedHeaders(
  secrets: readonly string[],
  id: string,
  time: Date,
  body: string,
) {
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Nightshift-Webhooks",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    // Each secret signs, so that a receiver can
    // change from an old secret to a new secret.
    "webhook-signature": secrets
      .map((secret) => new Webhook(secret).sign(id, time, body))
      .join(" "),
  };
}

/**
 * Reads `Retry-After`: seconds or an HTTP date, whose oldest
 * form names no zone (RFC 9110, 10.2.3). @returns milliseconds
 */
function pauseOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const until = Number.isNaN(seconds)
    ? Date.parse(`${header} GMT`)
    : now + seconds * SECOND_MS;
  return until > now ? Math.ceil(until - now) : undefined;
}

/**
 * Says which answers end the attempts. Source:
 * Standard Webhooks, "Operational considerations".
 * @param pauseMs how long the receiver asks to wait
 */
function resultOfAnswer(
  status: number,
  pauseMs: number | undefined,
): SendResult {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 410)
    return refused("The receiver wants no more events (410).");
  const answer = `The receiver answered ${status}`;
  if (status >= 300 && status < 400)
    return retry(
      `${answer}, a redirect, which is not followed. Set the final address.`,
    );
  return retry(`${answer}.`, [429, 503].includes(status) ? pauseMs : undefined);
}

/**
 * The event tells how many mails are not sent. It tells nothing about a lead.
 */
export interface DeliveryFailing {
  type: "delivery.failing";
  timestamp: string;
  data: { channel: "mail"; since: string; undelivered: number };
}

function leadWebhookEvent(outgoing: Outgoing) {
  const { lead, dueAt, test, visit, event } = outgoing;
  // Without a change, the event reports that the lead was created.
  const change: Partial<LeadEvent> = event ?? {};
  const {
    type = "lead.created",
    at = lead.created_at,
    booking,
    movedFrom,
    ...details
  } = change;
  const call = booking && { ...bookingPayload(booking), moved_from: movedFrom };
  const data = {
    ...lead,
    ...phoneFieldsOf(outgoing),
    due_at: dueAt,
    test,
    visit,
    ...details,
    booking: call,
  };
  return { type, timestamp: at, data };
}

/** The number of a lead without a call, which also has its own. */
function phoneFieldsOf({ lead, wish }: Outgoing) {
  // For a lead that called, the column `email` holds the phone number.
  const phone = phoneOf(lead.email);
  if (phone !== undefined) return { email: "", phone };
  return wish?.phone && { phone: wish.phone, phone_typed: wish.typed };
}

/** Names a call's fields like a lead's: `startsAt` becomes `starts_at`. */
const bookingPayload = (call: Booking) => ({
  id: call.id,
  starts_at: call.startsAt,
  ends_at: call.endsAt,
  state: call.state,
  sequence: call.sequence,
  zone: nameOfZone(call.zone),
  phone: call.phone,
  phone_typed: call.phoneTyped ?? call.phone,
});

function failingLetter(
  { data }: DeliveryFailing,
  { content, ourTime }: MailSettings,
): Letter {
  const subject = fillIn(content.chat.failing, {
    count: data.undelivered,
    since: ourTime(data.since),
  });
  return { subject, body: [] };
}

interface Chat {
  escape: (text: string) => string;
  bold: (escaped: string) => string;
  link: (label: string, url: string) => string;
  /** The longest text that the chat shows whole, in UTF-16 code units. */
  limit: number;
  message: (text: string) => object;
}

const CHAT: Record<(typeof CHATS)[number], Chat> = {
  // Only these three characters can be escaped.
  // Source: Slack, "Formatting text for app surfaces".
  slack: {
    escape: (text) =>
      text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;"),
    // A star in a bold text would end it, and Slack cannot escape one.
    bold: (escaped) => `*${escaped.replaceAll("*", "\u2217")}*`,
    link: (label, url) => `<${url}|${label}>`,
    limit: 4_000,
    message: (text) => ({ text, unfurl_links: false, unfurl_media: false }),
  },
  // No typed text can mention anybody. Source:
  // Discord, "Allowed Mentions Object".
  discord: {
    // Escapes the signs of Markdown and mentions, and
    // the colon of `://`, which would make a link.
    escape: (text) => text.replaceAll(/[\\`*_~|<>[\]()#@-]|:(?=\/\/)/g, "\\$&"),
    bold: (escaped) => `**${escaped}**`,
    link: (label, url) => `[${label}](<${url}>)`,
    limit: 2_000,
    message: (content) => ({ content, allowed_mentions: { parse: [] } }),
  },
};

/**
 * Cuts the end off a text that is too long.
 * The end has only the visitor's words.
 */
export function chatMessage(
  name: keyof typeof CHAT,
  { subject, body }: Letter,
): object {
  const chat = CHAT[name];
  const blocks = body.map((block) => blockText(block, chat));
  const text = [chat.bold(chat.escape(subject)), ...blocks].join("\n\n");
  // If the cut divides a character of two code
  // units, the first unit is removed, too.
  const cut = text.slice(0, chat.limit - 1).replace(/[\uD800-\uDBFF]$/, "");
  return chat.message(text.length > chat.limit ? `${cut}…` : text);
}

function blockText(block: Body[number], { escape, bold, link }: Chat): string {
  switch (block.kind) {
    case "paragraph":
      return escape(block.text);
    case "steps":
      return block.items.map(escape).join("\n");
    case "words":
      return quoted(escape(block.text));
    case "links":
      return block.links
        .map(({ label, url }) => link(escape(label), url))
        .join(" \u00b7 ");
    case "rows":
    case "fields":
      return block.fields
        .map(
          ({ label, value }) =>
            `${bold(escape(label))}\n${quoted(escape(value))}`,
        )
        .join("\n");
  }
}
