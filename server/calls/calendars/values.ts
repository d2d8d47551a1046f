import { attempt } from "../../../contract/attempt.ts";
import { DAY_MS, HOUR_MS } from "../../../contract/durations.ts";

export type Property = ReturnType<typeof readProperty>;

/**
 * Properties whose value is a time. The value follows the first colon outside
 * quotes that a date follows. An earlier colon may be part of a zone:
 * `DTSTART;TZID=GMT+01:00:20270301T090000`.
 */
const TIMES = /^(?:DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)\s*[;:]/i;
const BEFORE_TIME = /^(?:[^":]+|"[^"]*"(?=[;:,])|"|:(?!\s*\d{4}-?\d\d-?\d\d))*/;
/**
 * The text before the first colon outside
 * quotes. An unclosed quote counts as a letter.
 */
const BEFORE_COLON = /^(?:[^":]+|"[^"]*"|")*/;
/**
 * A name with what has no `=`, or a parameter.
 * Only an unquoted `;` before `NAME=` ends it.
 */
const PART = /(?!\s)(?:[^";]+|"[^"]*"|"|;(?!\s*[\w-]+=))+/g;

/** Reads one content line. RFC 5545, 3.1. */
export function readProperty(line: string) {
  const lengthOf = (start: RegExp) => start.exec(line)?.[0].length ?? 0;
  const beforeTime = TIMES.test(line) ? lengthOf(BEFORE_TIME) : line.length;
  const colon = beforeTime < line.length ? beforeTime : lengthOf(BEFORE_COLON);
  // Some programs write several `;`, or
  // `DTSTART:TZID = Europe/Berlin:20270301T090000`.
  const head = line
    .slice(0, colon)
    .replaceAll(/;[;\s]*;|(?<=^[\w-]+):/g, ";")
    .replaceAll(/ ?= ?/g, "=");
  const [, ...parameters] = head.match(PART) ?? [];
  const parameter = (wanted: string) => {
    const written = parameters.find((text) =>
      text.toUpperCase().startsWith(`${wanted}=`),
    );
    return written?.slice(wanted.length + 1).replaceAll('"', "");
  };
  const [name = ""] = /^[\w-]+/.exec(line) ?? [];
  return {
    name: name.toUpperCase(),
    value: line.slice(colon + 1).trim(),
    parameter,
  };
}

export const valuesIn = (lines: readonly string[], name: string) =>
  lines
    .map(readProperty)
    .flatMap((property) => (property.name === name ? property.value : []));

export const valueIn = (lines: readonly string[], name: string) =>
  valuesIn(lines, name)[0] ?? "";

export interface Zone {
  label: string;
  isGuess: boolean;
  /**
   * `wall` is as in `Time`. A time that a clock
   * skips or repeats gets the earlier offset.
   */
  instantOf: (wall: number) => number;
  /**
   * The zone as the calendar describes it, if
   * its offset differs: an event blocks in both.
   */
  described?: Zone;
}

export function wallAt({ instantOf }: Zone, instant: number): number {
  const corrected = (wall: number) => wall + instant - instantOf(wall);
  // The first guess may be on the wrong side of
  // a clock change. The corrected guess is not.
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
  /** Whether neither the time nor a parameter of its property names a zone. */
  isFloating: boolean;
  /** Whether a time of day is written after the date, but cannot be read. */
  isPartial: boolean;
}

export const instantOf = ({ zone, wall }: Time) => zone.instantOf(wall);

/**
 * A zone as this machine knows it, and as the
 * calendar describes it. Either may be right.
 */
export const readingsOf = (zone: Zone) => [zone, zone.described ?? zone];

export const instantsOf = ({ zone, wall }: Time) =>
  readingsOf(zone).map((reading) => reading.instantOf(wall));

/**
 * @param zone the zone of a text without an offset
 * @returns undefined for a text without a date
 */
export function readTime(
  text: string,
  zone: Zone,
  isFloating = false,
): Time | undefined {
  const value = text.trim();
  const [date = ""] = /^\d{4}-?\d\d-?\d\d/.exec(value) ?? [];
  const isDay = /^Z?$/i.test(value.slice(date.length));
  const hasOffset = /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(value);
  const withTime = isDay
    ? undefined
    : instantIn(hasOffset ? value : `${value}Z`);
  const wall = withTime ?? instantIn(`${date}T00Z`);
  if (wall === undefined) return undefined;
  if (withTime === undefined)
    return { wall, zone, isDate: true, isFloating, isPartial: !isDay };
  return {
    wall,
    zone: hasOffset ? UTC : zone,
    isDate: false,
    isFloating: isFloating && !hasOffset,
    isPartial: false,
  };
}

const instantIn = (text: string) =>
  attempt(() => Temporal.Instant.from(text).epochMilliseconds);

/**
 * A length of two parts: days of the wall clock,
 * then elapsed milliseconds. RFC 5545, 3.8.5.3.
 */
export interface Duration {
  days: number;
  ms: number;
  /** The length on the wall clock. The event ends at the later of both ends. */
  wallMs?: number;
  /** The event also blocks this many milliseconds before its start. */
  beforeMs?: number;
}

/**
 * A longer event counts as a century, since its
 * end could be later than the last possible date.
 */
const LONGEST_DAYS = 36_525;

/**
 * @returns undefined for a text that is no
 * duration, or is negative, or has months or years
 */
export function readDuration(text: string): Duration | undefined {
  const length = /p/i.test(text)
    ? attempt(() => Temporal.Duration.from(text))
    : undefined;
  // Months are refused, since some programs write `P30M` for 30 minutes.
  if (!length || length.sign < 0 || length.years + length.months > 0)
    return undefined;
  const { weeks, days } = length;
  const ms = length.with({ weeks: 0, days: 0 }).total("milliseconds");
  if (weeks * 7 + days + ms / DAY_MS > LONGEST_DAYS)
    return { days: LONGEST_DAYS, ms: 0 };
  return { days: weeks * 7 + days, ms };
}

export const elapsed = ({ days, ms }: Duration) => days * DAY_MS + ms;

/**
 * Milliseconds of an offset like `+0100`, `-05:30`
 * or `1`, positive east of UTC; else NaN.
 */
export function readOffset(text: string): number {
  const signed = text
    .trim()
    .replace(/^[+-]?(?=\d(?!\d))/, "$&0")
    .replace(/^(?![+-])/, "+");
  // East of UTC, midnight is earlier, so the
  // offset is the opposite of `midnight`.
  const midnight = instantIn(`1970-01-01T00${signed}`) ?? NaN;
  return Math.abs(midnight) > 15 * HOUR_MS ? NaN : -midnight;
}
