/**
 * When a call can begin; instants are in milliseconds since 1970. A time that daylight saving skips
 * is not offered, and one that it repeats is offered at its first occurrence. RFC 5545, 3.3.5.
 */
import { minuteOf, WEEKDAYS, type Availability, type Busy } from "../../contract/booking.ts";
import type { BoardDay } from "../../contract/page.ts";
import { MINUTE_MS, HOUR_MS } from "../../contract/durations.ts";

/** Open and taken starts in order, like `2027-03-01T14:00:00Z`, and those of the agency's days. */
export function openTimes(availability: Availability, busy: readonly Busy[], now: number) {
  const offered = offeredDays(availability, now, now, Infinity);
  const all = offered.flatMap(({ starts }) => starts);
  const free = new Set(freeStarts(availability, busy, all));
  const isFree = (at: number) => free.has(at);
  const { timeZone, callsPerDay } = availability;
  const callsOn = callsByDay(busy, timeZone);
  return {
    times: all.filter(isFree).map(instant),
    taken: all.filter((at) => !isFree(at)).map(instant),
    days: offered.map(({ date, opens, starts }): BoardDay => {
      const day = date.toString();
      const open = starts.filter(isFree);
      const room = callsPerDay - (callsOn.get(day) ?? 0);
      const left = Math.min(room, apart(open, blockedMs(availability)));
      return { day, opens: instant(opens), times: open.map(instant), left };
    }),
  };
}

/** How many calls fit one after the other. @param starts in order @param needed by each */
function apart(starts: readonly number[], needed: number): number {
  let count = 0;
  let free = -Infinity;
  for (const at of starts) {
    if (at < free) continue;
    count++;
    free = at + needed;
  }
  return count;
}

/** How long a call and the gap after it take. */
const blockedMs = ({ callMinutes, gapMinutes }: Availability) => (callMinutes.to + gapMinutes) * MINUTE_MS;

function callsByDay(busy: readonly Busy[], timeZone: string): ReadonlyMap<string, number> {
  const callsOn = new Map<string, number>();
  for (const { startsAt } of busy.filter(({ call }) => call)) {
    const date = dateAt(Date.parse(startsAt), timeZone).toString();
    callsOn.set(date, (callsOn.get(date) ?? 0) + 1);
  }
  return callsOn;
}

const instant = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");

const NEAREST = 3;

/** The open times around one that is not, the nearest first. */
export function nearestTo(times: readonly string[], at: number): string[] {
  const distance = (one: string) => Math.abs(Date.parse(one) - at);
  return times.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST);
}

/** @returns `never`: outside working hours, too soon, too far ahead, or no time */
export function isOpen(availability: Availability, busy: readonly Busy[], now: number, startsAt: string) {
  const at = Date.parse(startsAt);
  const offered = offeredDays(availability, now, at, at + 1).flatMap(({ starts }) => starts);
  if (offered.length === 0) return "never";
  return freeStarts(availability, busy, offered).length > 0 ? "open" : "taken";
}

type TimeWindow = Availability["weekly"][number];

interface OfferedDay {
  date: Temporal.PlainDate;
  /** Its first start, perhaps before the first instant. */
  opens: number;
  starts: number[];
}

/** What working hours, notice and horizon allow between two instants, in order. */
function offeredDays(availability: Availability, now: number, from: number, until: number) {
  const { timeZone, weekly, noticeHours, horizonDays, closedDates } = availability;
  const closed = new Set(closedDates);
  const earliest = Math.max(from, now + noticeHours * HOUR_MS);
  const end = dateAt(now, timeZone).add({ days: horizonDays + 1 });
  const latest = Math.min(until, end.toZonedDateTime(timeZone).epochMilliseconds);
  // Not `earliest >= latest`: NaN is not a time.
  if (!(earliest < latest)) return [];
  const last = dateAt(latest - 1, timeZone);
  const days: OfferedDay[] = [];
  for (
    let date = dateAt(earliest, timeZone);
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  ) {
    const weekday = WEEKDAYS[date.dayOfWeek - 1];
    if (weekday === undefined || closed.has(date.toString())) continue;
    const windows = weekly.filter((window) => window.days.includes(weekday));
    const ofDay = new Set(windows.flatMap((window) => windowStarts(availability, date, window)));
    const starts = [...ofDay].filter((at) => at >= earliest && at < latest).toSorted((a, b) => a - b);
    if (starts.length > 0) days.push({ date, opens: Math.min(...ofDay), starts });
  }
  return days;
}

function windowStarts(availability: Availability, date: Temporal.PlainDate, window: TimeWindow) {
  const { timeZone, callMinutes, stepMinutes } = availability;
  const opens = minuteOf(window.from);
  const closes = minuteOf(window.to);
  const wall = (minutes: number) => date.toPlainDateTime().add({ minutes });
  const start = instantOf(wall(opens), timeZone);
  const end = instantOf(wall(closes), timeZone) ?? afterGap(wall(closes), timeZone);
  // Where no clock is changed within the window, minutes are added up: a tenth of the time.
  const isEven = start !== undefined && end - start === (closes - opens) * MINUTE_MS;
  const starts: number[] = [];
  for (let minutes = opens; minutes + callMinutes.to <= closes; minutes += stepMinutes) {
    const at = isEven ? start + (minutes - opens) * MINUTE_MS : instantOf(wall(minutes), timeZone);
    if (at !== undefined && at + callMinutes.to * MINUTE_MS <= end) starts.push(at);
  }
  return starts;
}

/** The starts whose call and gap overlap no taken time and whose day is not full, in order. */
function freeStarts(availability: Availability, busy: readonly Busy[], starts: readonly number[]) {
  const { timeZone, callsPerDay } = availability;
  const needed = blockedMs(availability);
  const blocked = busy
    .map(({ startsAt, endsAt }) => ({ start: Date.parse(startsAt), end: Date.parse(endsAt) }))
    .toSorted((a, b) => a.start - b.start);
  const callsOn = callsByDay(busy, timeZone);
  let latestEnd = -Infinity;
  let next = 0;
  return starts.filter((at) => {
    // Several busy times may begin before this call and its gap end: the last end decides.
    for (let one = blocked[next]; one && one.start < at + needed; one = blocked[++next])
      latestEnd = Math.max(latestEnd, one.end);
    if (latestEnd > at) return false;
    return callsOn.size === 0 || (callsOn.get(dateAt(at, timeZone).toString()) ?? 0) < callsPerDay;
  });
}

const dateAt = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();

/** The first occurrence; undefined for a time that the zone's clocks skip. */
function instantOf(wall: Temporal.PlainDateTime, zone: string): number | undefined {
  const zoned = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : undefined;
}

/** The end of the gap that skips a wall clock time. */
function afterGap(wall: Temporal.PlainDateTime, zone: string): number {
  const before = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  return (before.getTimeZoneTransition("next") ?? before).epochMilliseconds;
}
