/** Deliveries: the mails and events of a lead or a call. Times are ISO 8601 in UTC. */
import * as v from "valibot";
import { BookingSchema } from "./booking.ts";
import { OUTCOMES } from "./outcome.ts";
import type { Visit } from "./lead-visit.ts";
import type { LeadRow } from "./lead.ts";

/**
 * The kinds of deliveries. For a lead: to the visitor a confirmation; to the agency a notification, the reminders of the
 * 24-hour promise, and an event for each webhook. For a call: to the visitor the invitation and the reminders, to the
 * agency the `booking`; both again whenever the call is moved or cancelled.
 */
export const DELIVERY_KINDS = [
  "confirmation",
  "notification",
  "reminder-12h",
  "reminder-20h",
  "alarm-24h",
  "webhook",
  "invitation",
  "booking",
  "call-reminder-24h",
  "call-reminder-1h",
] as const;

export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const CALL_REMINDERS: readonly DeliveryKind[] = ["call-reminder-24h", "call-reminder-1h"];

export const TO_VISITOR: readonly DeliveryKind[] = ["confirmation", "invitation", ...CALL_REMINDERS];

export function isMailToAgency(kind: DeliveryKind): boolean {
  return !TO_VISITOR.includes(kind) && kind !== "webhook";
}

const BOOKING_EVENTS = ["booking.created", "booking.moved", "booking.cancelled"] as const;
export type BookingEventType = (typeof BOOKING_EVENTS)[number];

/** A change to a lead after it was created, as it is sent to its webhooks. */
export const LeadEventSchema = v.object({
  type: v.picklist(["lead.answered", "lead.outcome", "lead.updated", ...BOOKING_EVENTS]),
  at: v.string(),
  /** Whose sign-in to the inbox it was; undefined for the command line and links. */
  by: v.optional(v.string()),
  outcome: v.optional(v.picklist(OUTCOMES)),
  /** The call as it is from then on. */
  booking: v.optional(BookingSchema),
});
export type LeadEvent = v.InferOutput<typeof LeadEventSchema>;

/** Whose incoming webhooks are written to as their readers like it. */
export const CHATS = ["slack", "discord"] as const;

/** Addresses of their incoming webhooks, which take nothing else. Slack's workflows and Discord's `/slack` are none. */
const CHAT_URLS = {
  slack: /^https:\/\/hooks\.slack(?:-gov)?\.com\/services\//i,
  discord: /^https:\/\/(?:[\w-]+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?(?:\?|$)/i,
};

/** A webhook as it is set: for a chat, its name stands before the URL, as in `slack:https://…`, or the URL is known. */
export function readTarget(target: string): { chat: (typeof CHATS)[number] | undefined; url: string } {
  const chat = CHATS.find((name) => target.startsWith(`${name}:`));
  if (chat) return { chat, url: target.slice(chat.length + 1) };
  return { chat: CHATS.find((name) => CHAT_URLS[name].test(target)), url: target };
}

/** One delivery, claimed to be sent now. Times are ISO 8601 in UTC. */
export interface Outgoing {
  /** The same in every attempt, so that a receiver can drop twins (`Message-ID`, `webhook-id`). */
  id: string;
  kind: DeliveryKind;
  /** The webhook as it is set; empty for mail. */
  target: string;
  /** Undefined: that the lead came. Mails of a call have one, too. */
  event: LeadEvent | undefined;
  lead: LeadRow;
  /** When the agency has promised to have answered. */
  dueAt: string;
  /** Whether the lead was sent by the operator to test the chain. */
  test: boolean;
  /** Whether the lead looks like spam and nobody has said that it is none. */
  suspected: boolean;
  /** Undefined where nothing is known of it. */
  visit: Visit | undefined;
}

export const DELIVERY_STATES = ["due", "sent", "written", "dead", "cancelled", "withheld"] as const;

/** `withheld`: the address had a confirmation within a day; `written`: to a file; `cancelled`: nobody needs it any more. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];
