import { attempt } from "../../../contract/attempt.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";

export type Property = ReturnType<typeof readProperty>;

/**
 * Properties whose value is a time. It begins behind the colon that stands before the year, since
 * a zone before it may have a colon, too: `TZID=GMT+01:00`.
 */
const TIMES = /^(?:DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)\s*[;:]/i;
const BEFORE_TIME = /:\s*\d{4}-?\d\d-?\d\d/;
const BEFORE_COLON = /^(?:[^":]+|"[^"]*"|")*/;
/** The name or a parameter. A `;` in quotes, or before what is no parameter, is part of it. */
const PART = /(?!\s)(?:[^";]+|"[^"]*"|"|;(?!\s*[\w-]+=))+/g;

/** One content line. RFC 5545, 3.1. */
export function readProperty(line: string) {
  const beforeTime = TIMES.test(line) ? line.search(BEFORE_TIME) : -1;
  const colon = beforeTime < 0 ? (BEFORE_COLON.exec(line)?.[0].length ?? 0) : beforeTime;
  // Some programs write `DTSTART:TZID=Europe/Berlin:20270301T090000`.
  const head = line.slice(0, colon).replaceAll(/;[;\s]*;|(?<=^[\w-]+):/g, ";");
  const [name = "", ...parameters] = head.match(PART) ?? [];
  const parameter = (wanted: string) => {
    const written = parameters.find((one) => one.toUpperCase().startsWith(`${wanted}=`));
    return written?.slice(wanted.length + 1).replaceAll('"', "");
  };
  return { name: name.trim().toUpperCase(), value: line.slice(colon + 1).trim(), parameter };
}

export const valuesIn = (lines: readonly string[], name: string) =>
  lines.map(readProperty).flatMap((property) => (property.name === name ? property.value : []));

export const valueIn = (lines: readonly string[], name: string) => valuesIn(lines, name)[0] ?? "";

export interface Zone {
  label: string;
  isGuess: boolean;
  /** Takes a wall clock as if in UTC. In gaps and overlaps, the offset before the change counts. */
  instantOf: (wall: number) => number;
}

export function wallAt({ instantOf }: Zone, instant: number): number {
  const corrected = (wall: number) => wall + instant - instantOf(wall);
  // The first correction may have the offset of the other side of a change, as it is hours off.
  return corrected(corrected(instant));
}

export const fixedZone = (offset: number, label: string): Zone => ({
  label,
  isGuess: false,
  instantOf: (wall) => wall - offset,
});

export const UTC = fixedZone(0, "UTC");

export interface Time {
  /** The wall clock in milliseconds, as if it were in UTC. */
  wall: number;
  zone: Zone;
  isDate: boolean;
  /** Whether its zone is written neither in it nor beside it. */
  isFloating: boolean;
  /** Whether only its date can be read, although a time is written behind it. */
  isPartial: boolean;
}

export const instantOf = ({ zone, wall }: Time) => zone.instantOf(wall);

/** @param zone of a time without an offset @returns undefined for what has no date */
export function readTime(text: string, zone: Zone, isFloating = false): Time | undefined {
  const value = text.trim();
  const [date = ""] = /^\d{4}-?\d\d-?\d\d/.exec(value) ?? [];
  const isDay = /^Z?$/i.test(value.slice(date.length));
  const isInstant = /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(value);
  const written = isDay ? undefined : instantIn(isInstant ? value : `${value}Z`);
  const wall = written ?? instantIn(`${date}T00Z`);
  if (wall === undefined) return undefined;
  if (written === undefined) return { wall, zone, isDate: true, isFloating, isPartial: !isDay };
  const time = { wall, isDate: false, isPartial: false };
  return isInstant ? { ...time, zone: UTC, isFloating: false } : { ...time, zone, isFloating };
}

const instantIn = (text: string) => attempt(() => Temporal.Instant.from(text).epochMilliseconds);

/** Whole days, and the rest: days follow the wall clock, the rest does not. RFC 5545, 3.8.5.3. */
export interface Duration {
  days: number;
  ms: number;
  /** How many milliseconds before its start the event begins to block. */
  beforeMs?: number;
}

/** A longer event counts as a century, since it could end in a year that no date has. */
const LONGEST_DAYS = 36_525;

/** @returns undefined for none, a negative one, or years and months: `P30M` can mean minutes */
export function readDuration(text: string): Duration | undefined {
  const length = /p/i.test(text) ? attempt(() => Temporal.Duration.from(text)) : undefined;
  if (!length || length.sign < 0 || length.years + length.months > 0) return undefined;
  const { weeks, days, hours, minutes, seconds } = length;
  const ms = hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
  if (weeks * 7 + days + ms / DAY_MS > LONGEST_DAYS) return { days: LONGEST_DAYS, ms: 0 };
  return { days: weeks * 7 + days, ms };
}

export const elapsed = ({ days, ms }: Duration) => days * DAY_MS + ms;

/** Milliseconds of an offset like `+0100`, `-05:30` or `1`, positive east of UTC; else NaN. */
export function readOffset(text: string): number {
  const digits = text.trim().replace(/^[+-]?(?=\d(?!\d))/, "$&0");
  const midnight = instantIn(`1970-01-01T00${digits.replace(/^(?![+-])/, "+")}`) ?? NaN;
  return Math.abs(midnight) > 15 * HOUR_MS ? NaN : -midnight;
}
