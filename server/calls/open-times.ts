import {
  minuteOf,
  WEEKDAYS,
  type Availability,
} from "../../contract/call/booking.ts";
import { MINUTE_MS, HOUR_MS } from "../../contract/durations.ts";
import type { BoardDay } from "../../contract/http/page.ts";
import { dateAt, dayOf } from "../leads/days.ts";
import type { Busy } from "./stored-calls.ts";

/**
 * Starts are in order, like `2027-03-01T14:00:00Z`.
 * `times` and `days` have the open starts.
 * @param except when a call starts that is moved to another time
 */
export function openTimes(
  availability: Availability,
  busy: readonly Busy[],
  now: number,
  except = "",
) {
  const { timeZone, callsPerDay, callMinutes, gapMinutes } = availability;
  const slotMs = (callMinutes.to + gapMinutes) * MINUTE_MS;
  const offered = offeredDays(availability, now, Date.parse(except));
  const all = offered.flatMap(({ starts }) => starts);
  const free = freeStarts(all, busy, slotMs);
  const calls = Map.groupBy(
    busy.filter(({ kind }) => kind === "call"),
    ({ startsAt }) => dayOf(startsAt, timeZone),
  );
  const closures = busy.filter(({ kind }) => kind === "closed");
  const unclosed = freeStarts(all, closures, slotMs);
  const days = offered.map(({ date, opens, starts }): BoardDay => {
    const day = date.toString();
    const callsLeft = Math.max(0, callsPerDay - (calls.get(day)?.length ?? 0));
    const openStarts = callsLeft > 0 ? starts.filter((at) => free.has(at)) : [];
    const left = Math.min(callsLeft, countApart(openStarts, slotMs));
    const isClosed = starts.every((at) => !unclosed.has(at));
    return {
      day,
      opens: isoTime(opens),
      times: openStarts.map(isoTime),
      left,
      ...(isClosed && { isClosed }),
    };
  });
  const times = days.flatMap((day) => day.times);
  const open = new Set(times);
  return {
    days,
    times,
    taken: all.map(isoTime).filter((time) => !open.has(time)),
  };
}

/** Counts the calls that fit one after another. @param starts in order */
function countApart(starts: readonly number[], slotMs: number): number {
  let count = 0;
  let freeAt = -Infinity;
  for (const at of starts) {
    if (at < freeAt) continue;
    count++;
    freeAt = at + slotMs;
  }
  return count;
}

const isoTime = (at: number) =>
  new Date(at).toISOString().replace(".000Z", "Z");

const NEAREST = 3;

/**
 * If `at` cannot be read, each distance is `NaN`,
 * which sorts nothing, so these are the soonest times.
 */
export function nearestTo(times: readonly string[], at: string): string[] {
  const wanted = Date.parse(at);
  const distance = (time: string) => Math.abs(Date.parse(time) - wanted);
  return times.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST);
}

type TimeWindow = Availability["weekly"][number];

/**
 * Days with a start that `noticeHours` allows.
 * `opens` is a day's first start, allowed or not.
 */
function offeredDays(availability: Availability, now: number, except: number) {
  const { timeZone, weekly, noticeHours } = availability;
  const { horizonDays, closedDates } = availability;
  const earliest = now + noticeHours * HOUR_MS;
  const today = dateAt(now, timeZone);
  const dates = Array.from({ length: horizonDays + 1 }, (_, days) =>
    today.add({ days }),
  );
  const openDates = dates.filter(
    (date) => !closedDates.includes(date.toString()),
  );
  const days = openDates.map((date) => {
    const weekday = WEEKDAYS[date.dayOfWeek - 1];
    const windows = weekly.filter((window) =>
      window.days.some((day) => day === weekday),
    );
    const allStarts = new Set(
      windows.flatMap((one) => windowStarts(availability, date, one)),
    );
    const starts = [...allStarts]
      .filter((at) => at >= earliest && at !== except)
      .toSorted((a, b) => a - b);
    return { date, opens: Math.min(...allStarts), starts };
  });
  return days.filter(({ starts }) => starts.length > 0);
}

function windowStarts(
  availability: Availability,
  date: Temporal.PlainDate,
  window: TimeWindow,
) {
  const { timeZone, callMinutes, stepMinutes } = availability;
  const opens = minuteOf(window.from);
  const closes = minuteOf(window.to);
  const wall = (minutes: number) => date.toPlainDateTime().add({ minutes });
  const start = toInstant(wall(opens), timeZone);
  const end =
    toInstant(wall(closes), timeZone) ?? afterSkipped(wall(closes), timeZone);
  // Adding minutes is ten times as fast as Temporal,
  // and right if no clock change is in the window.
  const isUnchanged =
    start !== undefined && end - start === (closes - opens) * MINUTE_MS;
  const starts: number[] = [];
  for (let minutes = opens; minutes < closes; minutes += stepMinutes) {
    const at = isUnchanged
      ? start + (minutes - opens) * MINUTE_MS
      : toInstant(wall(minutes), timeZone);
    if (at !== undefined && at + callMinutes.to * MINUTE_MS <= end)
      starts.push(at);
  }
  return starts;
}

/** @param starts in order */
function freeStarts(
  starts: readonly number[],
  busy: readonly Busy[],
  slotMs: number,
): Set<number> {
  const blocked = busy
    .map(({ startsAt, endsAt }) => ({
      start: Date.parse(startsAt),
      end: Date.parse(endsAt),
    }))
    .toSorted((a, b) => a.start - b.start);
  let latestEnd = -Infinity;
  let next = 0;
  const free = starts.filter((at) => {
    // A busy time must be over when the call
    // starts, or begin after the call and its gap.
    for (
      let time = blocked[next];
      time && time.start < at + slotMs;
      time = blocked[++next]
    )
      latestEnd = Math.max(latestEnd, time.end);
    return latestEnd <= at;
  });
  return new Set(free);
}

/**
 * The first instant with this wall clock;
 * undefined if the zone skips it. RFC 5545, 3.3.5.
 */
function toInstant(
  wall: Temporal.PlainDateTime,
  zone: string,
): number | undefined {
  const zoned = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(wall)
    ? zoned.epochMilliseconds
    : undefined;
}

/** The instant at which the zone's clocks skip a wall clock time. */
function afterSkipped(wall: Temporal.PlainDateTime, zone: string): number {
  const before = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  return (before.getTimeZoneTransition("next") ?? before).epochMilliseconds;
}
