/** Reads claimed deliveries and what the administration shows from what a database gave. */
import { DELIVERY_KINDS, DELIVERY_STATES, readTarget } from "../../contract/delivery.ts";
import type { DeliveryLine, LeadDelivery, LeadNote, LeadSummary } from "../../contract/leads-admin.ts";
import { toLeadRow } from "./lead-row.ts";
import type { Claimed } from "./outbox-store.ts";
import {
  eventOf,
  flag,
  number,
  oneOf,
  optionalText,
  outcomeOf,
  text,
  visitOf,
  type DatabaseRecord,
} from "./records.ts";

/**
 * @param record the columns of the lead, and of the delivery under `delivery_id`, `kind`, `target`, `event`,
 *   `attempts`, `due_since`, of the context `due_at` and `test`
 */
export function toClaimed(record: DatabaseRecord, leaseId: string): Claimed {
  return {
    id: text(record, "delivery_id"),
    kind: oneOf(record, "kind", DELIVERY_KINDS),
    target: text(record, "target"),
    event: eventOf(record),
    lead: toLeadRow(record),
    dueAt: text(record, "due_at"),
    test: flag(record, "test"),
    visit: visitOf(record),
    leaseId,
    attempts: number(record, "attempts"),
    dueSince: text(record, "due_since"),
  };
}

export function toSummary(record: DatabaseRecord): LeadSummary {
  return {
    id: text(record, "id"),
    name: text(record, "name"),
    companyName: text(record, "company_name"),
    service: text(record, "selected_service"),
    createdAt: text(record, "created_at"),
    dueAt: text(record, "due_at"),
    answeredAt: optionalText(record, "answered_at"),
    test: flag(record, "test"),
    outcome: outcomeOf(record),
    by: optionalText(record, "outcome_by") ?? optionalText(record, "answered_by"),
    from: visitOf(record)?.from,
    troubled: number(record, "troubled"),
  };
}

export function toNote(record: DatabaseRecord): LeadNote {
  return {
    id: text(record, "id"),
    text: text(record, "text"),
    createdAt: text(record, "created_at"),
    by: optionalText(record, "author"),
  };
}

/** The webhook's address can hold a secret; its host tells one from another. */
export function toDeliveryLine(record: DatabaseRecord): DeliveryLine {
  const { url } = readTarget(text(record, "target"));
  return {
    id: text(record, "id"),
    kind: eventOf(record)?.type ?? oneOf(record, "kind", DELIVERY_KINDS),
    target: URL.canParse(url) ? new URL(url).host : url,
    state: oneOf(record, "state", DELIVERY_STATES),
    attempts: number(record, "attempts"),
    nextAt: text(record, "next_at"),
    sentAt: optionalText(record, "sent_at"),
    lastError: optionalText(record, "last_error"),
  };
}

/** @param record with the lead's `lead_id` and `lead_name` too */
export function toLeadDelivery(record: DatabaseRecord): LeadDelivery {
  return { ...toDeliveryLine(record), leadId: text(record, "lead_id"), leadName: text(record, "lead_name") };
}
