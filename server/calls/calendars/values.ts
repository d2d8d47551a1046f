/** The values of content lines, also as programs miswrite them. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { Lines } from "./content-lines.ts";
import { fixedZone, readOffset, UTC, type Zone } from "./zone.ts";

/** One content line. RFC 5545, 3.1. */
export interface Property {
  name: string;
  value: string;
  parameter: (name: string) => string | undefined;
}

/** The value of a time begins with its year, so that a zone like `GMT+01:00` may stand unquoted. */
const TIMES = /^(?:DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)[;:]/i;
const BEFORE_TIME = /:\s*\d{4}-?\d\d-?\d\d/;

export function readProperty(line: string): Property {
  const beforeTime = TIMES.test(line) ? line.search(BEFORE_TIME) : -1;
  const colon = beforeTime < 0 ? colonOutsideQuotes(line) : beforeTime;
  const [name = "", ...parameters] = line.slice(0, colon).split(/;(?=[\w-]+=)/);
  return {
    name: name.toUpperCase(),
    value: line.slice(colon + 1).trim(),
    parameter: (wanted) =>
      parameters.find((one) => one.toUpperCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1),
  };
}

/** Without a regular expression, which would need memory for each letter of a stranger's line. */
function colonOutsideQuotes(line: string): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (letter === '"') isQuoted = !isQuoted;
    if (letter === ":" && !isQuoted) return at;
  }
  const first = line.indexOf(":");
  return first < 0 ? line.length : first;
}

/** The value of the first line with this name; empty without one. */
export const valueIn = (lines: Lines, name: string) =>
  lines.map(readProperty).find((property) => property.name === name)?.value ?? "";

/** A time in its zone. */
export interface Time {
  /** The wall clock in milliseconds, as if it were in UTC. */
  wall: number;
  zone: Zone;
  isDate: boolean;
  /** Whether its zone is written neither in it nor beside it. */
  isFloating: boolean;
  /** Whether it is the date of a time that cannot be read. */
  isPartial: boolean;
}

export const instantOf = ({ zone, wall }: Pick<Time, "zone" | "wall">) => zone.instantOf(wall);

const DATE = /^(\d{4})-?(\d\d)-?(\d\d)(?:Z$|[T ]+)?/i;
const CLOCK = /^(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?)?\s*(?:(Z|UTC|GMT)|([+-]\d\d(?::?\d\d)?))?$/i;

/** @param zone of a time without an offset @returns undefined for what has no date */
export function readTime(text: string, zone: Zone, isFloating = false): Time | undefined {
  const value = text.trim();
  const [before, year, month, day] = DATE.exec(value) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (before === undefined || date.getUTCMonth() !== Number(month) - 1) return undefined;
  const time = { wall: date.getTime(), zone, isDate: true, isFloating, isPartial: false };
  if (before === value) return { ...time, isPartial: value.endsWith("T") };
  const [clock, hour, minute = 0, second = 0, utc, offset] = CLOCK.exec(value.slice(before.length)) ?? [];
  const ofDay = Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * SECOND_MS;
  const isClock = Number(minute) < 60 && Number(second) <= 60 && ofDay <= DAY_MS;
  if (clock === undefined || !isClock) return { ...time, isPartial: true };
  const atClock = { ...time, wall: time.wall + ofDay, isDate: false };
  if (utc !== undefined) return { ...atClock, zone: UTC, isFloating: false };
  if (offset === undefined) return atClock;
  return { ...atClock, zone: fixedZone(readOffset(offset), offset), isFloating: false };
}

/** Whole days, and the rest: days follow the wall clock, the rest does not. RFC 5545, 3.8.5.3. */
export interface Duration {
  days: number;
  ms: number;
}

const UNIT_MS: Readonly<Record<string, number>> = { H: HOUR_MS, M: MINUTE_MS, S: SECOND_MS };
const UNIT_DAYS: Readonly<Record<string, number>> = { W: 7, D: 1 };

/** A longer event counts as a century: it could end in a year that no date has. */
const LONGEST_DAYS = 36_525;

/**
 * Also reads `PT1D` and `PT1.5H`, but not `P30M`, which is half an hour to some programs and years to others.
 * @returns undefined for what is none, and for a negative one
 */
export function readDuration(text: string): Duration | undefined {
  const value = text.trim().toUpperCase();
  if (!/^\+?P(?:\d+(?:[.,]\d+)?[WD])*(?:T(?:\d+(?:[.,]\d+)?[WDHMS])*)?$/.test(value)) return undefined;
  const length = { days: 0, ms: 0 };
  const parts = [...value.matchAll(/(\d[\d.,]*)([WDHMS])/g)];
  for (const [, digits = "", unit = ""] of parts) {
    const amount = Number(digits.replace(",", "."));
    const days = amount * (UNIT_DAYS[unit] ?? 0);
    length.days += Math.floor(days);
    length.ms += (days % 1) * DAY_MS + amount * (UNIT_MS[unit] ?? 0);
  }
  if (parts.length === 0) return undefined;
  return elapsed(length) > LONGEST_DAYS * DAY_MS ? { days: LONGEST_DAYS, ms: 0 } : length;
}

export const elapsed = ({ days, ms }: Duration) => days * DAY_MS + ms;

/** A time, with a length in milliseconds if it has one of its own, as in an `RDATE` or a `FREEBUSY`. */
export interface Period {
  time: Time;
  ms?: number;
}

/** @returns the time alone where its end cannot be read */
export function readPeriod(text: string, read: (text: string) => Time | undefined): Period | undefined {
  const [first = "", last] = text.split("/");
  const time = read(first);
  if (!time || last === undefined) return time && { time };
  const duration = readDuration(last);
  if (duration) return { time, ms: elapsed(duration) };
  const end = read(last);
  return end ? { time, ms: instantOf(end) - instantOf(time) } : { time };
}
