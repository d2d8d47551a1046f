import { DAY_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { dateOfWall } from "./read-in-thread.ts";
import { readRule } from "./rules.ts";
import { elapsed, instantOf, readDuration, readProperty, readTime, UTC, wallAt } from "./values.ts";
import type { Duration, Property, Time, Zone } from "./values.ts";
import type { Zones } from "./zones.ts";

/** Sentences for the agency, which hold nothing of an event. */
export const PROBLEMS = {
  start: "When it begins can't be read, so it may block a wrong time or none.",
  end: "When it ends can't be read, so it blocks until midnight, or until the end that another line gives.",
  rule: "How it repeats can't be read or takes too long to work out, so its own time alone blocks.",
  doubtful: "Calendar programs disagree about how it repeats, or a part of its rule means nothing.",
  times: "Times that were added to it, removed or replaced can't be read.",
  version: "A later version of it is in the calendar, and blocks in its place.",
  hours: "The hours at which somebody is available (VAVAILABILITY) can't be read.",
} as const;

const HOURS = /BY(?:HOUR|MINUTE|SECOND)=/gi;
const zoneProblem = (name: string, { label }: Zone) =>
  `Its zone ${name.slice(0, 60)} is uncertain: it is read as ${label}.`;

export type CalendarEvent = NonNullable<ReturnType<typeof readEvent>>;

/** @returns undefined without a start that has a date */
export function readEvent(lines: readonly string[], calendarZones: Zones) {
  const properties = lines.map(readProperty);
  const all = (name: string) => properties.filter((property) => property.name === name);
  const [replaced] = all("RECURRENCE-ID");
  const beginning = readStart(all("DTSTART"), replaced, calendarZones);
  if (!beginning) return undefined;
  const { start, lacksStart, isVague } = beginning;
  // Its other times without a zone are in the zone of its start.
  const named = (tzid?: string) => (tzid === undefined ? start.zone : calendarZones.named(tzid));
  const zones = { ...calendarZones, named };
  const ends = [...all("DTEND"), ...all("DURATION")];
  const lasting = readLength(ends, start, isVague, zones);
  // Apple's calendars show the way to an event as busy, too.
  const [travel] = all("X-APPLE-TRAVEL-DURATION").map(({ value }) => readDuration(value));
  const rules = all("RRULE").map(({ value }) => readRepetition(value, start));
  const exception = replaced && readReplaced(replaced, start, zones);
  const added = all("RDATE").flatMap((property) => readPeriods(property, zones));
  const removed = all("EXDATE").flatMap((property) => readPeriods(property, zones));
  const parts = [beginning, lasting, ...rules, ...added, ...removed, ...(exception ? [exception] : [])];
  const problems = new Set(parts.flatMap((part) => part.problems));
  // The standard no longer has rules that remove times, so they are not read. RFC 5545, A.3.
  if (all("EXRULE")[0]) problems.add(PROBLEMS.times);
  return {
    day: dateOfWall(start.wall),
    uid: all("UID")[0]?.value ?? "",
    isSingle: !properties.some(({ name }) => /^(?:RRULE|RDATE|RECURRENCE-ID)$/.test(name)),
    sequence: Number(all("SEQUENCE")[0]?.value) || 0,
    start,
    length: { ...lasting.length, beforeMs: travel ? elapsed(travel) : 0 },
    /** Whether it begins at the time that it replaces, because its own start is missing. */
    lacksStart,
    /** Whether its end is missing. A `DTSTART` that is a date needs no end. */
    lacksEnd: ends.length === 0 && (lacksStart || !start.isDate),
    repeats: rules.flatMap(({ rule }) => rule ?? []),
    added: added.flatMap(({ time, length }) => (time ? { time: atClockOf(start, time), length } : [])),
    removed: removed.flatMap(({ time }) => time ?? []),
    /** The time of a series that this exception replaces, with all later ones if `andLater`. */
    replaces: exception?.time,
    andLater: exception?.andLater ?? false,
    blocks: isBlocking(properties),
    problems,
  };
}

/** @param problem told if no date can be read in `text`, or not what is written behind it */
function timeIn(text: string, property: Property, zones: Zones, problem: string) {
  const tzid = property.parameter("TZID");
  const time = readTime(text, zones.named(tzid), tzid === undefined);
  const problems = !time || time.isPartial ? [problem] : [];
  if (time?.isDate) return { time: { ...time, zone: zones.ofDates(tzid) }, problems };
  if (time?.zone.isGuess) problems.push(zoneProblem(tzid ?? zones.floatingName, time.zone));
  return { time, problems };
}

/** @param end a duration, or a time like the others of the property */
function lengthTo(end: string, start: Time, property: Property, zones: Zones, problem: string) {
  const duration = readDuration(end);
  if (duration) return { length: duration, problems: [] };
  const { time, problems } = timeIn(end, property, zones, problem);
  const length = lengthUntil(time, start);
  return { length, problems: length ? problems : [...problems, problem] };
}

/** Stalwart writes neither a start nor an end for an exception that has those of its series. */
function readStart(own: readonly Property[], replaced: Property | undefined, zones: Zones) {
  const [property = replaced, another] = own;
  if (!property) return undefined;
  const { time, problems } = timeIn(property.value, property, zones, PROBLEMS.start);
  if (!time) return undefined;
  if (another) problems.push(PROBLEMS.start);
  // That its zone is a guess is told once, for all times of the event.
  const zone = time.zone.isGuess ? { ...time.zone, isGuess: false } : time.zone;
  // `DTSTART;VALUE=DATE:` announces a day. If a time follows nevertheless, the event is probably
  // one of a whole day, so a length of 0 is not believed.
  const isVague = property.parameter("VALUE")?.toUpperCase() === "DATE" && !time.isDate;
  return { start: { ...time, zone }, lacksStart: property === replaced, isVague, problems };
}

/** The longest of what several ends say; until midnight if none can be read. */
function readLength(ends: readonly Property[], start: Time, isVague: boolean, zones: Zones) {
  const read = ends.map((end) => lengthTo(end.value, start, end, zones, PROBLEMS.end));
  const problems = read.flatMap((end) => end.problems);
  const lengths = read.flatMap(({ length }) => length ?? []);
  const credible = isVague ? lengths.filter((length) => elapsed(length) > 0) : lengths;
  if (credible.length < ends.length || (isVague && ends.length === 0)) problems.push(PROBLEMS.end);
  // Without an end, a date lasts its whole day, and a time has no length. RFC 5545, 3.6.1.
  const shortest: Duration = { days: start.isDate ? 1 : 0, ms: 0 };
  const midnight = lengthUntil({ ...start, wall: midnightAfter(start.wall) }, start);
  if (credible.length === 0 && problems.length > 0 && midnight) credible.push(midnight);
  const length = [...credible, shortest].reduce((a, b) => (elapsed(b) > elapsed(a) ? b : a));
  return { length, problems };
}

function readRepetition(value: string, start: Time) {
  // A series of days has no hours, though some programs write them. RFC 5545, 3.3.10.
  const rule = readRule(start.isDate ? value.replaceAll(HOURS, "X-$&") : value);
  if (!rule) return { problems: [PROBLEMS.rule] };
  const last = lastInstant(rule.until, start);
  // BYDAY without the weekday of a start in UTC probably has the weekdays of another zone.
  const weekday = new Date(start.wall).toUTCString().slice(0, 2).toUpperCase();
  const [, days = weekday] = /BYDAY=([^;]*)/.exec(rule.text) ?? [];
  const isOff = start.zone === UTC && !days.includes(weekday);
  const isDoubtful = rule.isDoubtful || last === undefined || isOff;
  return { rule: { ...rule, last: last ?? Infinity }, problems: isDoubtful ? [PROBLEMS.doubtful] : [] };
}

/** The times of `RDATE` or `EXDATE`; those of a period have a length. */
function readPeriods(property: Property, zones: Zones) {
  return (property.value.match(/[^,]+/g) ?? []).map((text) => {
    const [first = "", end = ""] = text.split("/");
    const { time, problems } = timeIn(first, property, zones, PROBLEMS.times);
    if (!time || end === "") return { time, length: undefined, problems };
    const read = lengthTo(end, time, property, zones, PROBLEMS.times);
    return { time, length: read.length, problems: [...problems, ...read.problems] };
  });
}

function readReplaced(property: Property, start: Time, zones: Zones) {
  const { time = start, problems } = timeIn(property.value, property, zones, PROBLEMS.times);
  const range = property.parameter("RANGE")?.toUpperCase() ?? "";
  // The standard no longer has exceptions that change all times before them (`THISANDPRIOR`), so
  // they are not read as such. RFC 5545, A.3.
  if (!/^(?:THISANDFUTURE)?$/.test(range)) problems.push(PROBLEMS.times);
  return { time, andLater: range === "THISANDFUTURE", problems };
}

/** The busy times of a `VFREEBUSY`, each as the lines of an event. RFC 5545, 3.6.4. */
export function publishedEvents(lines: readonly string[]): string[][] {
  return lines.map(readProperty).flatMap(({ name, value, parameter }) => {
    if (name !== "FREEBUSY" || parameter("FBTYPE")?.toUpperCase() === "FREE") return [];
    const zone = parameter("TZID") === undefined ? "" : `;TZID="${parameter("TZID")}"`;
    return value.split(",").map((text) => {
      const [start, end = ""] = text.split("/");
      return [`DTSTART${zone}:${start}`, `DTEND${zone}:${end}`];
    });
  });
}

/** A date in a series of times stands for the time of the series on that day. */
export const atClockOf = (series: Time, time: Time): Time =>
  time.isDate && !series.isDate ? { ...series, wall: time.wall + ofDay(series.wall) } : time;

/** Which day of a series `time` names, as a wall time: only its date counts. */
export function wallOfDay(time: Time, series: Time): number {
  // Some programs write a day as its midnight, in any zone, or as its last minute.
  const isDay = time.isDate || time.isFloating || ofDay(time.wall + MINUTE_MS) <= MINUTE_MS;
  return isDay ? time.wall : wallAt(series.zone, instantOf(time));
}

const ofDay = (wall: number) => wall - Math.floor(wall / DAY_MS) * DAY_MS;
const midnightAfter = (wall: number) => wall - ofDay(wall) + DAY_MS;

function lengthUntil(end: Time | undefined, start: Time): Duration | undefined {
  if (!end) return undefined;
  // Some programs write midnight in UTC for the end of a day.
  const areDates = start.isDate && (end.isDate || end.wall % DAY_MS === 0);
  const days = areDates ? Math.round((end.wall - start.wall) / DAY_MS) : 0;
  const ms = areDates ? 0 : instantOf(end) - instantOf(start);
  return days < 0 || ms < 0 ? undefined : { days, ms };
}

/** A date includes its whole day. */
function lastInstant(until: string | undefined, start: Time): number | undefined {
  if (until === undefined) return Infinity;
  const time = readTime(until, start.zone);
  if (!time) return undefined;
  if (!time.isDate && !start.isDate) return instantOf(time);
  // Exchange writes the last day as the instant of its local midnight. In UTC, that instant can
  // have the date of the day before.
  return start.zone.instantOf(midnightAfter(Math.max(time.wall, wallOfDay(time, start)))) - 1;
}

/** An event is declined if all invited owners declined. Lines of other guests were left out. */
export function isBlocking(properties: readonly Property[]): boolean {
  const byName = Map.groupBy(properties, ({ name }) => name);
  // If lines contradict each other, the event blocks: one may belong to a badly wrapped text.
  const has = (name: string, value: RegExp) =>
    byName.get(name)?.every((one) => value.test(one.value)) ?? false;
  const people = properties.filter(({ name }) => /^(?:ATTENDEE|ORGANIZER)$/.test(name));
  const isRefusal = ({ parameter }: Property) => /^DECLINED$/i.test(parameter("PARTSTAT") ?? "");
  const answers = [...Map.groupBy(people, ({ value }) => value.toLowerCase()).values()];
  const isDeclined = answers.length > 0 && answers.every((all) => all.some(isRefusal));
  const isFree = isDeclined || has("STATUS", /^CANCELL?ED$/i) || has(OUTLOOK, /^FREE$/i);
  // Outlook's own property counts more than `TRANSP`.
  const isBusy = byName.get(OUTLOOK)?.some(({ value }) => /^\w/.test(value)) ?? false;
  return !isFree && (isBusy || !has("TRANSP", /^TRANSPARENT$/i));
}

const OUTLOOK = "X-MICROSOFT-CDO-BUSYSTATUS";
