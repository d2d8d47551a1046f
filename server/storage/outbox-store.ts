/** Operations on deliveries. Only the holder of a delivery's lease may record its result. Times are ISO 8601 in UTC. */
import type { DeliveryKind, Outgoing } from "../../contract/delivery.ts";

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

/** The result of a claimed delivery. Reasons are for the operator and hold nothing of a visitor. */
export type Outcome =
  /** With a reason if some recipients did not get it. */
  | { kind: "sent" | "written"; at: string; reason?: string }
  | { kind: "again"; at: string; reason: string }
  | { kind: "dead"; at: string; reason: string }
  /** Dead, and so is everything that waits for the same target; no new delivery is planned for it. */
  | { kind: "gone"; at: string; reason: string }
  | { kind: "returned"; at: string };

/** Reminders that an answer to the lead cancels, the earliest first. */
export const REMINDER_KINDS: readonly DeliveryKind[] = ["reminder-12h", "reminder-20h", "alarm-24h"];
