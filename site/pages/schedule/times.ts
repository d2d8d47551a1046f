/** Instants as a person in a zone reads them. */

function shown(iso: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", options).format(new Date(iso));
}

/** `Monday, March 1`. */
export function dayIn(iso: string, timeZone: string): string {
  return shown(iso, { timeZone, weekday: "long", month: "long", day: "numeric" });
}

const clock = { hour: "numeric", minute: "2-digit" } as const;

/** `9:00 AM`; with the name of the time on a day whose times have two: `1:30 AM EDT`. */
export function timeIn(iso: string, timeZone: string, ofDay: readonly string[]): string {
  const name = (one: string) => shown(one, { timeZone, timeZoneName: "short" }).split(", ").at(-1);
  const isOneName = name(ofDay[0] ?? iso) === name(ofDay.at(-1) ?? iso);
  return shown(iso, { timeZone, ...clock, ...(isOneName ? {} : { timeZoneName: "short" }) });
}

/** `Monday, March 1, 2027 at 9:00 AM Eastern Standard Time`. */
export function momentIn(iso: string, timeZone: string): string {
  const day = { weekday: "long", year: "numeric", month: "long", day: "numeric" } as const;
  return shown(iso, { timeZone, ...day, ...clock, timeZoneName: "long" });
}
