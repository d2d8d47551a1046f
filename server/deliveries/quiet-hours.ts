/** The agency's night: what can wait is mailed when it ends. */
const MORNING = 8;
const NIGHT = 21;

/** @param at milliseconds since 1970 @param timeZone the agency's, as an IANA name */
export function isQuiet(at: number, timeZone: string): boolean {
  const { hour } = clockOf(at, timeZone);
  return hour < MORNING || hour >= NIGHT;
}

export function nextMorning(at: number, timeZone: string): number {
  const clock = clockOf(at, timeZone);
  return atHour(clock.hour < MORNING ? clock : clock.add({ days: 1 }), MORNING);
}

export function lastMorning(at: number, timeZone: string): number {
  const clock = clockOf(at, timeZone);
  return atHour(clock.hour < MORNING ? clock.subtract({ days: 1 }) : clock, MORNING);
}

/** @param at an instant by day */
export function nextNight(at: number, timeZone: string): number {
  return atHour(clockOf(at, timeZone), NIGHT);
}

export const clockOf = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

const atHour = (day: Temporal.ZonedDateTime, hour: number) => day.withPlainTime({ hour }).epochMilliseconds;
