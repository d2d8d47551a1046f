/** Computes the times that a calendar blocks, and names what of it could not be read. */
import { readCalendars, type Lines } from "./content-lines.ts";
import { isBlocking, PROBLEMS, publishedEvents, readEvent, type CalendarEvent } from "./events.ts";
import { mergeTimes, type BlockedTime } from "./merge-times.ts";
import { dayOf, UNDATED, type Look, type Unread } from "./read-in-thread.ts";
import { MARGIN_MS, timesOfSeries } from "./series.ts";
import { attempt, elapsed, readProperty, readTime, valueIn } from "./values.ts";
import { UTC } from "./zone.ts";
import { createZones } from "./zones.ts";

/** What all rules of a file may take together, and all its descriptions of zones. */
const RULES_MS = 1_000;
const DESCRIPTIONS_MS = 300;
const OUR_UID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** What a component holds, each as the lines of an event. Tasks and journals block nothing. */
const EVENTS_OF = new Map<string, (lines: Lines) => Lines[]>([
  ["VEVENT", (lines) => [lines]],
  ["VFREEBUSY", publishedEvents],
]);

/** @throws {CalendarError} for what is no calendar */
export function readCalendar(text: string, look: Look) {
  const budget = { leftMs: DESCRIPTIONS_MS };
  const calendars = readCalendars(text).map((calendar) => {
    const owners = new Set([...look.owners, valueIn(calendar.lines, "X-WR-CALNAME").toLowerCase()]);
    return { ...calendar, owners, zones: createZones(calendar, look, budget) };
  });
  const events: CalendarEvent[] = [];
  const unread: Unread[] = [];
  for (const { parts, owners, zones } of calendars) {
    for (const part of parts) {
      if (part.name === "VAVAILABILITY") unread.push({ day: dayIn(part.lines), reason: PROBLEMS.hours });
      for (const lines of EVENTS_OF.get(part.name)?.(part.lines) ?? []) {
        const event = attempt(() => readEvent(lines, zones, owners));
        if (event && !isElsewhere(event, look)) events.push(event);
        if (!event && isBlocking(lines.map(readProperty), owners))
          unread.push({ day: dayIn(lines), reason: PROBLEMS.start });
      }
    }
  }
  const blocked = mergeTimes(timesOfEvents(events, look), look.until - look.from);
  const named = [...unread, ...problemsOf(events)].map((one) => [`${one.day} ${one.reason}`, one] as const);
  return {
    blocked,
    unread: [...new Map(named).values()].toSorted((a, b) => a.day.localeCompare(b.day)),
    zones: calendars.flatMap(({ zones }) => zones.resolved()),
  };
}

/** Most events of a calendar are long over and do not repeat. */
function isElsewhere({ isSingle, start, length }: CalendarEvent, { from, until }: Look): boolean {
  const isOver = start.wall + elapsed(length) < from - MARGIN_MS;
  return isSingle && (isOver || start.wall > until + MARGIN_MS);
}

/** By which an event without a start is named: the date of another of its times. */
function dayIn(lines: Lines): string {
  const texts = ["DTSTART", "DTEND", "RECURRENCE-ID"].map((name) => valueIn(lines, name));
  const time = texts.map((text) => readTime(text, UTC)).find((one) => one !== undefined);
  return dayOf(time?.wall ?? NaN) || UNDATED;
}

/** Events with costly rules come last, so that these take the time of no other event. */
function timesOfEvents(events: readonly CalendarEvent[], look: Look): BlockedTime[] {
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

/** Of events that block: what is free or cancelled need not be understood. A guess is named once. */
function problemsOf(events: readonly CalendarEvent[]): Unread[] {
  const blocking = events.filter(({ blocks }) => blocks);
  const guesses = new Map<string, string>();
  for (const { day, guesses: all } of blocking) for (const reason of all) guesses.getOrInsert(reason, day);
  return [
    ...blocking.flatMap(({ day, problems }) => [...problems].map((reason) => ({ day, reason }))),
    ...[...guesses].map(([reason, day]) => ({ day, reason })),
  ];
}
