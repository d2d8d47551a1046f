import { attempt } from "../../contract/attempt.ts";
import { isoTime } from "../../contract/durations.ts";
import { clockOf } from "../deliveries/quiet-hours.ts";

export interface Clock {
  /** IANA name. */
  timeZone: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type LatestDays = ReturnType<typeof latestDays>;

/**
 * The latest days, today included. @param now milliseconds since 1970
 * @returns `names` like `2027-03-01`; `starts`
 * in ISO 8601 in UTC, including tomorrow's
 */
export function latestDays(count: number, timeZone: string, now: number) {
  const today = dateAt(now, timeZone);
  const days = Array.from({ length: count + 1 }, (_, at) =>
    today.add({ days: at + 1 - count }),
  );
  // A day may begin later than at midnight, which some zones skip.
  const starts = days.map((day) => startOf(day, timeZone));
  return { names: days.slice(0, count).map(String), starts };
}

/** The days of a week, today first, like `2027-03-01`. */
export function comingDays({ timeZone, now }: Clock): string[] {
  const today = dateAt(now(), timeZone);
  return Array.from({ length: 7 }, (_, at) =>
    today.add({ days: at }).toString(),
  );
}

/** The agency's month and the month before, like `2027-03`. */
export function latestMonths({ timeZone, now }: Clock): string[] {
  const month = dateAt(now(), timeZone).toPlainYearMonth();
  return [month, month.subtract({ months: 1 })].map(String);
}

/** The agency's year and the year before, like `2027`. */
export function latestYears({ timeZone, now }: Clock) {
  const { year } = dateAt(now(), timeZone);
  return [`${year}`, `${year - 1}`] as const;
}

/**
 * When a month like `2027-03` or a year like
 * `2027` begins and ends, in ISO 8601 in UTC.
 */
export function spanOf(period: string, timeZone: string) {
  const [year = "", month] = period.split("-");
  const first = Temporal.PlainDate.from(`${year}-${month ?? "01"}-01`);
  const end = first.add(month === undefined ? { years: 1 } : { months: 1 });
  return { since: startOf(first, timeZone), until: startOf(end, timeZone) };
}

export const dateAt = (at: number, zone: string) =>
  clockOf(at, zone).toPlainDate();

const startOf = (day: Temporal.PlainDate, zone: string) =>
  isoTime(day.toZonedDateTime(zone).epochMilliseconds);

/** Now, and the day that it is in the agency's zone, like `2027-03-01`. */
export function momentOf({ timeZone, now }: Clock) {
  return { now: isoTime(now()), today: dateAt(now(), timeZone).toString() };
}

/** The day of an instant in a zone, like `2027-03-01`. @throws {RangeError} */
export const dayOf = (instant: string, timeZone: string): string =>
  dateAt(Date.parse(instant), timeZone).toString();

/**
 * @param text a time with an offset, or a wall time in `timeZone`
 * @returns the time in UTC; undefined if it is invalid
 */
export function typedInstant(
  text: string,
  timeZone: string,
): string | undefined {
  const zoned = `${text}[${timeZone}]`;
  const at = attempt(() =>
    Temporal.ZonedDateTime.from(zoned, { offset: "use" }),
  );
  return at && isoTime(at.epochMilliseconds);
}
