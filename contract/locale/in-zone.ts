/**
 * Writes instants for a person in a zone. Node and browsers
 * join the parts of a time differently, but they write single
 * parts alike. So this module joins single parts of `Intl`.
 */

import { DAY_MS } from "../durations.ts";
import { capitalized, type Locale } from "./locale.ts";
import { nameOfZone, zoneForIntl } from "./visitor-zone.ts";

/**
 * Making one formatter takes longer than using the formatter a thousand times.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

export function partsOf(
  iso: string | number,
  tag: string,
  options: Intl.DateTimeFormatOptions,
) {
  const { timeZone } = options;
  const read = timeZone
    ? { ...options, timeZone: zoneForIntl(timeZone) }
    : options;
  const key = tag + JSON.stringify(read);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, read);
  // Any visitor can ask for any zone, and the
  // server must not keep a format for each.
  if (formats.size > 100) formats.clear();
  formats.set(key, format);
  return format.formatToParts(new Date(iso));
}

/** The text with blanks at which no line breaks. */
const unbroken = (text: string) => text.replace(/\s/g, "\u00a0");

const isWeekday = (part: Intl.DateTimeFormatPart | undefined) =>
  part?.type === "weekday";

export const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
export const ZONE = { timeZoneName: "short" } as const;

/**
 * Writes the hour as beside a zone: `09:05` in German,
 * where `Intl` otherwise writes `9:05`.
 */
export function written(
  iso: string | number,
  tag: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const { timeZone } = options;
  const clock = partsOf(iso, tag, { timeZone, ...CLOCK, ...ZONE });
  const hour = clock.find(({ type }) => type === "hour")?.value;
  return partsOf(iso, tag, options)
    .map(({ type, value }) => (type === "hour" ? hour : value))
    .join("");
}

/**
 * Prevents line breaks before AM or PM, and in
 * `GMT−3`, which Intl writes with a hyphen.
 */
export function clockIn(
  iso: string,
  timeZone: string,
  { tag, zones }: Omit<Locale, "glue">,
) {
  const time = unbroken(written(iso, tag, { timeZone, ...CLOCK }));
  const parts = partsOf(iso, tag, { timeZone, ...CLOCK, ...ZONE });
  const name = parts.find(({ type }) => type === "timeZoneName");
  const short = name?.value.replace("-", "\u2212") ?? "";
  const place = zonePlace(timeZone, zones);
  // `Etc/GMT+5` is five hours behind: the sign in such a name is the opposite.
  const isOffset = place === short || timeZone.startsWith("Etc/GMT");
  return {
    /** `9:00 AM` */
    time,
    /** `1:30 AM EDT` */
    named: `${time} ${short}`,
    /** `Eastern Time (EST)`, `Sao Paulo (GMT−3)`, `GMT−3` */
    zone: isOffset ? short : `${place} (${short})`,
  };
}

export function inZone(iso: string, timeZone: string, locale: Locale) {
  const { tag, glue } = locale;
  const read = (options: Intl.DateTimeFormatOptions) =>
    partsOf(iso, tag, { timeZone, ...options });
  const dayIn = (length: "long" | "short") =>
    read({ weekday: length, month: length, day: "numeric" })
      .map(({ type, value }, at, all) => {
        const isBeside = isWeekday(all[at - 1]) || isWeekday(all[at + 1]);
        return type !== "literal" || isBeside ? value : unbroken(value);
      })
      .join("");
  const readPart = (
    type: "weekday" | "month" | "day",
    value: "long" | "short" | "numeric",
  ) => read({ [type]: value }).find((part) => part.type === type)?.value ?? "";
  const clock = clockIn(iso, timeZone, locale);
  const date = read({ month: "short", day: "numeric" }).map(({ value }) =>
    unbroken(value),
  );
  const day = dayIn("long");
  const [hours] = partsOf(iso, "en", {
    timeZone,
    hour: "2-digit",
    hourCycle: "h23",
  });
  return {
    ...clock,
    month: readPart("month", "long"),
    /** `Mar 1` */
    date: date.join(""),
    /** `Monday, March 1` */
    day,
    /** `Mon, Mar 1, ` */
    shortDay: dayIn("short") + glue,
    weekday: readPart("weekday", "short"),
    number: readPart("day", "numeric"),
    /** `Monday, March 1, 9:00 AM` */
    moment: day + glue + clock.time,
    hour: Number(hours?.value),
  };
}

/** `2026-11-02`. */
export function dateIn(at: string | number, timeZone: string): string {
  const parts = partsOf(at, "sv-SE", { timeZone });
  return parts.map(({ value }) => value).join("");
}

/**
 * `Today` or `Tomorrow` in the zone, else
 * undefined. @param now an instant, or milliseconds
 */
export function nearDay(
  iso: string,
  timeZone: string,
  { tag }: Locale,
  now: string | number,
) {
  const dateOf = (at: string | number) => Date.parse(dateIn(at, timeZone));
  const days = (dateOf(iso) - dateOf(now)) / DAY_MS;
  if (days !== 0 && days !== 1) return undefined;
  const words = new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(
    days,
    "day",
  );
  return capitalized(words, tag);
}

/**
 * @returns a zone's shown name, like `Central Time`
 * or `Kolkata`. `zones` replaces city names.
 */
function zonePlace(zone: string, zones: Locale["zones"]): string {
  const place = nameOfZone(zone).split("/").slice(-1).join("");
  return zones[place] ?? place.replace(/_/g, " ");
}

/**
 * A time on the visitor's clock. `agencyTime` is
 * empty if the agency's clock shows the same.
 */
export function clocksOf(
  iso: string,
  zone: string,
  agencyZone: string,
  locale: Locale,
) {
  const { day, time, zone: zoneName, named } = inZone(iso, zone, locale);
  const agency = inZone(iso, agencyZone, locale);
  const agencyTime =
    agency.day === day ? agency.named : agency.shortDay + agency.named;
  return {
    day,
    time,
    zone: zoneName,
    agencyTime: agencyTime === named ? "" : agencyTime,
  };
}
