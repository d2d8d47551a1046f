/** Times and durations as a person reads them. Inside they are ISO 8601 in UTC. */

const MINUTE_MS = 60_000;

/** `Saturday, November 21 at 1:30 PM Eastern Standard Time`. */
export function shownTime(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "long",
  }).format(new Date(iso));
}

/** `3 hours 59 minutes`, to the nearest minute; `0 minutes` for less than half of one and for what is over. */
export function shownDuration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  const parts = [
    { count: Math.floor(minutes / 60), unit: "hour" },
    { count: minutes % 60, unit: "minute" },
  ].filter(({ count }) => count > 0);
  return (parts.length > 0 ? parts : [{ count: 0, unit: "minute" }])
    .map(({ count, unit }) =>
      new Intl.NumberFormat("en-US", { style: "unit", unit, unitDisplay: "long" }).format(count),
    )
    .join(" ");
}
