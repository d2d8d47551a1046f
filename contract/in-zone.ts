/** Instants as a person in a zone reads them, of parts, which the server and all browsers write alike. */
import { zoneName } from "./zone-name.ts";

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
  const day = `${weekday}, ${month}\u00a0${date}`;
  const time = `${parts.hour}:${parts.minute}\u00a0${parts.dayPeriod}`;
  return {
    /** `Monday, March 1`, `Mon`, `Mar 1` */
    day,
    weekday: weekday.slice(0, 3),
    date: `${month.slice(0, 3)}\u00a0${date}`,
    /** `9:00 AM`, `1:30 AM EDT`, `Monday, March 1, 9:00 AM` */
    time,
    named: `${time} ${parts.timeZoneName?.replace("-", "\u2212")}`,
    moment: `${day}, ${time}`,
    /** `Eastern Time (EST)`, at that time. */
    zone: zoneName(timeZone, parts.timeZoneName ?? ""),
  };
}

/** A time on the visitor's clock, and on the agency's where that shows another: `10:30 AM EST`, with its day if that differs. */
export interface Clocks {
  moment: string;
  zone: string;
  ours: string;
}

export function clocksOf(iso: string, zone: string, agencyZone: string): Clocks {
  const theirs = inZone(iso, zone);
  const { weekday, date, named } = inZone(iso, agencyZone);
  const ours = date === theirs.date ? named : `${weekday}, ${date}, ${named}`;
  return { moment: theirs.moment, zone: theirs.zone, ours: ours === theirs.named ? "" : ours };
}
