/** The times that the events of one UID block: a series, its exceptions, and events that stand alone. */
import { DAY_MS } from "../../../contract/durations.ts";
import type { CalendarEvent } from "./events.ts";
import { ExceptionTimes } from "./exception-times.ts";
import type { BlockedTime } from "./merge-times.ts";
import type { Look } from "./read-in-thread.ts";
import { expandRule, type Budget } from "./rules.ts";
import { elapsed, instantOf, type Period, type Time } from "./values.ts";

/** Zones differ by a day at most, and exceptions move events a little. */
export const MARGIN_MS = 2 * DAY_MS;
/** No series of a person has more within two months than one each hour. */
const MAX_OF_SERIES = 2_000;

type Exception = CalendarEvent & { replaces: NonNullable<CalendarEvent["replaces"]> };
const isException = (event: CalendarEvent): event is Exception => event.replaces !== undefined;

/** @returns those within the window */
export function timesOfSeries(
  events: readonly CalendarEvent[],
  { from, until }: Look,
  budget: Budget,
): BlockedTime[] {
  const latest = latestVersions(events);
  const masters = latest.filter((event) => !isException(event));
  const exceptions = latest.filter(isException);
  const isChange = ({ replaces }: Exception) => replaces.andLater && masters.length > 0;
  const moved = exceptions.filter((event) => !isChange(event));
  const changes = exceptions
    .filter(isChange)
    .toSorted((a, b) => instantOf(b.replaces.time) - instantOf(a.replaces.time));
  const isInside = ({ start, end }: BlockedTime) => end > start && end > from && start < until;
  const times = moved
    .filter(({ blocks }) => blocks)
    .map((event) => blockedTime(event, { time: event.start }));
  const replacedTimes = moved.map(({ replaces }) => replaces.time);
  for (const master of masters) {
    const replaced = new ExceptionTimes(replacedTimes, master.start);
    const occurrences = occurrencesOf(master, from, until, budget);
    let left = MAX_OF_SERIES;
    for (const time of timesOfMaster(master, occurrences, changes, replaced)) {
      if (!isInside(time)) continue;
      if (left-- === 0) {
        master.problems.add("many");
        break;
      }
      times.push(time);
    }
  }
  return times.filter(isInside);
}

/**
 * An event that was sent again with a higher number counts instead of the one before. RFC 5546, 2.1.5.
 * A program may give one UID to different events, too, so what is left out is named.
 */
function latestVersions(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  const versions = Map.groupBy(events, ({ replaces }) => replaces && instantOf(replaces.time));
  return [...versions.values()].flatMap((all) => {
    const last = all.reduce((highest, { sequence }) => Math.max(highest, sequence), -Infinity);
    const latest = all.filter(({ sequence }) => sequence === last);
    if (latest.some(({ blocks }) => blocks))
      for (const event of all) if (event.sequence < last) event.problems.add("version");
    return latest;
  });
}

function* timesOfMaster(
  master: CalendarEvent,
  occurrences: Iterable<Period>,
  changes: readonly Exception[],
  replaced: ExceptionTimes,
): Generator<BlockedTime> {
  const instants = new Set<number>();
  for (const occurrence of occurrences) {
    const { time } = occurrence;
    const instant = instantOf(time);
    if (instants.has(instant) || master.removed.has(time, instant) || replaced.has(time, instant)) continue;
    instants.add(instant);
    const change = changes.find(({ replaces }) => instantOf(replaces.time) <= instant);
    if ((change ?? master).blocks) yield change ? changedTime(change, time) : blockedTime(master, occurrence);
  }
}

/** The first time, added times, and the times of the rules that may reach into the window. */
function* occurrencesOf(
  { start, repeats, added, length, problems }: CalendarEvent,
  from: number,
  until: number,
  budget: Budget,
): Generator<Period> {
  yield { time: start };
  yield* added;
  const earliest = from - elapsed(length) - MARGIN_MS;
  for (const { text, last } of repeats) {
    try {
      for (const wall of expandRule(text, start.wall, earliest, until + MARGIN_MS, budget)) {
        const time = { ...start, wall };
        if (instantOf(time) > last) break;
        yield { time };
      }
    } catch {
      problems.add("rule");
    }
  }
}

function blockedTime({ length }: CalendarEvent, { time, ms }: Period): BlockedTime {
  const start = instantOf(time);
  if (ms !== undefined) return { start, end: start + ms };
  return { start, end: time.zone.instantOf(time.wall + length.days * DAY_MS) + length.ms };
}

/** A time of a series that was changed from some time on: as far from its own time as the change says. */
function changedTime(change: Exception, { wall }: Time): BlockedTime {
  const { start, replaces } = change;
  const shift =
    start.zone === replaces.time.zone
      ? start.wall - replaces.time.wall
      : instantOf(start) - instantOf(replaces.time);
  return blockedTime(change, { time: { ...start, wall: wall + shift } });
}
