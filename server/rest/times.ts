/** Times as PostgreSQL reads and writes them, in UTC. Source: PostgreSQL docs, "Date/Time Types". */
import { isDay } from "../leads/days.ts";

/** A "+" in an address that was not encoded arrives as a blank. */
const TIME =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?(?:z|([+ -]\d\d)(?::?(\d\d))?)?$/i;

/** `2026-11-20T12:00:00.5+00:00`, as PostgREST shows it. @param iso ISO 8601 in UTC. */
export function writeTime(iso: string): string {
  return iso.replace(/\.?0{0,3}Z$/, "+00:00");
}

/** Without an offset in UTC. @returns ISO 8601 in UTC, to milliseconds; undefined: no time that every store can hold */
export function readTime(text: string): string | undefined {
  const [, day, clock, hours, minutes] = TIME.exec(text) ?? [];
  // Date takes a 30th of February for a day in March.
  if (day === undefined || !isDay(day)) return undefined;
  const time = new Date(`${day}T${clock ?? "00:00"}${hours?.replace(" ", "+") ?? "+00"}:${minutes ?? "00"}`);
  if (Number.isNaN(time.getTime())) return undefined;
  const iso = time.toISOString();
  // Other years have a sign in ISO 8601, and PostgreSQL has no year 0.
  return /^(?!0000)\d{4}-/.test(iso) ? iso : undefined;
}
