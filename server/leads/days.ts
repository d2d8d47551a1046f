/** Days as a time zone has them: of 23 to 25 hours, wherever its clocks change. */

const DAY_MS = 24 * 60 * 60 * 1000;
/** No zone is further from UTC. */
const MAX_OFFSET_MS = 26 * 60 * 60 * 1000;

export interface Days {
  names: string[];
  /** ISO 8601 in UTC: where each day begins, and last where the latest ends. */
  starts: string[];
}

/** The latest days, today included. @param now milliseconds since 1970 @param timeZone IANA name */
export function latestDays(count: number, timeZone: string, now: number): Days {
  const dayOf = dayNamer(timeZone);
  const today = Date.parse(dayOf(now));
  const nameOf = (daysAgo: number) => new Date(today - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const names = Array.from({ length: count }, (_, index) => nameOf(count - 1 - index));
  const starts = [...names, nameOf(-1)].map((day) => new Date(startOf(day, dayOf)).toISOString());
  return { names, starts };
}

/** Some zones skip midnight when their clocks change, and some days: the first moment that is no earlier day is sought. */
function startOf(day: string, dayOf: (time: number) => string): number {
  let before = Date.parse(day) - MAX_OFFSET_MS;
  let after = Date.parse(day) + MAX_OFFSET_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(middle) < day) before = middle;
    else after = middle;
  }
  return after;
}

function dayNamer(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
  };
}
