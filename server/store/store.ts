/** Times in these types are ISO 8601 in UTC. */

import type { StoredWish } from "../../contract/call/booking.ts";
import type { SpamSignal } from "../../contract/inbox/outcome.ts";
import type { Visit } from "../../contract/lead/lead-visit.ts";
import { columnNames, type LeadRow } from "../../contract/lead/lead.ts";
import type { DeliveryKind } from "../../contract/mail/delivery.ts";
import type { StoreUnavailable } from "./unavailable.ts";

export const rowColumns: readonly (keyof LeadRow)[] = [
  "id",
  "created_at",
  ...columnNames,
];

export interface Insert {
  rows: LeadRow[];
  isTest?: boolean;
  visit?: Visit | undefined;
  /** The call that a form asked for, if the call could not be booked. */
  wish?: StoredWish | undefined;
  /**
   * If a signal is listed, `deliveries` wait
   * until a person marks the leads as no spam.
   */
  suspicion?: readonly SpamSignal[];
  /** The deliveries of each lead. */
  deliveries?: readonly NewDelivery[];
  readers?: Readers | undefined;
  idempotency?: Idempotency | undefined;
}

export interface Idempotency {
  key: string;
  /**
   * Digest of the request. Only a repeated request gets the stored rows back.
   */
  fingerprint: string;
  usedAt: string;
  /** Whether the key is forgotten when one of its leads is no longer open. */
  whileOpen?: boolean;
}

export type InsertResult =
  /** `repeated`: an earlier request stored the rows. */
  | { kind: "stored"; rows: LeadRow[]; repeated: boolean }
  | { kind: "key-reused" | "duplicate-id" }
  | StoreUnavailable;

export interface NewDelivery {
  kind: DeliveryKind;
  /**
   * A webhook or address as configured; empty
   * for the visitor's address or the site's own.
   */
  target: string;
  notBefore: string;
  /**
   * Whether a webhook is reminded of a call. A different delivery tells the
   * webhook that the call was booked or moved. Only this flag and `notBefore`
   * differ between these two deliveries.
   */
  reminds?: boolean;
}

/** The addresses to which mails about leads and calls go. */
export interface Readers {
  leads: readonly string[];
  /** Everybody in the team. */
  team: readonly string[];
  /** Whether each new lead goes to one of `leads`, in turn. */
  inTurn: boolean;
}

/**
 * After so many seconds a client may try again
 * if the site is busy or cannot use its store.
 */
export const RETRY_SECONDS = 5;
