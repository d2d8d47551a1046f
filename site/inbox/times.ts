/** Times as an operator reads them: the time left, and moments in the agency's time zone. */
import { isTimeZone } from "../../contract/validation.ts";

const MINUTE = 60_000;

/** `5 h 12 min`, `45 min`, `2 d 3 h`: two units at most, never seconds. @param ms a length, not negative */
export function duration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`;
  return `${rest} min`;
}

/** `Nov 20, 7:02 PM EST`, with its year when that differs from `now`'s. @param iso ISO 8601 */
export function moment(iso: string, { now, timeZone }: { now: string | number; timeZone: string }): string {
  const yearOf = (time: string | number): string =>
    new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric" }).format(new Date(time));
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    ...(yearOf(iso) === yearOf(now) ? {} : { year: "numeric" }),
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(iso));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const make = () => new Intl.DateTimeFormat("en-US", options);
  return formats.getOrInsertComputed(JSON.stringify(options), make).format(new Date(iso));
}

/** `Fri, Nov 20, 7:02 PM EST`, with its year when that differs from `now`'s. @param timeZone if unknown here, UTC */
export function callTime(iso: string, { now, timeZone }: { now: string | number; timeZone: string }): string {
  const zone = isTimeZone(timeZone) ? timeZone : "UTC";
  const day = format(iso, { timeZone: zone, weekday: "short" });
  return `${day}, ${moment(iso, { now, timeZone: zone })}`;
}

/** `Friday, November 20`. */
export function dayName(iso: string, timeZone: string): string {
  return format(iso, { timeZone, weekday: "long", month: "long", day: "numeric" });
}

/** `7:02 PM`. */
export function clockTime(iso: string, timeZone: string): string {
  return format(iso, { timeZone, hour: "numeric", minute: "2-digit" });
}

/** `Nov 20`. @param day YYYY-MM-DD */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" }).format(
    new Date(day),
  );
}
