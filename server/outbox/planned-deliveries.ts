/** Which deliveries a new lead needs, and when: the promise of the page, "within 24 hours", as a plan. */
import type { Booking } from "../../contract/booking.ts";
import type { BookingEventType, DeliveryKind } from "../../contract/delivery.ts";
import { hoursAfter, PROMISED_HOURS } from "../../contract/response-promise.ts";
import type { LeadRow } from "../../contract/lead.ts";

/** Mails to the agency while a lead is unanswered, in hours after it came. */
const REMINDERS = [
  { kind: "reminder-12h", afterHours: 12 },
  { kind: "reminder-20h", afterHours: 20 },
  { kind: "alarm-24h", afterHours: PROMISED_HOURS },
] as const;

export interface DeliverySettings {
  webhookUrls: readonly string[];
}

export interface PlannedDelivery {
  kind: DeliveryKind;
  /** The webhook's URL; empty for mail. */
  target: string;
  notBefore: string;
}

function webhooks({ webhookUrls }: DeliverySettings, notBefore: string): PlannedDelivery[] {
  return [...new Set(webhookUrls)].map((target) => ({ kind: "webhook", target, notBefore }));
}

const CALL_REMINDER = { 24: "call-reminder-24h", 1: "call-reminder-1h" } as const;
const HOUR_MS = 60 * 60 * 1000;

/**
 * Every delivery that a change of a call needs: both sides hear of it, and while there is a call the visitor is reminded.
 *
 * @param now milliseconds since 1970
 */
export function planBookingDeliveries(
  type: BookingEventType,
  { startsAt }: Pick<Booking, "startsAt">,
  settings: DeliverySettings & { reminderHours: readonly (1 | 24)[] },
  now: number,
): PlannedDelivery[] {
  const notBefore = new Date(now).toISOString();
  const reminders = type === "booking.cancelled" ? [] : settings.reminderHours;
  return [
    { kind: "invitation", target: "", notBefore },
    { kind: "booking", target: "", notBefore },
    ...webhooks(settings, notBefore),
    ...reminders
      .map((hours) => ({ hours, at: Date.parse(startsAt) - hours * HOUR_MS }))
      .filter(({ at }) => at > now)
      .map(({ hours, at }) => ({
        kind: CALL_REMINDER[hours],
        target: "",
        notBefore: new Date(at).toISOString(),
      })),
  ];
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
    ...webhooks(settings, now),
    ...REMINDERS.map(({ kind, afterHours }): PlannedDelivery => ({
      kind,
      target: "",
      notBefore: hoursAfter(lead, afterHours),
    })),
  ];
}
