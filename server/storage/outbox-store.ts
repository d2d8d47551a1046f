/**
 * What the outbox asks of a store. Whoever claims a delivery holds it for a while (a lease); only who holds it may say
 * what became of it. Times are given by whoever asks, ISO 8601 in UTC.
 */
import { TO_VISITOR, type DeliveryKind, type Outgoing } from "../../contract/delivery.ts";
import type { Unavailable } from "./availability.ts";

/** A delivery that is stored with its lead. */
export interface NewDelivery {
  id: string;
  leadId: string;
  kind: DeliveryKind;
  /** The webhook's URL; empty for mail. */
  target: string;
  notBefore: string;
}

/** The two ways out. What waits for one does not stand in the way of the other. */
export type ChannelName = "mail" | "webhook";

export interface Claim {
  channel: ChannelName;
  /** How many at most. */
  limit: number;
  /** Of this claim and no other. */
  leaseId: string;
  now: string;
  /** From then on somebody else may claim what has no recorded result. */
  leaseUntil: string;
  /** Who got a confirmation after this time gets no other. */
  confirmedAfter: string;
}

/** A delivery that is held. */
export interface Claimed extends Outgoing {
  leaseId: string;
  /** This one included. */
  attempts: number;
  /** Since when it is due. */
  dueSince: string;
}

/**
 * Deliveries to send now, the longest due first, and how many were `ended` since they need no sending: a second
 * confirmation to one address is withheld, and of an unanswered lead's reminders only the latest that is due is sent.
 */
export type ClaimResult =
  | {
      kind: "claimed";
      deliveries: Claimed[];
      ended: number;
      /** Ids of those that only another version knows how to send: they are looked at again later, and stay as they are. */
      unread: string[];
    }
  | Unavailable;

export interface DeliveryResult {
  deliveryId: string;
  leaseId: string;
  outcome: Outcome;
}

/** What became of a claimed delivery. Reasons are for the operator and hold nothing of a visitor. */
export type Outcome =
  /** With a reason: not to everybody that it was for. */
  | { kind: "sent" | "written"; at: string; reason?: string }
  /** Tried again, not before `at`. */
  | { kind: "again"; at: string; reason: string }
  | { kind: "dead"; at: string; reason: string }
  /** Dead, and so is all that waits for the same target; no new delivery is planned for it. */
  | { kind: "gone"; at: string; reason: string }
  /** Was not tried. */
  | { kind: "returned"; at: string };

/** `lost`: the lease had run out and somebody else has claimed it, so that nothing was recorded. `deleted`: with its lead. */
export type RecordAnswer = { kind: "recorded" } | { kind: "lost" } | { kind: "deleted" } | Unavailable;

/** Mail that was due at `since` failed and is still not sent, or was given up. */
export interface FailingMail {
  since: string;
  /** How many mails are due and not sent; with those to the agency about open leads that were given up. */
  undelivered: number;
}

export interface FailureNotice {
  now: string;
  /** Mail that failed counts when it was due before this time. */
  dueBefore: string;
  toldBefore: string;
}

/** What an answer to the lead makes needless, the earliest first. */
export const REMINDER_KINDS: readonly DeliveryKind[] = ["reminder-12h", "reminder-20h", "alarm-24h"];

/** The condition of a channel's deliveries, as the partial indexes of both stores have it. */
export const OF_CHANNEL: Record<ChannelName, string> = {
  mail: "kind <> 'webhook'",
  webhook: "kind = 'webhook'",
};

/** The condition of mail to the agency. */
const TO_AGENCY = `kind NOT IN ('${TO_VISITOR.join("', '")}', 'webhook')`;

/** Of `deliveries`, row by row: there are few to ask this of, and there may be many open leads. */
export const OF_OPEN_LEAD = `EXISTS (SELECT 1 FROM lead_contexts AS context
    WHERE context.lead_id = deliveries.lead_id AND context.answered_at IS NULL)`;

/** The condition of mail to the agency that was given up while its lead is open. When it was stands in `next_at`. */
export const GIVEN_UP = `state = 'dead' AND ${TO_AGENCY} AND ${OF_OPEN_LEAD}`;

/** Mail to the agency that has failed and waits for another try, or was given up. */
export const FAILING_TO_AGENCY = `SELECT id FROM deliveries WHERE state = 'due' AND ${OF_CHANNEL.mail}
      AND ${TO_AGENCY} AND last_error IS NOT NULL
    UNION ALL SELECT id FROM deliveries WHERE ${GIVEN_UP}`;

/** All that is due, whatever the channel, read through both of those indexes. */
export const ALL_DUE = Object.values(OF_CHANNEL)
  .map((ofChannel) => `SELECT due_at, last_error FROM deliveries WHERE state = 'due' AND ${ofChannel}`)
  .join(" UNION ALL ");
