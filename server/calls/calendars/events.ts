import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { isBlocking, OUTLOOK_STATUS } from "./blocking.ts";
import { dateOfWall } from "./read-in-thread.ts";
import { readRule } from "./rules.ts";
import {
  elapsed,
  instantOf,
  readDuration,
  readProperty,
  readTime,
  UTC,
  wallAt,
} from "./values.ts";
import type { Duration, Property, Time, Zone } from "./values.ts";
import type { Zones } from "./zones.ts";

/** Sentences for the agency. They quote nothing of an event. */
export const PROBLEMS = {
  start: "When it begins can't be read, so it may block a wrong time or none.",
  end: "When it ends can't be read, so it blocks until midnight, or until the end that another line gives.",
  rule: "How it repeats can't be read or takes too long to work out, so its own time alone blocks.",
  doubtful:
    "Calendar programs disagree about how it repeats, or a part of its rule means nothing.",
  times:
    "Times that were added to it, removed or replaced can't be read, or some of its lines are lost.",
  version: "A later version of it is in the calendar, and counts in its place.",
  hours:
    "The hours at which somebody is available (VAVAILABILITY) can't be read.",
} as const;

/**
 * In Outlook, day 29, 30 or 31 of a shorter
 * month is its last day. Others skip the month.
 */
const LATE_DAY = /BYMONTHDAY=(29|3[01])(?=;|$)/i;
const OR_LAST_DAY = "BYMONTHDAY=$1,-1;BYSETPOS=1";
const TIME_OF_DAY = /BY(?:HOUR|MINUTE|SECOND)=/gi;
const zoneProblem = (name: string, { label }: Zone) =>
  `Its zone ${name.slice(0, 60)} is uncertain: it is read as ${label}.`;

export type CalendarEvent = NonNullable<ReturnType<typeof readEvent>>;

/** @returns undefined if the event has no start, or a start without a date */
export function readEvent(lines: readonly string[], calendarZones: Zones) {
  // Outlook writes `X-MICROSOFT-RRULE` for the
  // rules of calendars other than the Gregorian.
  const properties = lines.map((line) =>
    readProperty(line.replace(/^X-MICROSOFT-RRULE:/i, "RRULE:RSCALE=?;")),
  );
  const all = allOf(properties);
  const [recurrenceId] = all("RECURRENCE-ID");
  const beginning = readStart(all("DTSTART"), recurrenceId, calendarZones);
  if (!beginning) return undefined;
  const { start, lacksStart, isDateWithTime } = beginning;
  // The event's other times are in the zone of
  // its start, unless they name another zone.
  const named = (tzid?: string) =>
    tzid === undefined ? start.zone : calendarZones.named(tzid);
  const zones = { ...calendarZones, named };
  const ends = [...all("DTEND"), ...all("DURATION")];
  const ending = readLength(ends, start, isDateWithTime, zones);
  // Apple's calendars show the time of travel to an event as busy, too.
  const [travel] = all("X-APPLE-TRAVEL-DURATION").map(({ value }) =>
    readDuration(value),
  );
  const { problems: ofSeries, ...series } = readSeries(
    properties,
    start,
    zones,
  );
  const problems = [...beginning.problems, ...ending.problems, ...ofSeries];
  return {
    ...series,
    day: dateOfWall(start.wall),
    uid: all("UID")[0]?.value ?? "",
    sequence: Number(all("SEQUENCE")[0]?.value) || 0,
    start,
    length: { ...ending.length, beforeMs: travel ? elapsed(travel) : 0 },
    /**
     * Whether the event has no `DTSTART`, and
     * so begins at the time that it replaces.
     */
    lacksStart,
    /**
     * Whether an end is missing. An event
     * whose `DTSTART` is a date needs no end.
     */
    lacksEnd: ends.length === 0 && (lacksStart || !start.isDate),
    blocks: isBlocking(properties),
    problems: new Set(problems),
  };
}

const allOf = (properties: readonly Property[]) => (name: string) =>
  properties.filter((property) => property.name === name);

/** How an event repeats, and which time of another event it replaces. */
function readSeries(
  properties: readonly Property[],
  start: Time,
  zones: Zones,
) {
  const all = allOf(properties);
  const isOutlook = all(OUTLOOK_STATUS).length > 0;
  const rules = all("RRULE").map(({ value }) =>
    readRepetition(
      isOutlook ? value.replace(LATE_DAY, OR_LAST_DAY) : value,
      start,
    ),
  );
  const periodsIn = (property: Property) => readPeriods(property, zones);
  const added = all("RDATE").flatMap(periodsIn);
  const removed = all("EXDATE").flatMap(periodsIn);
  const exceptions = all("RECURRENCE-ID")
    .slice(0, 1)
    .map((property) => readRecurrenceId(property, start, zones));
  const parts = [...rules, ...added, ...removed, ...exceptions];
  const problems = parts.flatMap((part) => part.problems);
  // `EXRULE`, a rule that removes times, is not read.
  // The standard no longer has it: RFC 5545, A.3.
  if (all("EXRULE")[0]) problems.push(PROBLEMS.times);
  return {
    isSingle: !properties.some(({ name }) =>
      /^(?:RRULE|RDATE|RECURRENCE-ID)$/.test(name),
    ),
    repeats: rules.flatMap(({ rule }) => rule ?? []),
    added: added.flatMap(({ time, length }) =>
      time ? { time: length ? time : atClockOf(start, time), length } : [],
    ),
    removed: removed.flatMap(({ time }) => time ?? []),
    /** The time in a series that this event replaces. */
    replaces: exceptions[0]?.time,
    problems,
  };
}

