/** Plans the deliveries of a new lead: the page's promise, "within 24 hours". */
import { minuteOf, WEEKDAYS, type WorkingHours } from "../../contract/booking.ts";
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
  /** When reminders and alarms may come; undefined: always. */
  alertHours?: AlertHours | undefined;
}

/** Wall clock times of a week, in a zone by its IANA name. */
interface AlertHours {
  weekly: WorkingHours["weekly"];
  timeZone: string;
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

/**
 * The reminders and the alarm of a lead. Outside ALERT_HOURS a reminder waits for the next opening. If that is after the
 * 24 hours, it is sent at the last closing before. The alarm always waits. Of several for one time, only the last is sent.
 */
export function planReminders(
  lead: Arrived,
  { alertHours, notifyEmail }: Pick<DeliverySettings, "alertHours" | "notifyEmail">,
) {
  const came = Date.parse(lead.created_at);
  const windows = alertHours ? windowsSince(came, alertHours) : [{ opens: came, closes: Infinity }];
  const due = came + PROMISED_HOURS * HOUR_MS;
  const byTime = new Map<number, PlannedDelivery[]>();
  for (const { kind, afterHours } of REMINDERS) {
    const at = came + afterHours * HOUR_MS;
    const next = windows.find(({ closes }) => closes > at);
    const opening = Math.max(at, next?.opens ?? at);
    const closing = windows.findLast(({ closes }) => closes <= at)?.closes;
    const when = opening > due && at < due && closing !== undefined ? closing : opening;
    byTime.set(when, toAgency(kind, { notifyEmail }, new Date(when).toISOString()));
  }
  return [...byTime.values()].flat();
}

/** Every opening that is not over at an instant, until a week after the promised time, in order. Milliseconds since 1970. */
function windowsSince(at: number, { weekly, timeZone }: AlertHours): { opens: number; closes: number }[] {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const instant = (date: Temporal.PlainDate, timeOfDay: string) =>
    date
      .toPlainDateTime()
      .add({ minutes: minuteOf(timeOfDay) })
      .toZonedDateTime(timeZone).epochMilliseconds;
  return Array.from({ length: 9 }, (_, days) => today.add({ days }))
    .flatMap((date) =>
      weekly
        .filter(({ days }) => days.some((day) => day === WEEKDAYS[date.dayOfWeek - 1]))
        .map(({ from, to }) => ({ opens: instant(date, from), closes: instant(date, to) })),
    )
    .filter(({ closes }) => closes > at)
    .toSorted((a, b) => a.opens - b.opens);
}
