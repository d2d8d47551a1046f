/** Computes the times that a calendar blocks, and names what of it could not be read. */
import { readComponents, type Lines } from "./content-lines.ts";
import { isBlocking, PROBLEMS, readEvent, type CalendarEvent } from "./events.ts";
import { mergeTimes, type BlockedTime } from "./merge-times.ts";
import { dayOf, UNDATED, type Look, type ResolvedZone, type Unread } from "./read-in-thread.ts";
import { MARGIN_MS, timesOfSeries } from "./series.ts";
import { elapsed, instantOf, readDuration, readPeriod, readProperty, readTime, valueIn } from "./values.ts";
import { UTC } from "./zone.ts";
import { Zones } from "./zones.ts";

/** Reports the event that is being read: its position, and when it begins by the wall clock. */
export type OnEvent = (position: number, wall: number) => void;

type Positioned = CalendarEvent & { position: number; day: string };

/** What all rules of a calendar may take together, well within the time of a thread. */
const RULES_MS = 1_000;
const OUR_UID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * @param skipped positions of events whose own time alone is read
 * @throws {CalendarError} for what is no calendar
 */
export function readCalendar(
  text: string,
  look: Look,
  onEvent: OnEvent = () => undefined,
  skipped: ReadonlySet<number> = new Set(),
): { blocked: BlockedTime[]; unread: Unread[]; zones: ResolvedZone[] } {
  const components = readComponents(text);
  const zones = new Zones(components.zones, components.head, look.zone, look.from);
  const owners = new Set([...look.owners, valueIn(components.head, "X-WR-CALNAME").toLowerCase()]);
  const unread: Unread[] = [];
  const events: Positioned[] = [];
  for (const [position, lines] of components.events.entries()) {
    if (isElsewhere(lines, look)) continue;
    onEvent(position, wallIn(lines, "DTSTART"));
    const event = attempt(() => readEvent(lines, zones, owners, skipped.has(position)));
    if (event) events.push({ ...event, position, day: dayIn(lines) });
    else if (isBlocking(lines, owners)) unread.push({ day: dayIn(lines), reason: PROBLEMS.start });
  }
  const blocked = timesOfEvents(events, look, onEvent);
  for (const lines of components.freeBusy) blocked.push(...publishedTimes(lines, zones, look, unread));
  unread.push(...problemsOf(events), ...guessesOf(events, zones));
  return {
    blocked: mergeTimes(blocked, look.until - look.from),
    unread: [...new Map(unread.map((one) => [`${one.day} ${one.reason}`, one])).values()].toSorted((a, b) =>
      a.day.localeCompare(b.day),
    ),
    zones: [...zones.resolved].map(([name, { label, isGuess }]) => ({ name, zone: label, isGuess })),
  };
}

/** What one event throws is its own fault, and no other's. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Events with costly rules come last, so that these take the time of no other event. */
function timesOfEvents(events: readonly Positioned[], look: Look, onEvent: OnEvent): BlockedTime[] {
  const budget = { leftMs: RULES_MS };
  const isCostly = (all: readonly Positioned[]) =>
    all.some(({ repeats }) => repeats.some((rule) => rule.isCostly));
  const series = [...Map.groupBy(events, ({ uid, position }) => uid || position)];
  const blocked: BlockedTime[] = [];
  for (const [uid, all] of series.toSorted(([, a], [, b]) => Number(isCostly(a)) - Number(isCostly(b)))) {
    const repeated = all.find(({ repeats }) => repeats.length > 0) ?? all[0];
    if (repeated) onEvent(repeated.position, repeated.start.wall);
    const ours = typeof uid === "string" && OUR_UID.test(uid) ? { uid: uid.toLowerCase() } : {};
    for (const time of timesOfSeries(all, look, budget)) blocked.push({ ...time, ...ours });
  }
  return blocked;
}

/** Most events of a calendar are long over and do not repeat. */
function isElsewhere(lines: Lines, { from, until }: Look): boolean {
  if (lines.some((line) => /^(?:RRULE|RDATE|RECURRENCE-ID)[;:]/i.test(line))) return false;
  const start = wallIn(lines, "DTSTART");
  const end = Math.max(start, wallIn(lines, "DTEND") || start);
  const duration = readDuration(readProperty(lineOf(lines, "DURATION") ?? "").value);
  return start > until + MARGIN_MS || end + (duration ? elapsed(duration) : 0) < from - MARGIN_MS;
}

const lineOf = (lines: Lines, name: string) =>
  lines.find((line) => line.slice(0, name.length).toUpperCase() === name);

/** The date of a property by the wall clock; not a number where it has none. */
function wallIn(lines: Lines, name: string): number {
  const line = lineOf(lines, name);
  return line === undefined ? NaN : (readTime(readProperty(line).value, UTC)?.wall ?? NaN);
}

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
      const period = readPeriod(text, (part) => readTime(part, zones.named(parameter("TZID"))));
      const start = period ? instantOf(period.time) : NaN;
      const end = start + (period?.ms ?? NaN);
      if (Number.isNaN(end)) unread.push({ day: dayIn([`FREEBUSY:${text}`]), reason: PROBLEMS.start });
      return end > start && end > look.from && start < look.until ? [{ start, end }] : [];
    }),
  );
}

/** Of events that block: what is free or cancelled need not be understood. */
const problemsOf = (events: readonly Positioned[]): Unread[] =>
  events
    .filter(({ blocks }) => blocks)
    .flatMap(({ day, problems }) => [...problems].map((one) => ({ day, reason: PROBLEMS[one] })));

/** Each name once, by the first event that has it. */
function guessesOf(events: readonly Positioned[], zones: Zones): Unread[] {
  const named = new Map<string, Unread>();
  for (const { blocks, day, guesses } of events)
    for (const name of blocks ? guesses : []) {
      const reason = `Its zone ${name.slice(0, 60)} is uncertain: it is read as ${zones.named(name).label}.`;
      named.getOrInsert(name, { day, reason });
    }
  return [...named.values()];
}
