/** Instants as a person in a zone reads them, of parts, which the server and all browsers write alike. */

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

/** By zone: a formatter takes longer to make than to use a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function partsIn(iso: string, timeZone: string): Parts {
  let format = formats.get(timeZone);
  if (!format) {
    const date = { weekday: "long", month: "long", day: "numeric" } as const;
    const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
    format = new Intl.DateTimeFormat("en-US", { timeZone, ...date, ...time });
    // Any visitor can ask for any zone.
    if (formats.size > 100) formats.clear();
    formats.set(timeZone, format);
  }
  const parts: Parts = {};
  for (const { type, value } of format.formatToParts(new Date(iso))) parts[type] = value;
  return parts;
}

/** `Monday, March 1`. */
export function dayIn(iso: string, timeZone: string): string {
  const { weekday, month, day } = partsIn(iso, timeZone);
  return `${weekday}, ${month}\u00a0${day}`;
}

/** `Mon` */
export const weekdayIn = (iso: string, timeZone: string) => dayIn(iso, timeZone).slice(0, 3);

/** `Mar 1` */
export function dateIn(iso: string, timeZone: string): string {
  const { month, day } = partsIn(iso, timeZone);
  return `${month?.slice(0, 3)}\u00a0${day}`;
}

/** `9:00 AM`, with its name `1:30 AM EDT`. No line breaks before AM and PM. */
export function timeIn(iso: string, timeZone: string, isNamed = false): string {
  const { hour, minute, dayPeriod, timeZoneName } = partsIn(iso, timeZone);
  return `${hour}:${minute}\u00a0${dayPeriod}${isNamed ? ` ${timeZoneName}` : ""}`;
}

/** `Monday, March 1, 9:00 AM` */
export const momentIn = (iso: string, timeZone: string) =>
  `${dayIn(iso, timeZone)}, ${timeIn(iso, timeZone)}`;

/** `New York (EST)`, at a time; `UTC`, whose place is its name. */
export function zoneNameIn(iso: string, timeZone: string): string {
  const { timeZoneName } = partsIn(iso, timeZone);
  const place = timeZone.split("/").slice(-1).join("").replace(/_/g, " ");
  return place === timeZoneName ? place : `${place} (${timeZoneName})`;
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
