import { readTarget, type DeliveryKind } from "../../contract/mail/delivery.ts";
import type { WorkingHours } from "../../contract/call/booking.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import type { Env } from "../settings/env.ts";
import type { NewDelivery } from "../store/store.ts";
import { isQuiet, nextMorning } from "./quiet-hours.ts";

/** If `notifyEmail` is undefined, the agency is written to at the site's contact address. */
export type DeliverySettings = Pick<
  Env["outbox"],
  "webhookUrls" | "notifyEmail" | "timeZone"
> &
  Pick<WorkingHours, "mailLeadsAtNight">;

const webhooks = (urls: readonly string[], notBefore: string): NewDelivery[] =>
  urls.map((target) => ({ kind: "webhook", target, notBefore }));

/** Plans one delivery for each address, so that a retry goes only to an address that failed. */
function toAgency(
  kind: DeliveryKind,
  settings: DeliverySettings,
  at: string,
): NewDelivery[] {
  const { notifyEmail = [""], mailLeadsAtNight, timeZone } = settings;
  const time = Date.parse(at);
  const isDelayed = !mailLeadsAtNight && isQuiet(time, timeZone);
  const notBefore = isDelayed
    ? new Date(nextMorning(time, timeZone)).toISOString()
    : at;
  return notifyEmail.map((target) => ({ kind, target, notBefore }));
}

/** @param startsAt empty for a cancelled call @param now milliseconds since 1970 */
export function planBookingDeliveries(
  startsAt: string,
  settings: DeliverySettings,
  reminderHours: readonly (1 | 24)[],
  now: number,
): NewDelivery[] {
  const notBefore = new Date(now).toISOString();
  // A chat gets no reminder, because the agency has the call in its calendar.
  const programs = settings.webhookUrls.filter(
    (target) => !readTarget(target).chat,
  );
  return [
    { kind: "invitation", target: "", notBefore },
    ...toAgency("booking", settings, notBefore),
    ...webhooks(settings.webhookUrls, notBefore),
    ...reminderHours.flatMap((hours) => {
      const at = Date.parse(startsAt) - hours * HOUR_MS;
      // `at` is not a number for a cancelled call.
      if (!(at > now)) return [];
      const due = new Date(at).toISOString();
      const events = webhooks(programs, due).map((one) => ({
        ...one,
        reminds: true,
      }));
      return [
        { kind: "call-reminder", target: "", notBefore: due } as const,
        ...events,
      ];
    }),
  ];
}

/** All deliveries that a new lead can need. @param at when the lead came, in ISO 8601 in UTC */
export function planDeliveries(
  at: string,
  settings: DeliverySettings,
): NewDelivery[] {
  return [
    { kind: "confirmation", target: "", notBefore: at },
    ...toAgency("notification", settings, at),
    ...webhooks(settings.webhookUrls, at),
  ];
}
