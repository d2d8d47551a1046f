/**
 * The agency's night, in hours of its clock. A
 * mail that can wait is sent after the night.
 */
const MORNING_HOUR = 8;
const NIGHT_HOUR = 21;

/**
 * @param at milliseconds since 1970 @param
 * timeZone the agency's, as an IANA name
 */
export function isQuiet(at: number, timeZone: string): boolean {
  const { hour } = clockOf(at, timeZone);
  return hour < MORNING_HOUR || hour >= NIGHT_HOUR;
}

export function nextMorning(at: number, timeZone: string): number {
  const last = clockOf(lastMorning(at, timeZone), timeZone);
  return last.add({ days: 1 }).epochMilliseconds;
}

export function lastMorning(at: number, timeZone: string): number {
  const clock = clockOf(at, timeZone);
  return atHour(
    clock.hour < MORNING_HOUR ? clock.subtract({ days: 1 }) : clock,
    MORNING_HOUR,
  );
}

/** @param at milliseconds since 1970, at a time of day that is not quiet */
export function nextNight(at: number, timeZone: string): number {
  return atHour(clockOf(at, timeZone), NIGHT_HOUR);
}

export const clockOf = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

const atHour = (day: Temporal.ZonedDateTime, hour: number) =>
  day.withPlainTime({ hour }).epochMilliseconds;
