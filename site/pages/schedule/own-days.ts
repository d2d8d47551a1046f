import { HOUR_MS } from "../../../contract/durations.ts";
import type { BoardDay } from "../../../contract/http/page.ts";
import { dateIn } from "../../../contract/locale/in-zone.ts";

/** Between the last call of a day and the first of the next. */
const SHORTEST_NIGHT_MS = 6 * HOUR_MS;

/**
 * The days of a visitor in `zone`. They are the agency's days, unless its hours
 * are round the clock: then a day of the agency has times of two of the
 * visitor's days, and each time is on its own day.
 */
export function ownDays(days: readonly BoardDay[], zone: string) {
  if (!days.some((day, index) => isFollowed(day, days[index + 1]))) return days;
  const own = new Map<string, BoardDay>();
  for (const agencyDay of days) {
    const { times, opens, left } = agencyDay;
    const dates = (times.length > 0 ? times : [opens]).map((time) =>
      dateIn(time, zone),
    );
    for (const day of new Set(dates)) {
      const onDay = times.filter((_, index) => dates[index] === day);
      const before = own.get(day);
      const all = [...(before?.times ?? []), ...onDay];
      own.set(day, {
        ...agencyDay,
        day,
        opens: all[0] ?? opens,
        times: all,
        left: Math.min(all.length, left + (before?.left ?? 0)),
      });
    }
  }
  return [...own.values()];
}

function isFollowed({ times }: BoardDay, next: BoardDay | undefined): boolean {
  const lastTime = times[times.length - 1];
  if (lastTime === undefined || !next) return false;
  return Date.parse(next.opens) - Date.parse(lastTime) < SHORTEST_NIGHT_MS;
}
