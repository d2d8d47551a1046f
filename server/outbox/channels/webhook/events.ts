/** The events that receivers get. The same bytes in every attempt, so that a signature can be compared with an earlier one. */
import type { Booking } from "../../../../contract/booking.ts";
import type { LeadEvent, Outgoing } from "../../../../contract/delivery.ts";
import type { Visit } from "../../../../contract/lead-visit.ts";
import { phoneOf, type LeadRow } from "../../../../contract/lead.ts";

/** As Standard Webhooks has it: `type` in dots, `timestamp` of what happened (ISO 8601 in UTC). */
interface LeadWebhookEvent {
  type: "lead.created" | LeadEvent["type"];
  timestamp: string;
  /** `phone`: of a caller without an email, whose `email` is empty then. */
  data: LeadRow & { phone?: string; due_at: string; test: boolean; visit: Visit | undefined } & Partial<
      Omit<LeadEvent, "booking">
    > & { booking?: ReturnType<typeof bookingPayload> | undefined };
}

/** Counts of mails that are not sent; nothing of a lead. */
export interface DeliveryFailing {
  type: "delivery.failing";
  timestamp: string;
  data: { channel: "mail"; since: string; undelivered: number };
}

export type WebhookEvent = LeadWebhookEvent | DeliveryFailing;

export function leadWebhookEvent({ lead, dueAt, test, visit, event }: Outgoing): LeadWebhookEvent {
  const { type, at, booking, ...happened } = event ?? { type: "lead.created" as const, at: lead.created_at };
  const phone = phoneOf(lead.email);
  const caller = phone === undefined ? {} : { email: "", phone };
  const data = { ...lead, ...caller, due_at: dueAt, test, visit, ...happened };
  return { type, timestamp: at, data: booking ? { ...data, booking: bookingPayload(booking) } : data };
}

/** The call as it is from then on, named like columns as the lead is. */
function bookingPayload({ id, startsAt, endsAt, state, sequence, zone, phone }: Booking) {
  return { id, starts_at: startsAt, ends_at: endsAt, state, sequence, zone, phone };
}
