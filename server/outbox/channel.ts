/**
 * What a delivery is and how it leaves the house. The outbox (what is owed, when, by whom) knows nothing of mail or
 * webhooks; a channel knows nothing of leases and retries.
 */
import type { LeadRow } from "../../contract/lead.ts";

/**
 * What can be owed for a lead: to the visitor a confirmation; to the agency a notification, the reminders of the
 * 24-hour promise, and an event for each webhook.
 */
export const DELIVERY_KINDS = [
  "confirmation",
  "notification",
  "reminder-12h",
  "reminder-20h",
  "alarm-24h",
  "webhook",
] as const;

export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** One delivery, claimed to be sent now. Times are ISO 8601 in UTC. */
export interface Outgoing {
  /** The same in every attempt, so that a receiver can drop twins (`Message-ID`, `webhook-id`). */
  id: string;
  kind: DeliveryKind;
  /** The webhook's URL; empty for mail. */
  target: string;
  lead: LeadRow;
  /** When the agency has promised to have answered. */
  dueAt: string;
  /** Whether the lead was sent by the operator to test the chain. */
  test: boolean;
}

/** How an attempt ended. Reasons are for the operator: they name the fault and nothing that a visitor typed. */
export type SendResult =
  | { kind: "sent" }
  /** Worth another try, by the outbox's schedule or not before `retryAfterMs`. */
  | { kind: "retry"; reason: string; retryAfterMs?: number }
  /** No further try can help. */
  | { kind: "refused"; reason: string }
  /** The receiver wants nothing any more (HTTP 410). */
  | { kind: "gone"; reason: string };

export interface Channel {
  /** Never throws for what a receiver or the network does; that is a result. Bounded in time. */
  send(outgoing: Outgoing): Promise<SendResult>;
  /** Lets go of connections. */
  close(): Promise<void>;
}
