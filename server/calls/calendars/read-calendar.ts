import { attempt } from "../../../contract/attempt.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { isBlocking } from "./blocking.ts";
import { readCalendars, type Component } from "./content-lines.ts";
import {
  PROBLEMS,
  publishedEvents,
  readEvent,
  type CalendarEvent,
} from "./events.ts";
import {
  dateOfWall,
  UNDATED,
  type CalendarScope,
  type Unread,
} from "./read-in-thread.ts";
import {
  MARGIN_MS,
  ownTimes,
  timesOfSeries,
  type BlockedTime,
} from "./series.ts";
import { elapsed, readProperty, readTime, UTC, valueIn } from "./values.ts";
import { createZones } from "./zones.ts";

/**
 * The processor time that a file gets for all
 * its rules, and for all its zone descriptions.
 */
const RULES_MS = 1_000;
const DESCRIPTIONS_MS = 300;

/**
 * @param text in pieces that end anywhere @throws
 * {CalendarError} if the text is no calendar
 */
export function readCalendar(
  text: readonly string[] | Generator<string>,
  scope: CalendarScope,
) {
  const budget = { leftMs: DESCRIPTIONS_MS };
  const firstWall = scope.from - MARGIN_MS - DAY_MS;
  let forgotten = 0;
  const components = readCalendars(text, new Set(scope.owners), (lines) => {
    const isForgotten = endedBefore(firstWall, lines);
    if (isForgotten) forgotten++;
    return isForgotten;
  });
  const calendars = components.map((one) => ({
    ...one,
    zones: createZones(one, scope, budget),
  }));
  const series: CalendarEvent[][] = [];
  const unread: Unread[] = [];
  for (const { parts, zones, lines: ofCalendar } of calendars) {
    const events: CalendarEvent[] = [];
    if (valueIn(ofCalendar, "RDATE"))
      unread.push({ day: dayIn(ofCalendar), reason: PROBLEMS.start });
    for (const { name, lines } of parts)
      if (name === "VAVAILABILITY")
        unread.push({ day: dayIn(lines), reason: PROBLEMS.hours });
    for (const lines of parts.flatMap(eventsIn)) {
      const event = attempt(() => readEvent(lines, zones));
      if (event && !isLeftOut(event, scope)) events.push(event);
      if (!event && isBlocking(lines.map(readProperty)))
        unread.push({ day: dayIn(lines), reason: PROBLEMS.start });
    }
    // Each calendar is grouped alone: calendars of
    // several people in one file can share UIDs.
    const byUid = Map.groupBy(events, (event) => event.uid || event);
    series.push(...byUid.values());
  }
  const blocked = merged(timesOfAll(series, scope));
  for (const { day, problems } of series.flat().filter(mayBlock))
    for (const reason of problems) unread.push({ day, reason });
  const isEmpty =
    forgotten === 0 && !components.some(({ parts }) => parts.some(hasEvents));
  return {
    blocked,
    unread: distinct(unread),
    zones: calendars.flatMap(({ zones }) => zones.resolved()),
    isEmpty,
  };
}

/** @returns the lines of each event */
function eventsIn({ name, lines }: Component): string[][] {
  if (name === "VFREEBUSY") return publishedEvents(lines);
  return name === "VEVENT" ? [lines] : [];
}

const hasEvents = ({ name }: Component) =>
  name === "VEVENT" || name === "VFREEBUSY";

/**
 * A free change of a series also counts, if it
 * may free a wrong time or leave others blocked.
 */
const mayBlock = ({ blocks, replaces, problems }: CalendarEvent) =>
  blocks || (replaces && problems.has(PROBLEMS.times));

/**
 * Whether these are the lines of one event alone,
 * which ended before the wall clock `wall`.
 */
function endedBefore(wall: number, lines: readonly string[]): boolean {
  if (lines.some((line) => MAY_COME_AGAIN.test(line))) return false;
  const times = lines
    .filter((line) => /^DT(?:START|END)\s*[;:]/i.test(line))
    .map((line) => readTime(readProperty(line).value, UTC)?.wall ?? Infinity);
  return times.length === 2 && times.every((time) => time < wall);
}

/** A later version stays, since it may move an event out of the window. */
const MAY_COME_AGAIN =
  /^(?:(?:X-MICROSOFT-)?RRULE|RDATE|EXRULE|RECURRENCE-ID|DURATION|SEQUENCE\b[^:]*:\s*0*[1-9])/i;

function isLeftOut(
  event: CalendarEvent,
  { from, until, callIds = [] }: CalendarScope,
): boolean {
  const { uid, isSingle, sequence } = event;
  const { start, length } = event;
  if (callIds.includes(uid.toLowerCase())) return true;
  const isOver = start.wall + elapsed(length) < from - MARGIN_MS;
  // A later version stays, since it may move an event out of the window.
  return (
    isSingle && sequence === 0 && (isOver || start.wall > until + MARGIN_MS)
  );
}

function dayIn(lines: readonly string[]): string {
  const texts = ["DTSTART", "DTEND", "RECURRENCE-ID"].map((name) =>
    valueIn(lines, name),
  );
  const time = texts
    .map((text) => readTime(text, UTC))
    .find((one) => one !== undefined);
  return dateOfWall(time?.wall ?? NaN) || UNDATED;
}

/**
 * Reads events with costly rules last, so that
 * all other events still get processor time.
 */
function timesOfAll(
  series: readonly (readonly CalendarEvent[])[],
  scope: CalendarScope,
): BlockedTime[] {
  const budget = { leftMs: RULES_MS };
  const rank = (all: readonly CalendarEvent[]) =>
    Number(all.some(({ repeats }) => repeats.some((rule) => rule.isCostly)));
  return series
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((all) => {
      const times = attempt(() => timesOfSeries(all, scope, budget));
      if (!times) for (const { problems } of all) problems.add(PROBLEMS.rule);
      return times ?? ownTimes(all);
    });
}

function merged(times: readonly BlockedTime[]): BlockedTime[] {
  const all: BlockedTime[] = [];
  for (const { start, end } of times.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

const EVENT_REASONS = new Set<string>(Object.values(PROBLEMS));

/**
 * Lists each problem with an event once a date,
 * and each problem with a zone only once.
 */
function distinct(unread: readonly Unread[]): Unread[] {
  const named = new Map<string, Unread>();
  for (const one of unread.toSorted((a, b) => a.day.localeCompare(b.day)))
    named.getOrInsert(
      EVENT_REASONS.has(one.reason) ? `${one.day} ${one.reason}` : one.reason,
      one,
    );
  return [...named.values()];
}
