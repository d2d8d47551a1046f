/** One event of a calendar: when it is, how it repeats, what it replaces, and whether it blocks. */
import { DAY_MS } from "../../../contract/durations.ts";
import type { Lines } from "./content-lines.ts";
import { ExceptionTimes } from "./exception-times.ts";
import { readRule, type Rule } from "./rules.ts";
import { elapsed, instantOf, readDuration, readPeriod, readProperty, readTime } from "./values.ts";
import type { Duration, Property, Time } from "./values.ts";
import type { Zones } from "./zones.ts";

/** Why an event was not read whole, as sentences for the agency. They hold nothing of the event. */
export const PROBLEMS = {
  start: "When it begins can't be read, so at most its day is blocked.",
  end: "When it ends can't be read, so it blocks until midnight.",
  rule: "How it repeats can't be read or takes too long to work out, so its own time alone blocks.",
  doubtful: "Calendar programs disagree about how it repeats, or a number of its rule means nothing.",
  many: "It repeats more often than anybody can attend, so its first times alone block.",
  times: "Times that were added to it, removed or replaced can't be read.",
  version: "A later version of it is in the calendar, and blocks in its place.",
  slow: "Reading it took too long, so its own time alone blocks.",
} as const;

type Problem = keyof typeof PROBLEMS;
/** With the last instant of the rule, in milliseconds since 1970. */
type Repeat = Rule & { last: number };
export type CalendarEvent = NonNullable<ReturnType<typeof readEvent>>;

/** What says how an event repeats, and not when it is. */
const REPETITION = new Set(["RRULE", "RDATE", "EXDATE"]);

/**
 * @param owners email addresses in lower case
 * @param ownTimeOnly leaves out its rules and its added and removed times
 * @returns undefined without a start that has a date
 */
export function readEvent(lines: Lines, zones: Zones, owners: ReadonlySet<string>, ownTimeOnly = false) {
  /** Those of its repetition are added once it is expanded. */
  const problems = new Set<Problem>(ownTimeOnly ? ["slow"] : []);
  /** The names of its zones that are guesses. */
  const guesses = new Set<string>();
  const properties = lines.map(readProperty);
  const all = (name: string) =>
    ownTimeOnly && REPETITION.has(name) ? [] : properties.filter((property) => property.name === name);
  /** The values of an `RDATE` or `EXDATE`. */
  const each = (name: string) =>
    all(name).flatMap((property) => property.value.split(",").map((text) => ({ property, text })));

  function timeOf(property: Property, text: string, problem: Problem): Time | undefined {
    const tzid = property.parameter("TZID");
    const time = readTime(text, zones.named(tzid), tzid === undefined);
    if (!time || time.isPartial) problems.add(problem);
    if (time?.isDate) return { ...time, zone: zones.ofDates(tzid) };
    if (time?.zone.isGuess) guesses.add(tzid ?? zones.floatingName);
    return time;
  }

  function repeatOf(start: Time, { value }: Property): Repeat[] {
    const rule = readRule(value);
    const last = rule && lastInstant(rule.until, start);
    if (!rule || last === undefined) problems.add("rule");
    if (rule?.isDoubtful) problems.add("doubtful");
    return rule ? [{ ...rule, last: last ?? Infinity }] : [];
  }

  const [startProperty] = all("DTSTART");
  const start = startProperty && timeOf(startProperty, startProperty.value, "start");
  if (!start) return undefined;
  const [end] = all("DTEND");
  const [duration] = all("DURATION");
  const endTime = end && timeOf(end, end.value, "end");
  const written = endTime ? lengthUntil(endTime, start) : readDuration(duration?.value ?? "");
  const length = end || duration ? written : { days: 0, ms: 0 };
  if (!length) problems.add("end");
  const [replaced] = all("RECURRENCE-ID");
  const replacedTime = replaced && timeOf(replaced, replaced.value, "times");
  const removed = each("EXDATE").flatMap(({ property, text }) => timeOf(property, text, "times") ?? []);
  const added = each("RDATE").flatMap(({ property, text }) => {
    const period = readPeriod(text, (part) => timeOf(property, part, "times"));
    return period ? [{ ...period, time: atClockOf(start, period.time) }] : [];
  });
  return {
    uid: all("UID")[0]?.value ?? "",
    sequence: Number(all("SEQUENCE")[0]?.value) || 0,
    start,
    length: atLeastADay(length ?? lengthUntilMidnight(start), start),
    repeats: all("RRULE").flatMap((property) => repeatOf(start, property)),
    added,
    removed: new ExceptionTimes(removed, start),
    /** For an exception in a series: the time that it replaces, and whether all later ones, too. */
    replaces: replacedTime && {
      time: replacedTime,
      andLater: replaced?.parameter("RANGE")?.toUpperCase() === "THISANDFUTURE",
    },
    blocks: isBlocking(lines, owners),
    problems,
    guesses,
  };
}

/** A date that is added to a series of times means the time of day of the series. */
const atClockOf = (start: Time, time: Time): Time => {
  if (!time.isDate || start.isDate) return time;
  const ofDay = start.wall + DAY_MS - midnightAfter(start.wall);
  return { ...start, wall: time.wall + ofDay };
};

/** @returns undefined for an end before the start */
function lengthUntil(end: Time, start: Time): Duration | undefined {
  if (start.isDate && end.isDate)
    return { days: Math.max(1, Math.round((end.wall - start.wall) / DAY_MS)), ms: 0 };
  const ms = instantOf(end) - instantOf(start);
  return ms < 0 ? undefined : { days: 0, ms };
}

const midnightAfter = (wall: number) => (Math.floor(wall / DAY_MS) + 1) * DAY_MS;

const lengthUntilMidnight = ({ wall, zone }: Time): Duration => ({
  days: 0,
  ms: zone.instantOf(midnightAfter(wall)) - zone.instantOf(wall),
});

/** For a whole day, also if its end is its start or missing. RFC 5545, 3.6.1. */
const atLeastADay = (length: Duration, { isDate }: Time): Duration =>
  isDate && elapsed(length) === 0 ? { days: 1, ms: 0 } : length;

/** A date includes its whole day. @returns undefined for an `UNTIL` that cannot be read */
function lastInstant(until: string | undefined, start: Time): number | undefined {
  if (until === undefined) return Infinity;
  const time = readTime(until, start.zone);
  if (!time || time.isPartial) return undefined;
  if (!time.isDate && !start.isDate) return instantOf(time);
  return start.zone.instantOf(midnightAfter(time.wall)) - 1;
}

const FREE =
  /^(?:STATUS\b[^:]*:\s*CANCELL?ED|TRANSP\b[^:]*:\s*TRANSPARENT|X-MICROSOFT-CDO-BUSYSTATUS\b[^:]*:\s*FREE)$/i;
const DECLINED = /^(?:ATTENDEE|ORGANIZER);(?:.*;)?PARTSTAT="?DECLINED/i;

/** Only an owner declines for the agency: guests who all declined may still be waited for. */
export function isBlocking(lines: Lines, owners: ReadonlySet<string>): boolean {
  const addressIn = (line: string) => line.toLowerCase().split("mailto:").at(-1) ?? "";
  return !lines.some((line) => FREE.test(line) || (DECLINED.test(line) && owners.has(addressIn(line))));
}
