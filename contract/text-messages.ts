/** Which visitors get text messages about a call, and when: not in the quiet hours of their own clock. ISO 8601 in UTC. */
import type { Booking } from "./booking.ts";
import { HOUR_MS } from "./durations.ts";
import { hourIn } from "./locale/in-zone.ts";
import { isTimeZone } from "./validation.ts";

/** The hours in which texts may be sent, as the rules of the US have them. */
const FROM = 8;
const UNTIL = 21;

type Agreed = Pick<Booking, "textConsent" | "phoneTyped" | "state">;

/** What was typed is only known to be a number if it was read. */
const agreesToTexts = ({ textConsent, phoneTyped, state }: Agreed): boolean =>
  textConsent !== undefined && phoneTyped !== undefined && state === "booked";

const hourBefore = (time: string): string => new Date(Date.parse(time) - HOUR_MS).toISOString();

export function isQuiet(now: string, zone: string): boolean {
  const hour = isTimeZone(zone) ? hourIn(now, zone) : 0;
  return hour < FROM || hour >= UNTIL;
}

/** One hour before the call, or hours earlier while that is a quiet hour; undefined: the visitor gets none. */
export function textReminderTime(call: Agreed & Pick<Booking, "startsAt" | "zone">): string | undefined {
  if (!agreesToTexts(call) || !isTimeZone(call.zone)) return undefined;
  let time = hourBefore(call.startsAt);
  while (isQuiet(time, call.zone)) time = hourBefore(time);
  return time;
}

/** From then on the agency may text that it is running late. */
export const lateFrom = ({ startsAt }: Pick<Booking, "startsAt">): string => hourBefore(startsAt);

/** Until the call ends. */
export function mayTextLate(
  call: Agreed & Pick<Booking, "startsAt" | "endsAt" | "zone">,
  now: string,
): boolean {
  return agreesToTexts(call) && now >= lateFrom(call) && now < call.endsAt && !isQuiet(now, call.zone);
}