/**
 * @param problem the sentence for a text without
 * a date, or with an unreadable time of day
 */
function timeIn(
  text: string,
  property: Property,
  zones: Zones,
  problem: string,
) {
  const tzid = property.parameter("TZID");
  const time = readTime(text, zones.named(tzid), tzid === undefined);
  const problems = !time || time.isPartial ? [problem] : [];
  if (time?.isDate)
    return { time: { ...time, zone: zones.ofDates(tzid) }, problems };
  if (time?.zone.isGuess)
    problems.push(zoneProblem(tzid ?? zones.floatingName, time.zone));
  return { time, problems };
}

/**
 * @param end a duration, or a time to which the parameters of `property` apply
 */
function lengthTo(
  end: string,
  start: Time,
  property: Property,
  zones: Zones,
  problem: string,
) {
  const duration = readDuration(end);
  if (duration) return { length: duration, problems: [] };
  const { time, problems } = timeIn(end, property, zones, problem);
  const length = lengthUntil(time, start);
  return { length, problems: length ? problems : [...problems, problem] };
}

/**
 * Without a DTSTART, the RECURRENCE-ID is the
 * start. Stalwart writes such exceptions.
 */
function readStart(
  starts: readonly Property[],
  recurrenceId: Property | undefined,
  zones: Zones,
) {
  const [written, another] = starts;
  const property = written ?? recurrenceId;
  if (!property) return undefined;
  const { time, problems } = timeIn(
    property.value,
    property,
    zones,
    PROBLEMS.start,
  );
  if (!time) return undefined;
  if (another) problems.push(PROBLEMS.start);
  // `problems` already names a guessed zone, so the
  // event's other times need not name it again.
  const zone = time.zone.isGuess ? { ...time.zone, isGuess: false } : time.zone;
  // `DTSTART;VALUE=DATE:` announces a day. If a time follows nevertheless, the
  // event probably lasts a whole day, so a length of 0 is not believed.
  const isDateWithTime =
    property.parameter("VALUE")?.toUpperCase() === "DATE" && !time.isDate;
  return {
    start: { ...time, zone },
    lacksStart: !written,
    isDateWithTime,
    problems,
  };
}

/**
 * The longest length that the ends give, or the
 * time until midnight if no end can be read.
 */
function readLength(
  ends: readonly Property[],
  start: Time,
  isDateWithTime: boolean,
  zones: Zones,
) {
  const results = ends.map((end) =>
    lengthTo(end.value, start, end, zones, PROBLEMS.end),
  );
  const problems = results.flatMap((result) => result.problems);
  const lengths = results.flatMap(({ length }) => length ?? []);
  const credible = isDateWithTime
    ? lengths.filter((length) => elapsed(length) > 0)
    : lengths;
  const lacksNeededEnd = isDateWithTime && ends.length === 0;
  if (credible.length < ends.length || lacksNeededEnd)
    problems.push(PROBLEMS.end);
  // Without an end, an event on a date lasts all day;
  // other events have no length. RFC 5545, 3.6.1.
  const shortest: Duration = { days: start.isDate ? 1 : 0, ms: 0 };
  const untilMidnight = lengthUntil(
    { ...start, wall: midnightAfter(start.wall) },
    start,
  );
  if (credible.length === 0 && problems.length > 0 && untilMidnight)
    credible.push(untilMidnight);
  const length = [...credible, shortest].reduce((a, b) =>
    elapsed(b) > elapsed(a) ? b : a,
  );
  return { length, problems };
}

function readRepetition(value: string, start: Time) {
  // A series of days has no hours (RFC 5545, 3.3.10), but
  // some programs write `BYHOUR`. The added `X-` makes
  // the name unknown, so `readRule` leaves the hours out.
  const rule = readRule(
    start.isDate ? value.replaceAll(TIME_OF_DAY, "X-$&") : value,
  );
  if (!rule) return { problems: [PROBLEMS.rule] };
  const last = lastInstant(rule.until, start);
  // If BYDAY lacks the weekday of a start in UTC,
  // BYDAY probably has weekdays of another zone.
  const weekday = new Date(start.wall).toUTCString().slice(0, 2).toUpperCase();
  const [, byDay] = /BYDAY=([^;]*)/.exec(rule.text) ?? [];
  const lacksWeekday = byDay !== undefined && !byDay.includes(weekday);
  const isDoubtful =
    rule.isDoubtful ||
    last === undefined ||
    (start.zone === UTC && lacksWeekday);
  return {
    rule: { ...rule, last: last ?? Infinity, isDoubtful },
    problems: [],
  };
}

