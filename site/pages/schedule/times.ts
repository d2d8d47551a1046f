/** Instants as a person in a zone reads them, of parts, which the server and all browsers write alike. */

/** By zone: a formatter takes longer to make than to use a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const date = { weekday: "long", month: "long", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, ...date, ...time });
  // Any visitor can ask for any zone.
  if (formats.size > 100) formats.clear();
  formats.set(timeZone, format);
  return format;
}

/** No line breaks before AM and PM, or within `GMT−3`: a line may end after a hyphen, and not after a minus sign. */
export function inZone(iso: string, timeZone: string) {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(new Date(iso))) parts[type] = value;
  const { weekday = "", month = "", day: date } = parts;
  const timeZoneName = parts.timeZoneName?.replace("-", "\u2212");
  const day = `${weekday}, ${month}\u00a0${date}`;
  const time = `${parts.hour}:${parts.minute}\u00a0${parts.dayPeriod}`;
  const place = timeZone.split("/").slice(-1).join("").replace(/_/g, " ");
  return {
    /** `Monday, March 1`, `Mon`, `Mar 1` */
    day,
    weekday: weekday.slice(0, 3),
    date: `${month.slice(0, 3)}\u00a0${date}`,
    /** `9:00 AM`, `1:30 AM EDT`, `Monday, March 1, 9:00 AM` */
    time,
    named: `${time} ${timeZoneName}`,
    moment: `${day}, ${time}`,
    /** `New York (EST)`, at that time; `UTC`, whose place is its name. */
    zoneName: place === timeZoneName ? place : `${place} (${timeZoneName})`,
  };
}

/** `10:30 AM EST for us`, with its day where that is another one; empty where the visitor's clock shows the same. */
export function oursIn(iso: string, agencyZone: string, zone: string, said: string): string {
  const { weekday, date, named } = inZone(iso, agencyZone);
  const theirs = inZone(iso, zone);
  if (date !== theirs.date) return said.replace("{time}", `${weekday}, ${date}, ${named}`);
  return named === theirs.named ? "" : said.replace("{time}", named);
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
