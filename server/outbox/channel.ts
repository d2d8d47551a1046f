/** How a delivery is sent: the outbox knows nothing of mail or webhooks, a channel nothing of leases and retries. */
import type { Outgoing } from "../../contract/delivery.ts";

/** How an attempt ended. Reasons are for the operator: they name the fault and nothing that a visitor typed. */
export type SendResult =
  /** With a reason: not to everybody that it was for. */
  | { kind: "sent"; reason?: string }
  /** As a file on this machine, since no mail server is set. */
  | { kind: "written" }
  /** Worth another try, by the outbox's schedule or not before `retryAfterMs`. */
  | { kind: "retry"; reason: string; retryAfterMs?: number }
  /** No further try can help. */
  | { kind: "refused"; reason: string }
  /** The receiver wants nothing any more (HTTP 410). */
  | { kind: "gone"; reason: string };

export interface Channel {
  /** Never throws for what a receiver or the network does; that is a result. Bounded in time. */
  send(outgoing: Outgoing): Promise<SendResult>;
  close(): Promise<void>;
}
