/** Instants as a person in a zone reads them, of short parts, which the server and all browsers write alike. */

/** A formatter takes longer to make than to use a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function shown(iso: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", options);
  // A few for each zone that somebody has asked for.
  if (formats.size > 100) formats.clear();
  formats.set(key, format);
  // Some engines put a narrow blank before AM and PM. No line breaks there, nor between month and day.
  return format.format(new Date(iso)).replace(/[ \u202f](?=[AP]M|\d+$)/g, "\u00a0");
}

/** `Monday, March 1`. */
export function dayIn(iso: string, timeZone: string): string {
  return shown(iso, { timeZone, weekday: "long", month: "long", day: "numeric" });
}

/** `Mon` */
export const weekdayIn = (iso: string, timeZone: string) => shown(iso, { timeZone, weekday: "short" });

/** `Mar 1` */
export const dateIn = (iso: string, timeZone: string) =>
  shown(iso, { timeZone, month: "short", day: "numeric" });

const clock = { hour: "numeric", minute: "2-digit" } as const;

/** `9:00 AM`; with its name `1:30 AM EDT`. */
export function timeIn(iso: string, timeZone: string, isNamed: boolean): string {
  return shown(iso, { timeZone, ...clock, ...(isNamed && { timeZoneName: "short" }) });
}

/** `Monday, March 1, 9:00 AM` */
export const momentIn = (iso: string, timeZone: string) =>
  `${dayIn(iso, timeZone)}, ${timeIn(iso, timeZone, false)}`;

/** Whether all times of a day have one name, as EST; the others have two, as EDT and EST. */
export function hasOneName(times: readonly string[], timeZone: string): boolean {
  const [first, last] = [times[0], times[times.length - 1]].map((iso = "") => zoneNameIn(iso, timeZone));
  return first === last;
}

/** `New York (EST)`, at a time. */
export function zoneNameIn(iso: string, timeZone: string): string {
  const name = shown(iso, { timeZone, timeZoneName: "short" }).split(", ")[1];
  return `${timeZone.split("/").slice(-1).join("").replace(/_/g, " ")} (${name})`;
}

/** `10:30 AM EST`, with its day where that is another one than in the visitor's zone. */
export function oursIn(iso: string, agencyZone: string, zone: string): string {
  const time = timeIn(iso, agencyZone, true);
  const date = dateIn(iso, agencyZone);
  return date === dateIn(iso, zone) ? time : `${weekdayIn(iso, agencyZone)}, ${date}, ${time}`;
}

/** The visitor's, where the browser knows one that it can count in. Chromium may say `Etc/Unknown`. */
export function ownZone(otherwise: string): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return otherwise;
  }
}
