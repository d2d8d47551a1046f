/** What a new lead is owed, and when: the promise of the page, "within 24 hours", as deliveries. */
import type { LeadRow } from "../../contract/lead.ts";
import type { DeliveryKind } from "./channel.ts";

const HOUR_MS = 60 * 60 * 1000;

/** The promise of the page. Hours, not business hours: the page promises hours. */
export const PROMISED_HOURS = 24;

/** What goes to the agency while a lead is unanswered, in hours after it came. */
const REMINDERS = [
  { kind: "reminder-12h", afterHours: 12 },
  { kind: "reminder-20h", afterHours: 20 },
  { kind: "alarm-24h", afterHours: PROMISED_HOURS },
] as const;

export interface DeliverySettings {
  webhookUrls: readonly string[];
}

/** One delivery that a lead owes. */
export interface PlannedDelivery {
  kind: DeliveryKind;
  /** The webhook's URL; empty for mail. */
  target: string;
  /** ISO 8601 in UTC. */
  notBefore: string;
}

/** When the agency has promised to have answered; ISO 8601 in UTC. */
export function dueAt(lead: Pick<LeadRow, "created_at">): string {
  return after(lead, PROMISED_HOURS);
}

/** Every delivery that a new lead owes, what is due first first. The same lead always owes the same. */
export function planDeliveries(
  lead: Pick<LeadRow, "created_at">,
  settings: DeliverySettings,
): PlannedDelivery[] {
  const now = after(lead, 0);
  return [
    { kind: "confirmation", target: "", notBefore: now },
    { kind: "notification", target: "", notBefore: now },
    ...[...new Set(settings.webhookUrls)].map((target): PlannedDelivery => ({
      kind: "webhook",
      target,
      notBefore: now,
    })),
    ...REMINDERS.map(({ kind, afterHours }): PlannedDelivery => ({
      kind,
      target: "",
      notBefore: after(lead, afterHours),
    })),
  ];
}

function after({ created_at }: Pick<LeadRow, "created_at">, hours: number): string {
  return new Date(Date.parse(created_at) + hours * HOUR_MS).toISOString();
}
