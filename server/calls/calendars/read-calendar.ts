/** Computes the times that a calendar blocks, and names what of it could not be read. */
import { readCalendars, type Calendar, type Lines } from "./content-lines.ts";
import { guessOf, isBlocking, PROBLEMS, readEvent, type CalendarEvent } from "./events.ts";
import { mergeTimes, type BlockedTime } from "./merge-times.ts";
import { dayOf, UNDATED, type Look, type Unread } from "./read-in-thread.ts";
import { MARGIN_MS, timesOfSeries } from "./series.ts";
import {
  attempt,
  elapsed,
  instantOf,
  readDuration,
  readPeriod,
  readProperty,
  readTime,
  valueIn,
} from "./values.ts";
import { UTC } from "./zone.ts";
import { createZones, type Zones } from "./zones.ts";

type DatedEvent = CalendarEvent & { day: string };

/** What all rules of a file may take together, and all its descriptions of zones. */
const RULES_MS = 1_000;
const DESCRIPTIONS_MS = 300;
const OUR_UID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @throws {CalendarError} for what is no calendar */
export function readCalendar(text: string, look: Look) {
  const budget = { leftMs: DESCRIPTIONS_MS };
  const read = readCalendars(text).map((calendar) => {
    const zones = createZones(calendar, look, budget);
    return { zones, ...readParts(calendar, zones, look) };
  });
  const events = read.flatMap((one) => one.events);
  const blocked = [...read.flatMap((one) => one.published), ...timesOfEvents(events, look)];
  const unread = [...read.flatMap((one) => one.unread), ...problemsOf(events)];
  const distinct = new Map(unread.map((one) => [`${one.day} ${one.reason}`, one]));
  return {
    blocked: mergeTimes(blocked, look.until - look.from),
    unread: [...distinct.values()].toSorted((a, b) => a.day.localeCompare(b.day)),
    zones: read.flatMap(({ zones }) => zones.resolved()),
  };
}

/** The events of a calendar, the busy times that it publishes, and what has no time to block. */
function readParts({ head, components }: Calendar, zones: Zones, look: Look) {
  const owners = new Set([...look.owners, valueIn(head, "X-WR-CALNAME").toLowerCase()]);
  const events: DatedEvent[] = [];
  const published: BlockedTime[] = [];
  const unread: Unread[] = [];
  for (const { name, lines } of components) {
    if (name === "VFREEBUSY") published.push(...publishedTimes(lines, zones, look, unread));
    if (name === "VAVAILABILITY") unread.push({ day: dayIn(lines), reason: PROBLEMS.hours });
    if (name !== "VEVENT" || isElsewhere(lines, look)) continue;
    const event = attempt(() => readEvent(lines, zones, owners));
    const day = dayIn(lines);
    if (event) events.push({ ...event, day });
    else if (isBlocking(lines, owners)) unread.push({ day, reason: PROBLEMS.start });
  }
  return { events, published, unread };
}

/** Events with costly rules come last, so that these take the time of no other event. */
function timesOfEvents(events: readonly DatedEvent[], look: Look): BlockedTime[] {
  const budget = { leftMs: RULES_MS };
  const isCostly = ({ repeats, excluded }: CalendarEvent) =>
    [...repeats, ...excluded].some((rule) => rule.isCostly);
  const series = Map.groupBy(events, (event) => event.uid || event);
  const order = Object.groupBy(series, ([, all]) => (all.some(isCostly) ? "last" : "first"));
  return [...(order.first ?? []), ...(order.last ?? [])].flatMap(([uid, all]) => {
    const ours = typeof uid === "string" && OUR_UID.test(uid) ? { uid: uid.toLowerCase() } : {};
    const times = attempt(() => timesOfSeries(all, look, budget));
    if (!times) for (const { problems } of all) problems.add(PROBLEMS.rule);
    return (times ?? []).map((time) => ({ ...time, ...ours }));
  });
}

/** Most events of a calendar are long over and do not repeat. */
function isElsewhere(lines: Lines, { from, until }: Look): boolean {
  if (lines.some((line) => /^(?:RRULE|RDATE|RECURRENCE-ID)\s*[;:]/i.test(line))) return false;
  const start = wallIn(lines, "DTSTART");
  const end = Math.max(start, wallIn(lines, "DTEND") || start);
  const duration = readDuration(valueIn(lines, "DURATION") || "PT0S");
  return start > until + MARGIN_MS || end + (duration ? elapsed(duration) : 0) < from - MARGIN_MS;
}

/** The date of a property by the wall clock; not a number where it has none. */
const wallIn = (lines: Lines, name: string) => readTime(valueIn(lines, name), UTC)?.wall ?? NaN;

/** By which an event is named: the date of its start, or else of another of its times. */
function dayIn(lines: Lines): string {
  const walls = ["DTSTART", "DTEND", "RECURRENCE-ID", "FREEBUSY"].map((name) => wallIn(lines, name));
  return dayOf(walls.find((wall) => !Number.isNaN(wall)) ?? NaN) || UNDATED;
}

/** The busy times of a `VFREEBUSY`. RFC 5545, 3.6.4. */
function publishedTimes(lines: Lines, zones: Zones, look: Look, unread: Unread[]): BlockedTime[] {
  const properties = lines.map(readProperty).filter(({ name }) => name === "FREEBUSY");
  const busy = properties.filter(({ parameter }) => parameter("FBTYPE")?.toUpperCase() !== "FREE");
  return busy.flatMap(({ value, parameter }) =>
    value.split(",").flatMap((text) => {
      const tzid = parameter("TZID");
      const period = readPeriod(text, (part) => readTime(part, zones.named(tzid)));
      if (period?.time.zone.isGuess)
        unread.push({ day: dayIn(lines), reason: guessOf(tzid ?? zones.floatingName, period.time.zone) });
      if (period?.ms === undefined)
        unread.push({ day: dayIn([`FREEBUSY:${text}`]), reason: PROBLEMS.period });
      const start = period ? instantOf(period.time) : NaN;
      const end = start + (period?.ms ?? 0);
      return end > start && end > look.from && start < look.until ? [{ start, end }] : [];
    }),
  );
}

/** Of events that block: what is free or cancelled need not be understood. A guess is named once. */
function problemsOf(events: readonly DatedEvent[]): Unread[] {
  const blocking = events.filter(({ blocks }) => blocks);
  const guesses = new Map<string, string>();
  for (const { day, guesses: all } of blocking) for (const reason of all) guesses.getOrInsert(reason, day);
  return [
    ...blocking.flatMap(({ day, problems }) => [...problems].map((reason) => ({ day, reason }))),
    ...[...guesses].map(([reason, day]) => ({ day, reason })),
  ];
}
