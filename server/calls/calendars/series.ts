/**
 * The busy times of the events with one UID: a
 * series, its exceptions, and single events.
 */

import { attempt } from "../../../contract/attempt.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { atClockOf, PROBLEMS, type CalendarEvent } from "./events.ts";
import type { CalendarScope } from "./read-in-thread.ts";
import { expandRule, type Budget } from "./rules.ts";
import {
  elapsed,
  instantOf,
  instantsOf,
  readingsOf,
  type Duration,
  type Time,
  type Zone,
} from "./values.ts";

/**
 * Times this far outside the window are read,
 * since zones differ and exceptions move events.
 */
export const MARGIN_MS = 2 * DAY_MS;

/** Both times are milliseconds since 1970. */
export interface BlockedTime {
  start: number;
  end: number;
}

type Exception = CalendarEvent & { replaces: Time };
const isException = (event: CalendarEvent): event is Exception =>
  event.replaces !== undefined;

/** @returns the times that overlap the window of `scope` */
export function timesOfSeries(
  events: readonly CalendarEvent[],
  scope: CalendarScope,
  budget: Budget,
) {
  const latest = latestVersions(events);
  const series = latest.filter((event) => !isException(event));
  const [first] = series;
  // If a calendar lacks the series, each exception
  // counts as a series, and may have rules.
  const masters = first ? series : latest;
  const exceptions = first
    ? latest.filter(isException).map((one) => completed(one, first))
    : [];
  if (!first)
    for (const one of latest)
      if (one.lacksEnd) one.problems.add(PROBLEMS.times);
  // Some programs write the rule of the series into its exceptions, too.
  const rules = new Set(
    masters.flatMap(({ repeats }) => repeats.map(({ text }) => text)),
  );
  const isStrange = ({ repeats, added }: CalendarEvent) =>
    added.length > 0 || repeats.some(({ text }) => !rules.has(text));
  for (const exception of exceptions.filter(isStrange))
    exception.problems.add(PROBLEMS.times);
  const replaced = exceptions.map(({ replaces }) => replaces);
  const times = [
    ...ownTimes(exceptions),
    ...masters
      .filter(({ blocks }) => blocks)
      .flatMap((master) => timesOfMaster(master, replaced, scope, budget)),
  ];
  return times.filter(
    ({ start, end }) => end > start && end > scope.from && start < scope.until,
  );
}

/**
 * An exception without an end is at least as long as the times of its series.
 * An exception without a start begins at the time that it replaces. If that
 * time names no zone, the series' zone counts.
 */
function completed(one: Exception, series: CalendarEvent): Exception {
  const isShorter =
    one.lacksEnd && elapsed(one.length) < elapsed(series.length);
  const length = isShorter ? series.length : one.length;
  if (!one.lacksStart || !one.start.isFloating) return { ...one, length };
  const start = { ...one.start, zone: series.start.zone };
  return { ...one, length, start };
}

/**
 * Keeps the newest version of each event: it
 * has the highest `SEQUENCE`. Source: RFC 5546.
 */
function latestVersions(
  events: readonly CalendarEvent[],
): readonly CalendarEvent[] {
  const versions = Map.groupBy(
    events,
    ({ replaces }) => replaces && instantOf(replaces),
  );
  return [...versions.values()].flatMap((all) => {
    const highest = all.reduce(
      (most, { sequence }) => Math.max(most, sequence),
      -Infinity,
    );
    const latest = all.filter(({ sequence }) => sequence === highest);
    // Only the newest version blocks. But some programs
    // give several events the same UID, and the older
    // version may be another event. So the agency is told.
    for (const event of all.filter(({ sequence }) => sequence < highest))
      if (latest.some(({ blocks, day }) => blocks || day !== event.day))
        event.problems.add(PROBLEMS.version);
    return latest;
  });
}

function timesOfMaster(
  master: CalendarEvent,
  replaced: readonly Time[],
  scope: CalendarScope,
  budget: Budget,
): BlockedTime[] {
  const { start, removed, added } = master;
  const gone = [...removed, ...replaced].map((time) => inSeries(start, time));
  const free = new Set(gone.flatMap(keysOf));
  const own = [start, ...repeatedTimes(master, scope, budget)].map((time) => ({
    time,
    length: undefined,
  }));
  const { beforeMs } = master.length;
  return [...own, ...added]
    .filter(({ time }) => !keysOf(time).some((key) => free.has(key)))
    .map(({ time, length = master.length }) =>
      blockedTime(time, { ...length, beforeMs }),
    );
}

/** The time of the series that `time` removes or replaces. */
function inSeries(series: Time, time: Time): Time {
  const { isDate, isFloating } = time;
  const meant = atClockOf(series, time);
  return isDate || isFloating ? { ...meant, zone: series.zone } : meant;
}

/**
 * The instants of a time, each with its reading of the zone: a program that
 * names a removed time in UTC reckons with its own rules of the zone.
 */
const keysOf = (time: Time) =>
  instantsOf(time).map((at, reading) => `${reading} ${at}`);

function repeatedTimes(
  event: CalendarEvent,
  { from, until }: CalendarScope,
  budget: Budget,
): Time[] {
  const { start, length, repeats, problems } = event;
  return repeats.flatMap(({ text, last, isDoubtful }) => {
    const earliest = from - elapsed(length) - MARGIN_MS;
    const latest = Math.min(until + MARGIN_MS, last + DAY_MS);
    if (isDoubtful && latest >= earliest) problems.add(PROBLEMS.doubtful);
    const walls = attempt(() =>
      expandRule(text, start.wall, earliest, latest, budget),
    );
    if (!walls) problems.add(PROBLEMS.rule);
    const times = walls?.map((wall) => ({ ...start, wall })) ?? [];
    return times.filter((time) => instantsOf(time).some((at) => at <= last));
  });
}

/** The times of events that block, without those that rules add. */
export const ownTimes = (events: readonly CalendarEvent[]) =>
  events
    .filter(({ blocks }) => blocks)
    .map(({ start, length }) => blockedTime(start, length));

/** A time blocks in both readings of its zone. */
function blockedTime(time: Time, length: Duration): BlockedTime {
  const { zone, wall } = time;
  const blocks = readingsOf(zone).map((one) => blockedIn(one, wall, length));
  return {
    start: Math.min(...blocks.map(({ start }) => start)),
    end: Math.max(...blocks.map(({ end }) => end)),
  };
}

function blockedIn(
  zone: Zone,
  wall: number,
  { days, ms, wallMs, beforeMs = 0 }: Duration,
): BlockedTime {
  const start = zone.instantOf(wall);
  const end = (days > 0 ? zone.instantOf(wall + days * DAY_MS) : start) + ms;
  const endOnClock = wallMs === undefined ? end : zone.instantOf(wall + wallMs);
  return { start: start - beforeMs, end: Math.max(end, endOnClock) };
}
