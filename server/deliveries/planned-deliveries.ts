/** Plans the deliveries of a new lead: the page's promise, "within 24 hours". */
import { hoursAfter, PROMISED_HOURS, readTarget, type DeliveryKind } from "../../contract/delivery.ts";
import type { LeadRow } from "../../contract/lead.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import type { NewDelivery } from "../store/store.ts";

/** Mails to the agency while a lead is unanswered, in hours after its arrival. */
const REMINDERS = [
  { kind: "reminder-12h", afterHours: 12 },
  { kind: "reminder-20h", afterHours: 20 },
  { kind: "alarm-24h", afterHours: PROMISED_HOURS },
] as const;

export interface DeliverySettings {
  webhookUrls: readonly string[];
  /** The agency's addresses; undefined: the site's own. */
  notifyEmail?: readonly string[] | undefined;
}

type Arrived = Pick<LeadRow, "created_at">;

export type PlannedDelivery = Pick<NewDelivery, "kind" | "target" | "notBefore" | "reminds">;

function webhooks(
  { webhookUrls }: Pick<DeliverySettings, "webhookUrls">,
  notBefore: string,
): PlannedDelivery[] {
  return webhookUrls.map((target) => ({ kind: "webhook", target, notBefore }));
}

/** A mail to each of the agency's addresses, so that one whose server is busy is tried again alone. */
function toAgency<Kind extends DeliveryKind>(
  kind: Kind,
  { notifyEmail = [""] }: Pick<DeliverySettings, "notifyEmail">,
  notBefore: string,
) {
  return notifyEmail.map((target) => ({ kind, target, notBefore }));
}

/**
 * Both sides are notified of a change, and the visitor before a call.
 * @param startsAt empty for a cancelled call @param now milliseconds since 1970
 */
export function planBookingDeliveries(
  startsAt: string,
  settings: DeliverySettings & { reminderHours: readonly (1 | 24)[] },
  now: number,
): PlannedDelivery[] {
  const notBefore = new Date(now).toISOString();
  // A chat needs no reminder: the agency has its calendar.
  const programs = { webhookUrls: settings.webhookUrls.filter((target) => !readTarget(target).chat) };
  return [
    { kind: "invitation", target: "", notBefore },
    ...toAgency("booking", settings, notBefore),
    ...webhooks(settings, notBefore),
    ...settings.reminderHours.flatMap((hours) => {
      const at = Date.parse(startsAt) - hours * HOUR_MS;
      if (!(at > now)) return [];
      const due = new Date(at).toISOString();
      const events = webhooks(programs, due).map((one) => ({ ...one, reminds: true }));
      return [{ kind: `call-reminder-${hours}h` as const, target: "", notBefore: due }, ...events];
    }),
  ];
}

/** Every delivery that a new lead needs, the earliest first. The same lead always has the same plan. */
export function planDeliveries(lead: Arrived, settings: DeliverySettings): PlannedDelivery[] {
  const now = hoursAfter(lead, 0);
  return [
    { kind: "confirmation", target: "", notBefore: now },
    ...toAgency("notification", settings, now),
    ...webhooks(settings, now),
    ...planReminders(lead, settings),
  ];
}

/** The reminders and the alarm of a lead that nobody has answered. */
export function planReminders(lead: Arrived, settings: Pick<DeliverySettings, "notifyEmail">) {
  return REMINDERS.flatMap(({ kind, afterHours }) => toAgency(kind, settings, hoursAfter(lead, afterHours)));
}