/**
 * The times of `RDATE` or `EXDATE`. A time that begins a period has a length.
 */
function readPeriods(property: Property, zones: Zones) {
  return (property.value.match(/[^,]+/g) ?? []).map((text) => {
    const [first = "", end = ""] = text.split("/");
    const { time, problems } = timeIn(first, property, zones, PROBLEMS.times);
    if (!time || end === "") return { time, length: undefined, problems };
    const ending = lengthTo(end, time, property, zones, PROBLEMS.times);
    return {
      time,
      length: ending.length,
      problems: [...problems, ...ending.problems],
    };
  });
}

function readRecurrenceId(property: Property, start: Time, zones: Zones) {
  const { time = start, problems } = timeIn(
    property.value,
    property,
    zones,
    PROBLEMS.times,
  );
  // An exception with a `RANGE` also changes all later times. Here it changes
  // only its own, since calendar programs write a new series in its place.
  if (property.parameter("RANGE")) problems.push(PROBLEMS.times);
  return { time, problems };
}

/**
 * The busy times of a `VFREEBUSY`, each as
 * the lines of an event. RFC 5545, 3.6.4.
 */
export function publishedEvents(lines: readonly string[]): string[][] {
  return lines.map(readProperty).flatMap(({ name, value, parameter }) => {
    if (name !== "FREEBUSY" || parameter("FBTYPE")?.toUpperCase() === "FREE")
      return [];
    const zone =
      parameter("TZID") === undefined ? "" : `;TZID="${parameter("TZID")}"`;
    return value.split(",").map((text) => {
      const [start, end = ""] = text.split("/");
      return [`DTSTART${zone}:${start}`, `DTEND${zone}:${end}`];
    });
  });
}

/**
 * If only one of `series` and `time` is a date,
 * `time` stands for the series' time on that day.
 */
export function atClockOf(series: Time, time: Time): Time {
  if (time.isDate === series.isDate) return time;
  const day = wallOfDay(time, series);
  return {
    ...series,
    wall: day - sinceMidnight(day) + sinceMidnight(series.wall),
  };
}

/**
 * The day of the series that `time` names, as a
 * wall clock whose time of day means nothing.
 */
function wallOfDay(time: Time, series: Time): number {
  // Some programs write a day as its midnight,
  // in any zone, or as its last minute.
  const namesDay = time.isDate || isAtMidnight(time.wall);
  return namesDay ? time.wall : wallAt(series.zone, instantOf(time));
}

const sinceMidnight = (wall: number) =>
  wall - Math.floor(wall / DAY_MS) * DAY_MS;
const isAtMidnight = (wall: number) =>
  sinceMidnight(wall + MINUTE_MS) <= MINUTE_MS;
const midnightAfter = (wall: number) => wall - sinceMidnight(wall) + DAY_MS;

function lengthUntil(end: Time | undefined, start: Time): Duration | undefined {
  if (!end) return undefined;
  // Some programs write the end of a whole day as midnight in UTC.
  const areDates = start.isDate && (end.isDate || end.wall % DAY_MS === 0);
  const days = areDates ? Math.round((end.wall - start.wall) / DAY_MS) : 0;
  const ms = areDates ? 0 : instantOf(end) - instantOf(start);
  // By RFC 5545, the times of a series all have this exact
  // length. In some programs they end at the same time on
  // the clock, which is an hour off after a clock change.
  const onClock =
    areDates || end.zone !== start.zone
      ? {}
      : { wallMs: end.wall - start.wall };
  return days < 0 || ms < 0 ? undefined : { days, ms, ...onClock };
}

/**
 * The last instant at which a series may have a
 * time. A date in `until` includes its whole day.
 */
function lastInstant(
  until: string | undefined,
  start: Time,
): number | undefined {
  if (until === undefined) return Infinity;
  const time = readTime(until, start.zone);
  if (!time) return undefined;
  if (!time.isDate && !start.isDate) return instantOf(time);
  // Exchange writes the last day as its local midnight; other programs write
  // its last minute. In UTC, both can have the date of the day before or after:
  // a full quarter of an hour in the evening is midnight to the east.
  const localDay = wallOfDay(time, start);
  const isMidnight = time.zone === UTC && time.wall % (15 * MINUTE_MS) === 0;
  const lastDay = isAtMidnight(localDay)
    ? localDay
    : Math.max(time.wall + (isMidnight ? 11 * HOUR_MS : 0), localDay);
  return start.zone.instantOf(midnightAfter(lastDay)) - 1;
}
