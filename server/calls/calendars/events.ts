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
export function readEvent(lines: readonly string[], zones: Zones) {
  const problems = new Set<string>();
  const properties = lines.map(readProperty);
  const all = (name: string) => properties.filter((property) => property.name === name);
  let startZone: Zone | undefined;

  function timeOf(property: Property, problem: string, text = property.value) {
    const tzid = property.parameter("TZID");
    const zone = (tzid === undefined && startZone) || zones.named(tzid);
    const time = readTime(text, zone, tzid === undefined);
    if (!time || time.isPartial) problems.add(problem);
    if (time?.isDate) return { ...time, zone: zones.ofDates(tzid) };
    if (time?.zone.isGuess) problems.add(zoneProblem(tzid ?? zones.floatingName, time.zone));
    return time;
  }

  function lengthOf(property: Property, problem: string, start: Time, end = property.value) {
    const length = readDuration(end) ?? lengthUntil(timeOf(property, problem, end), start);
    if (!length) problems.add(problem);
    return length;
  }

  const periodsOf = (name: string) =>
    all(name).flatMap((property) =>
      (property.value.match(/[^,]+/g) ?? []).flatMap((text) => {
        const [first, last = ""] = text.split("/");
        const time = timeOf(property, PROBLEMS.times, first);
        if (!time || last === "") return time ? { time, length: undefined } : [];
        return { time, length: lengthOf(property, PROBLEMS.times, time, last) };
      }),
    );

  const [replaced] = all("RECURRENCE-ID");
  // Stalwart writes neither a start nor an end for an exception that has those of its series.
  const [startProperty = replaced, another] = all("DTSTART");
  const start = startProperty && timeOf(startProperty, PROBLEMS.start);
  if (!start) return undefined;
  startZone = { ...start.zone, isGuess: false };
  if (another) problems.add(PROBLEMS.start);
  const ends = [...all("DTEND"), ...all("DURATION")];
  const lengths = ends.map((end) => lengthOf(end, PROBLEMS.end, start));
  // `DTSTART;VALUE=DATE:` announces a day. If a time follows nevertheless, the event is probably
  // one of a whole day, so a length of 0 is not believed.
  const isVague = startProperty.parameter("VALUE")?.toUpperCase() === "DATE" && !start.isDate;
  const readable = lengths.flatMap((one) => (one && !(isVague && elapsed(one) === 0) ? one : []));
  const hasWrongEnd = readable.length < lengths.length || (isVague && readable.length === 0);
  if (hasWrongEnd) problems.add(PROBLEMS.end);
  // Without an end, a date lasts its whole day, and a time has no length. RFC 5545, 3.6.1.
  const shortest = { days: start.isDate ? 1 : 0, ms: 0 };
  const midnight = { ...start, wall: midnightAfter(start.wall) };
  if (hasWrongEnd && readable.length === 0) readable.push(lengthUntil(midnight, start) ?? shortest);
  const [length = shortest] = [...readable, shortest].toSorted((a, b) => elapsed(b) - elapsed(a));
  // Apple's calendars show the way to an event as busy, too.
  const [travel] = all("X-APPLE-TRAVEL-DURATION").map(({ value }) => readDuration(value));
  const weekday = new Date(start.wall).toUTCString().slice(0, 2).toUpperCase();
  const repeats = all("RRULE").flatMap(({ value }) => {
    // A series of days has no hours, though some programs write them. RFC 5545, 3.3.10.
    const rule = readRule(start.isDate ? value.replaceAll(HOURS, "X-$&") : value);
    const last = rule && lastInstant(rule.until, start);
    // BYDAY without the weekday of a start in UTC probably has the weekdays of another zone.
    const [, days = weekday] = /BYDAY=([^;]*)/.exec(rule?.text ?? "") ?? [];
    const isOff = start.zone === UTC && !days.includes(weekday);
    if (!rule) problems.add(PROBLEMS.rule);
    else if (rule.isDoubtful || last === undefined || isOff) problems.add(PROBLEMS.doubtful);
    return rule ? [{ ...rule, last: last ?? Infinity }] : [];
  });
  const range = replaced?.parameter("RANGE")?.toUpperCase() ?? "";
  // The standard no longer has rules that remove times, nor exceptions that change all times before
  // them (`THISANDPRIOR`), so both are not read. RFC 5545, A.3.
  if (all("EXRULE")[0] || !/^(?:THISANDFUTURE)?$/.test(range)) problems.add(PROBLEMS.times);
  return {
    day: dateOfWall(start.wall),
    uid: all("UID")[0]?.value ?? "",
    isSingle: !properties.some(({ name }) => /^(?:RRULE|RDATE|RECURRENCE-ID)$/.test(name)),
    sequence: Number(all("SEQUENCE")[0]?.value) || 0,
    start,
    length: { ...length, beforeMs: travel ? elapsed(travel) : 0 },
    /** Whether it begins at the time that it replaces, because its own start is missing. */
    lacksStart: startProperty === replaced,
    /** Whether its end is missing. A `DTSTART` that is a date needs no end. */
    lacksEnd: ends.length === 0 && (startProperty === replaced || !start.isDate),
    repeats,
    added: periodsOf("RDATE").map((period) => ({ ...period, time: atClockOf(start, period.time) })),
    removed: periodsOf("EXDATE").map(({ time }) => time),
    /** The time of a series that this exception replaces, with all later ones if `andLater`. */
    replaces: replaced && (timeOf(replaced, PROBLEMS.times) ?? start),
    andLater: range === "THISANDFUTURE",
    blocks: isBlocking(properties),
    problems,
  };
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
