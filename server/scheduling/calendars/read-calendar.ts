/** Computes the times that a calendar blocks, in a thread that can be ended: a stranger's rule may run forever. */
import ICAL from "ical.js";
import { DAY_MS } from "../../../contract/durations.ts";
import { createZones, instantOf, readEvent, readText, wallMs } from "./calendar-event.ts";
import type { CalendarEvent, EventLines, Time } from "./calendar-event.ts";
import { CalendarError, dayOf, type Look } from "./read-in-thread.ts";

export interface BlockedTime {
  start: number;
  end: number;
  /** Set if the event could be one of our calls. */
  uid?: string;
}

const DAY_S = 24 * 60 * 60;
/**
 * Nobody's calendar has more than this within the window, and the open times are computed in the main thread:
 * beside 10,000 busy times in 4 ms, beside 44,000 in 23.
 */
const MAX_OCCURRENCES = 10_000;
/** No series of a person has more within two months than one each hour. */
const MAX_OF_SERIES = 2_000;
/** Time zones differ by a day at most, and exceptions move events a little. */
const MARGIN_MS = 2 * DAY_MS;
const STEP_MS: Record<string, number> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: DAY_MS,
  WEEKLY: 7 * DAY_MS,
};
const OUR_UID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reports the event that is being read: its position, and when it begins by the wall clock. */
export type OnEvent = (position: number, wall: number) => void;

interface Positioned extends CalendarEvent {
  position: number;
}

/**
 * @param skipped positions of events whose own time alone is read, in the agency's zone or one of the platform
 * @returns also the dates of the events that were not read whole, like `2027-03-01`
 * @throws {CalendarError} for an unusable calendar
 */
export function readCalendar(
  text: string,
  look: Look,
  onEvent: OnEvent,
  skipped: ReadonlySet<number> = new Set(),
): { blocked: BlockedTime[]; unread: string[] } {
  const { events, described, name } = readText(text);
  const zones = createZones(described, look.zone);
  const plainZones = createZones(new Map(), look.zone);
  const owners = new Set([...look.owners, name.toLowerCase()]);
  const series = new Map<string, Positioned[]>();
  const unread = new Set<number>();
  for (const [position, lines] of events.entries()) {
    if (isElsewhere(lines, look)) continue;
    onEvent(position, dateOf(lines, "DTSTART"));
    const isSkipped = skipped.has(position);
    const event = readEvent(lines, isSkipped ? plainZones : zones, owners, isSkipped);
    if (!event?.isWhole) unread.add(position);
    if (event) series.getOrInsert(event.uid || `no uid ${series.size}`, []).push({ ...event, position });
  }
  const blocked: BlockedTime[] = [];
  for (const [uid, ofOne] of series) {
    const before = blocked.length;
    for (const { start, end } of timesOf(ofOne, look, onEvent, unread)) {
      if (end > start && end > look.from && start < look.until)
        blocked.push(OUR_UID.test(uid) ? { start, end, uid: uid.toLowerCase() } : { start, end });
      if (blocked.length - before > MAX_OF_SERIES) {
        unread.add((ofOne.find(({ rule }) => rule) ?? ofOne[0])?.position ?? NaN);
        break;
      }
    }
    if (blocked.length > MAX_OCCURRENCES)
      throw new CalendarError("The calendar has more events than anybody can attend.");
  }
  const dates = [...unread].map((position) => dayOf(dateOf(events[position] ?? [], "DTSTART")));
  // An event without a date blocks nothing.
  return { blocked: united(blocked), unread: [...new Set(dates)].filter((date) => date !== "").toSorted() };
}

/** Most events of a calendar are long over and do not repeat. */
function isElsewhere(lines: EventLines, { from, until }: Look): boolean {
  if (lines.some((line) => /^(?:RRULE|RDATE|RECURRENCE-ID)[;:]/i.test(line))) return false;
  const start = dateOf(lines, "DTSTART");
  const lasts = lines.some((line) => /^DURATION[;:].*(?:W|\dD)/i.test(line));
  const end = lasts ? Infinity : dateOf(lines, "DTEND", start);
  return start > until + MARGIN_MS || end < from - MARGIN_MS;
}

/** The date of a property as if it were in UTC; not a number where it has none. */
function dateOf(lines: EventLines, name: string, otherwise = NaN): number {
  const line = lines.find((one) => one.slice(0, name.length).toUpperCase() === name);
  const [, year, month, day] = /:(\d{4})(\d\d)(\d\d)[^:]*$/.exec(line ?? "") ?? [];
  return line === undefined ? otherwise : Date.parse(`${year}-${month}-${day}T00:00:00Z`);
}

