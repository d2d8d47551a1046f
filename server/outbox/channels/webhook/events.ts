/** What a receiver is told. The same bytes in every attempt, so that a signature can be compared with an earlier one. */
import type { LeadEvent, Outgoing } from "../../../../contract/delivery.ts";
import type { Visit } from "../../../../contract/lead-visit.ts";
import type { LeadRow } from "../../../../contract/lead.ts";

/** As Standard Webhooks has it: `type` in dots, `timestamp` of what happened (ISO 8601 in UTC). */
interface LeadTold {
  type: "lead.created" | LeadEvent["type"];
  timestamp: string;
  data: LeadRow & { due_at: string; test: boolean; visit: Visit | undefined } & Partial<LeadEvent>;
}

/** Counts of what is not sent, and nothing of a lead. */
export interface DeliveryFailing {
  type: "delivery.failing";
  timestamp: string;
  data: { channel: "mail"; since: string; undelivered: number };
}

export type WebhookEvent = LeadTold | DeliveryFailing;

export function leadTold({ lead, dueAt, test, visit, event }: Outgoing): LeadTold {
  const { type, at, ...happened } = event ?? { type: "lead.created", at: lead.created_at };
  return { type, timestamp: at, data: { ...lead, due_at: dueAt, test, visit, ...happened } };
}
