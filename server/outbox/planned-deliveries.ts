/** Which deliveries a new lead needs, and when: the promise of the page, "within 24 hours", as a plan. */
import type { DeliveryKind } from "../../contract/delivery.ts";
import { hoursAfter, PROMISED_HOURS } from "../../contract/response-promise.ts";
import type { LeadRow } from "../../contract/lead.ts";

/** What goes to the agency while a lead is unanswered, in hours after it came. */
const REMINDERS = [
  { kind: "reminder-12h", afterHours: 12 },
  { kind: "reminder-20h", afterHours: 20 },
  { kind: "alarm-24h", afterHours: PROMISED_HOURS },
] as const;

export interface DeliverySettings {
  webhookUrls: readonly string[];
}

/** One delivery that a lead needs. */
export interface PlannedDelivery {
  kind: DeliveryKind;
  /** The webhook's URL; empty for mail. */
  target: string;
  /** ISO 8601 in UTC. */
  notBefore: string;
}

/** Every delivery that a new lead needs, the earliest first. The same lead always has the same plan. */
export function planDeliveries(
  lead: Pick<LeadRow, "created_at">,
  settings: DeliverySettings,
): PlannedDelivery[] {
  const now = hoursAfter(lead, 0);
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
      notBefore: hoursAfter(lead, afterHours),
    })),
  ];
}