function* timesOf(
  events: readonly Positioned[],
  look: Look,
  onEvent: OnEvent,
  unread: Set<number>,
): Generator<BlockedTime> {
  const changes = events.flatMap((event) => (event.replaces ? { ...event, replaces: event.replaces } : []));
  const masters = events.filter(({ replaces }) => !replaces);
  const single = changes.filter(({ replaces }) => !replaces.following || masters.length === 0);
  const changed = new Set(single.map(({ replaces }) => replaces.at));
  const following = changes
    .filter(({ replaces }) => replaces.following)
    .toSorted((a, b) => b.replaces.at - a.replaces.at);
  for (const event of single) {
    onEvent(event.position, wallMs(event.start));
    if (event.blocks) yield timeOf(event, event.start);
  }
  for (const event of masters) {
    onEvent(event.position, wallMs(event.start));
    const seen = new Set<number>();
    for (const { time, ms } of occurrencesOf(event, look, unread)) {
      const at = instantOf(time);
      if (seen.has(at) || event.removed.has(at) || changed.has(at)) continue;
      seen.add(at);
      const change = following.find(({ replaces }) => replaces.at <= at);
      if (!(change ?? event).blocks) continue;
      if (change) yield timeOf(change, shifted(time, change.replaces.shiftSeconds));
      else yield ms === undefined ? timeOf(event, time) : { start: at, end: at + ms };
    }
  }
}

function timeOf({ length }: CalendarEvent, time: Time): BlockedTime {
  return { start: instantOf(time), end: instantOf(shifted(time, length.days * DAY_S)) + length.ms };
}

function shifted(time: Time, seconds: number): Time {
  if (seconds === 0) return time;
  const moved = time.clone();
  const days = Math.floor(seconds / DAY_S);
  moved.adjust(days, 0, 0, seconds - days * DAY_S);
  return moved;
}

/** The first time, added times, and the times of the rule that may reach into the window. */
function* occurrencesOf(
  { start, rule, added, length, position }: Positioned,
  look: Look,
  unread: Set<number>,
): Generator<Added> {
  yield { time: start };
  yield* added;
  if (!rule) return;
  const last = lastOf(start, rule.until);
  rule.until = null;
  const first = nearest(start, rule, look.from - (length.days * DAY_MS + length.ms + MARGIN_MS)).clone();
  // The library compares times at each step, which takes longer in a zone.
  first.zone = ICAL.Timezone.localTimezone;
  try {
    const iterator = rule.iterator(first);
    for (let wall = iterator.next(); wall; wall = iterator.next()) {
      const time = wall.clone();
      time.zone = start.zone;
      if (wallMs(time) > look.until + MARGIN_MS || instantOf(time) > last) return;
      yield { time };
    }
  } catch {
    // An invalid rule: the times before it was found out, or the event itself, count.
    unread.add(position);
  }
}

type Added = CalendarEvent["added"][number];

/** The last instant of a rule. A date includes its whole day. */
function lastOf({ isDate, zone }: Time, until: Time | null): number {
  if (!until) return Infinity;
  const { year, month, day } = until;
  if (until.isDate || isDate)
    return instantOf(shifted(new ICAL.Time({ year, month, day, isDate: true }, zone), DAY_S)) - 1;
  if (until.zone !== ICAL.Timezone.utcTimezone) until.zone = zone;
  return instantOf(until);
}

/** Moves the start of a long-running rule near `from`, so that the library need not count through years. */
function nearest(start: Time, rule: InstanceType<typeof ICAL.Recur>, from: number): Time {
  const step = (STEP_MS[rule.freq] ?? 0) * rule.interval;
  if (step <= 0 || rule.count !== null) return start;
  const steps = Math.floor((from - wallMs(start)) / step);
  return steps > 0 ? shifted(start, (steps * step) / 1000) : start;
}

/** Merges overlapping times, except those that could be our own calls. */
function united(blocked: readonly BlockedTime[]): BlockedTime[] {
  const all = blocked.filter(({ uid }) => uid !== undefined);
  let last: BlockedTime | undefined;
  for (const { start, end, uid } of blocked.toSorted((a, b) => a.start - b.start)) {
    if (uid !== undefined) continue;
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push((last = { start, end }));
  }
  return all.toSorted((a, b) => a.start - b.start);
}
