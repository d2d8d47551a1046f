import type { WorkingHours } from "../../contract/call/booking.ts";
import { HOUR_MS, isoTime } from "../../contract/durations.ts";
import {
  receiversOf,
  TO_AGENCY,
  type DeliveryKind,
} from "../../contract/mail/delivery.ts";
import type { Env } from "../settings/env.ts";
import type { NewDelivery, Readers } from "../store/store.ts";
import { isQuiet, nextMorning } from "./quiet-hours.ts";

export type DeliverySettings = Pick<Env["outbox"], "webhookUrls" | "timeZone"> &
  Pick<WorkingHours, "mailLeadsAtNight"> & { readers: () => Promise<Readers> };

/** What is planned without readers: {@link toEach} says who gets it. */
type PlanSettings = Omit<DeliverySettings, "readers">;

const webhooks = (urls: readonly string[], notBefore: string): NewDelivery[] =>
  urls.map((target) => ({ kind: "webhook", target, notBefore }));

/**
 * Plans one delivery for each reader, so that
 * a retry goes only to an address that failed.
 */
export const toEach = (
  readers: readonly string[],
  deliveries: readonly NewDelivery[],
): NewDelivery[] =>
  deliveries.flatMap((one) =>
    TO_AGENCY.includes(one.kind)
      ? readers.map((target) => ({ ...one, target }))
      : [one],
  );

function toAgency(
  kind: DeliveryKind,
  settings: PlanSettings,
  at: string,
): NewDelivery {
  const { mailLeadsAtNight, timeZone } = settings;
  const time = Date.parse(at);
  const isDelayed = !mailLeadsAtNight && isQuiet(time, timeZone);
  const morning = isoTime(nextMorning(time, timeZone));
  return { kind, target: "", notBefore: isDelayed ? morning : at };
}

/**
 * @param startsAt empty for a cancelled call @param now milliseconds since 1970
 */
export function planBookingDeliveries(
  startsAt: string,
  settings: PlanSettings,
  reminderHours: readonly (1 | 24)[],
  now: number,
): NewDelivery[] {
  const notBefore = isoTime(now);
  const reminded = receiversOf("booking.reminder", settings.webhookUrls);
  return [
    { kind: "invitation", target: "", notBefore },
    toAgency("booking", settings, notBefore),
    ...webhooks(settings.webhookUrls, notBefore),
    ...reminderHours.flatMap((hours) => {
      const at = Date.parse(startsAt) - hours * HOUR_MS;
      // `at` is not a number for a cancelled call.
      if (!(at > now)) return [];
      const due = isoTime(at);
      return [
        { kind: "call-reminder", target: "", notBefore: due } as const,
        ...webhooks(reminded, due).map((one) => ({ ...one, reminds: true })),
      ];
    }),
  ];
}

/**
 * All deliveries that a new lead can need. @param
 * at when the lead came, in ISO 8601 in UTC
 */
export function planDeliveries(
  at: string,
  settings: PlanSettings,
): NewDelivery[] {
  return [
    { kind: "confirmation", target: "", notBefore: at },
    toAgency("notification", settings, at),
    ...webhooks(settings.webhookUrls, at),
  ];
}
