/**
 * Deliveries: the mails and events of a lead
 * or a call. Times are ISO 8601 in UTC.
 */

import * as v from "valibot";
import { BookingSchema } from "../call/booking.ts";
import { HOUR_MS, timeAfter } from "../durations.ts";
import { OUTCOMES } from "../inbox/outcome.ts";
import { ANSWER_HOURS } from "../limits.ts";
import { maybeText } from "../texts.ts";

/**
 * The events of a lead, with what each tells: a change,
 * or something else of which the inbox has a text.
 */
export const LEAD_EVENTS = {
  "lead.answered": "answered",
  "lead.outcome": "outcome",
  "lead.updated": "corrected",
  "booking.created": "call-booked",
  "booking.moved": "call-moved",
  "booking.cancelled": "call-cancelled",
  "booking.missed": "call-missed",
  "booking.reminder": "call-reminder",
} as const;
type LeadEventName = keyof typeof LEAD_EVENTS;

export const isLeadEvent = (name: unknown): name is LeadEventName =>
  Object.keys(LEAD_EVENTS).some((one) => one === name);

export const LeadEventNameSchema = v.custom<LeadEventName>(isLeadEvent);

/** Events of which a chat is told. Programs get the other events, too. */
const CHAT_EVENTS = [
  "lead.answered",
  "lead.outcome",
  "booking.created",
  "booking.moved",
  "booking.cancelled",
] as const satisfies readonly LeadEventName[];
export type ChatEvent = (typeof CHAT_EVENTS)[number];

export const isForChats = (event: string): event is ChatEvent =>
  CHAT_EVENTS.some((one) => one === event);

/** When a mail to a visitor is sent. The editor shows it for such a call. */
interface Occasion {
  name: string;
  kind: string;
  event?: LeadEventName;
  /** From the mail until the call. */
  hoursUntilCall?: number;
}

/**
 * Mails about a call that need nothing but a
 * heading, a subject and a text in `mail.yaml`.
 */
const PLAIN_CALL_MAILS = [
  {
    name: "missed",
    kind: "missed",
    event: "booking.missed",
    hoursUntilCall: -24,
  },
] as const satisfies readonly Occasion[];

/**
 * In the order in which they come. A moved or cancelled call sends `invitation`
 * again. Visitors ask for `link`.
 */
export const VISITOR_MAILS = [
  { name: "confirmation", kind: "confirmation" },
  { name: "booked", kind: "invitation", event: "booking.created" },
  { name: "dayBefore", kind: "call-reminder", event: "booking.reminder" },
  {
    name: "soon",
    kind: "call-reminder",
    event: "booking.reminder",
    hoursUntilCall: 2,
  },
  { name: "moved", kind: "invitation", event: "booking.moved" },
  { name: "cancelled", kind: "invitation", event: "booking.cancelled" },
  ...PLAIN_CALL_MAILS,
  { name: "link", kind: "link", event: "booking.created" },
] as const satisfies readonly Occasion[];
export type VisitorMail = Occasion &
  Pick<(typeof VISITOR_MAILS)[number], "kind">;

export const PLAIN_CALL_KINDS = PLAIN_CALL_MAILS.map(({ kind }) => kind);
type PlainCallKind = (typeof PLAIN_CALL_KINDS)[number];

export const isPlainCallMail = (kind: DeliveryKind): kind is PlainCallKind =>
  PLAIN_CALL_KINDS.some((one) => one === kind);

const MAILS_TO_VISITOR = VISITOR_MAILS.map(({ kind }) => kind);
/** A moved or cancelled call sends `booking` again. */
const MAILS_TO_AGENCY = ["notification", "booking"] as const;
export const DELIVERY_KINDS = [
  ...new Set(MAILS_TO_VISITOR),
  ...MAILS_TO_AGENCY,
  "webhook" as const,
];
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const TO_VISITOR: readonly DeliveryKind[] = MAILS_TO_VISITOR;
export const TO_AGENCY: readonly DeliveryKind[] = MAILS_TO_AGENCY;

export const CHANNELS = ["mail", "webhook"] as const;
export type ChannelName = (typeof CHANNELS)[number];

/**
 * The value of `by` in an event that a visitor
 * caused. It cannot be an email address.
 */
export const VISITOR = "visitor";

export const LeadEventSchema = v.object({
  type: LeadEventNameSchema,
  at: v.string(),
  /**
   * The email address of a member, or `VISITOR`. Undefined where nobody is
   * signed in: at the command line, and behind a link in a chat.
   */
  by: maybeText,
  movedFrom: maybeText,
  /** Why the visitor canceled the call, as typed. */
  reason: maybeText,
  outcome: v.optional(v.picklist(OUTCOMES)),
  booking: v.optional(BookingSchema),
});
export type LeadEvent = v.InferOutput<typeof LeadEventSchema>;

/**
 * Chats, whose incoming webhooks get a formatted
 * message instead of the lead as JSON.
 */
export const CHATS = ["slack", "discord"] as const;

/**
 * Slack's workflows and Discord's `/slack` URLs
 * expect other messages, so they do not match.
 */
const CHAT_URLS = {
  slack: /^https:\/\/hooks\.slack(?:-gov)?\.com\/services\//i,
  discord:
    /^https:\/\/(?:[\w-]+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?(?:\?|$)/i,
};

/**
 * A target is a chat if a chat's name precedes
 * it (`slack:https://…`), or if its URL matches.
 */
export function readTarget(target: string) {
  const chat = CHATS.find((name) => target.startsWith(`${name}:`));
  if (chat) return { chat, url: target.slice(chat.length + 1) };
  return {
    chat: CHATS.find((name) => CHAT_URLS[name].test(target)),
    url: target,
  };
}

/** The receivers in WEBHOOK_URLS that are told of an event. */
export const receiversOf = (
  event: LeadEvent["type"],
  targets: readonly string[],
) =>
  targets.filter(
    (target) => isForChats(event) || readTarget(target).chat === undefined,
  );

/** `dead`: given up; `cancelled`: not needed, or spam. */
export const DELIVERY_STATES = ["due", "sent", "dead", "cancelled"] as const;

/**
 * Why a delivery is in its state. Without one
 * of these, `lastError` says what failed.
 */
export const DELIVERY_REASONS = [
  /**
   * `dead`: the mailbox got its mails for the
   * day. The agency may send this one by hand.
   */
  "withheld",
  /** `dead`: the mail is a file, since no mail server is set. */
  "written",
  /**
   * `dead`: a backup was restored, and the
   * mail may have been sent after the backup.
   */
  "restored",
  /**
   * `due` for one more try, or `sent`: the text was
   * sent, and the mail server's answer is missing.
   */
  "unconfirmed",
  /** `cancelled`: one mail named many leads. */
  "in-one-mail",
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** @returns when the answer to a lead is due, as pages and mails promise */
export function promisedFrom(arrivedAt: string): string {
  return timeAfter(arrivedAt, ANSWER_HOURS * HOUR_MS);
}
