/** Instants as a person in a zone reads them. */

/** A formatter takes longer to make than to use a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function shown(iso: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", options);
  // A few for each zone that somebody has asked for.
  if (formats.size > 100) formats.clear();
  formats.set(key, format);
  return format.format(new Date(iso));
}

/** `Monday, March 1`. */
export function dayIn(iso: string, timeZone: string): string {
  return shown(iso, { timeZone, weekday: "long", month: "long", day: "numeric" });
}

const clock = { hour: "numeric", minute: "2-digit" } as const;

/** Whether all times of a day have one name, as EST; the others have two, as EDT and EST. */
export function hasOneName(times: readonly string[], timeZone: string): boolean {
  const names = [times.at(0), times.at(-1)].map((iso = "") =>
    shown(iso, { timeZone, timeZoneName: "short" }).split(", ").at(-1),
  );
  return names[0] === names[1];
}

/** `9:00 AM`; with its name `1:30 AM EDT`. */
export function timeIn(iso: string, timeZone: string, isNamed: boolean): string {
  return shown(iso, { timeZone, ...clock, ...(isNamed && { timeZoneName: "short" }) });
}

/** `Monday, March 1, 2027 at 9:00 AM Eastern Standard Time`. */
export function momentIn(iso: string, timeZone: string): string {
  const day = { weekday: "long", year: "numeric", month: "long", day: "numeric" } as const;
  return shown(iso, { timeZone, ...day, ...clock, timeZoneName: "long" });
}
