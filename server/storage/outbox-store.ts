/** Operations on deliveries. Only the holder of a delivery's lease may record its result. Times are ISO 8601 in UTC. */
import type { DeliveryKind, Outgoing } from "../../contract/delivery.ts";
import type { Unavailable } from "./availability.ts";

export interface NewDelivery {
  id: string;
  leadId: string;
  kind: DeliveryKind;
  /** The webhook's URL; empty for mail. */
  target: string;
  notBefore: string;
}

/** Neither waits for the other. */
export type ChannelName = "mail" | "webhook";

export interface Claim {
  channel: ChannelName;
  limit: number;
  leaseId: string;
  now: string;
  /** From then on other processes may claim a delivery without a recorded result. */
  leaseUntil: string;
  /** An address that got a confirmation after this time gets no other. */
  confirmedAfter: string;
}

export interface Claimed extends Outgoing {
  leaseId: string;
  attempts: number;
  dueSince: string;
}

/** `ended`: they need no sending, as a second confirmation or all but the latest due reminder. */
export type ClaimResult =
  | {
      kind: "claimed";
      deliveries: Claimed[];
      ended: number;
      /** Ids of deliveries that only another version can send: they stay as they are and are checked again later. */
      unread: string[];
    }
  | Unavailable;

export interface DeliveryResult {
  deliveryId: string;
  leaseId: string;
  outcome: Outcome;
}

/** The result of a claimed delivery. Reasons are for the operator and hold nothing of a visitor. */
export type Outcome =
  /** With a reason if some recipients did not get it. */
  | { kind: "sent" | "written"; at: string; reason?: string }
  | { kind: "again"; at: string; reason: string }
  | { kind: "dead"; at: string; reason: string }
  /** Dead, and so is everything that waits for the same target; no new delivery is planned for it. */
  | { kind: "gone"; at: string; reason: string }
  | { kind: "returned"; at: string };

/** `lost`: another process has claimed it, so nothing was recorded. `deleted`: with its lead. */
export type RecordAnswer = { kind: "recorded" } | { kind: "lost" } | { kind: "deleted" } | Unavailable;

/** Mail that was due at `since` failed and is still not sent, or is dead. */
export interface FailingMail {
  since: string;
  /** Mails that are due and not sent, and dead mails to the agency about open leads. */
  undelivered: number;
}

export interface FailureNotice {
  now: string;
  /** Mail that failed counts when it was due before this time. */
  dueBefore: string;
  notifiedBefore: string;
}

/** Reminders that an answer to the lead cancels, the earliest first. */
export const REMINDER_KINDS: readonly DeliveryKind[] = ["reminder-12h", "reminder-20h", "alarm-24h"];
