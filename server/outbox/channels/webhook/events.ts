/** What a receiver is told. The same bytes in every attempt, so that a signature can be compared with an earlier one. */
import type { Outgoing } from "../../../../contract/delivery.ts";
import type { Visit } from "../../../../contract/lead-visit.ts";
import type { LeadRow } from "../../../../contract/lead.ts";

/** As Standard Webhooks has it: `type` in dots, `timestamp` of what happened. */
export interface WebhookEvent {
  type: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  data: object;
}

interface LeadCreated extends WebhookEvent {
  type: "lead.created";
  data: LeadRow & { due_at: string; test: boolean; visit?: Visit };
}

export function leadCreated({ lead, dueAt, test, visit }: Outgoing): LeadCreated {
  const data = { ...lead, due_at: dueAt, test, ...(visit && { visit }) };
  return { type: "lead.created", timestamp: lead.created_at, data };
}
