/** Days as a time zone has them: of 23 to 25 hours, wherever its clocks change. */

export interface Days {
  names: string[];
  /** ISO 8601 in UTC: where each day begins, and last where the latest ends. */
  starts: string[];
}

/** The latest days, today included. @param now milliseconds since 1970 @param timeZone IANA name */
export function latestDays(count: number, timeZone: string, now: number): Days {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const days = Array.from({ length: count + 1 }, (_, index) => today.add({ days: index + 1 - count }));
  // Some zones skip midnight when their clocks change: a day begins at its first moment.
  const starts = days.map((day) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString());
  return { names: days.slice(0, count).map(String), starts };
}
