/** Sends deliveries: the outbox knows nothing about mail or webhooks, and a channel nothing about leases and retries. */
import type { Outgoing } from "../../contract/delivery.ts";

/** The result of an attempt. Reasons are for the operator: they name the fault and contain no visitor data. */
export type SendResult =
  /** With a reason if some recipients did not get it. */
  | { kind: "sent"; reason?: string }
  /** As a file on this machine, since no mail server is set. */
  | { kind: "written" }
  /** To be retried, by the outbox's schedule or not before `retryAfterMs`. */
  | { kind: "retry"; reason: string; retryAfterMs?: number }
  /** No further try can help. */
  | { kind: "refused"; reason: string }
  /** The receiver wants no more events (HTTP 410). */
  | { kind: "gone"; reason: string };

export interface Channel {
  /** Never throws because of a receiver or the network: that is a result. Limited in time. */
  send(outgoing: Outgoing): Promise<SendResult>;
  close(): Promise<void>;
}

export interface WorkerLog {
  warn(about: object, sentence: string): void;
  error(about: object, sentence: string): void;
}
