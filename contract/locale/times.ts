/**
 * Formats times in Node, for mails, inbox and
 * commands. Old browsers lack `DurationFormat`.
 */

import { attempt } from "../attempt.ts";
import { MINUTE_MS } from "../durations.ts";
import { CLOCK, clockIn, written, ZONE } from "./in-zone.ts";
import type { Language, Locale } from "./locale.ts";
import { nameOfZone, zoneForIntl } from "./visitor-zone.ts";

type TimeParts = Intl.DateTimeFormatOptions;

const DAY = { month: "short", day: "numeric" } as const;
const WHOLE_DAY = { weekday: "long", month: "long", day: "numeric" } as const;

/** `Saturday, November 21, 2026 at 1:30 PM, Eastern Time (EST)`. */
export function shownTime(iso: string, timeZone: string, locale: Locale) {
  const time = written(iso, locale.tag, {
    timeZone,
    ...WHOLE_DAY,
    ...CLOCK,
    year: "numeric",
  });
  return `${time}, ${clockIn(iso, timeZone, locale).zone}`;
}

const shownAs =
  (parts: TimeParts) =>
  (iso: string | number, timeZone: string, { tag }: Language): string =>
    written(iso, tag, { timeZone, ...parts });

/** `Sat, Nov 21, 1:30 PM EST`. */
export const shortTime = shownAs({
  weekday: "short",
  ...DAY,
  ...CLOCK,
  ...ZONE,
});

/** `Sat, Nov 21, 1:30 PM`, for a subject. */
export const briefTime = shownAs({ weekday: "short", ...DAY, ...CLOCK });

/** `Sat, Nov 21`. */
export const shortDayName = shownAs({ weekday: "short", ...DAY });

/** `Friday, November 20`. */
export const dayName = shownAs(WHOLE_DAY);

/** `1:30 PM`. */
export const timeOfDay = shownAs(CLOCK);

/**
 * `Nov 21`, for a `day` like `2026-11-21`. `more` adds parts such as `year`.
 */
export function shortDay(
  day: string,
  { tag }: Language,
  more: TimeParts = {},
): string {
  return written(day, tag, { timeZone: "UTC", ...DAY, ...more });
}

/**
 * `November 2026`, for a `month` like `2026-11`;
 * a year like `2026` is its own name.
 */
export const monthName = (month: string, { tag }: Language): string =>
  month.includes("-")
    ? written(`${month}-01`, tag, {
        timeZone: "UTC",
        month: "long",
        year: "numeric",
      })
    : month;

/** The first day of the week, from 1 for Monday to 7 for Sunday. */
export const firstDayOf = ({ tag }: Language) =>
  new Intl.Locale(tag).getWeekInfo().firstDay;

/**
 * `3 hours 59 minutes`, to the nearest
 * minute. A negative duration is `0 minutes`.
 */
export function shownDuration(ms: number, { tag }: Language): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  const whole = Temporal.Duration.from({ minutes });
  return unitsOf(whole.round({ largestUnit: "hours" }), tag, "long");
}

/**
 * `5 hr 12 min`, `45 min`, `2 days 3 hr`: at
 * most two units. `ms` must not be negative.
 */
export function duration(ms: number, { tag }: Language): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const whole = Temporal.Duration.from({ minutes });
  const rounded = whole.round({ largestUnit: "days" });
  const coarse = rounded.days > 0 ? rounded.with({ minutes: 0 }) : rounded;
  return unitsOf(coarse, tag, "short");
}

function unitsOf(
  time: Temporal.Duration,
  tag: string,
  style: "long" | "short",
): string {
  const minutesDisplay = time.blank ? "always" : "auto";
  const format = new Intl.DurationFormat(tag, { style, minutesDisplay });
  return format.format(time).replace(",", "");
}

/** The time at which somebody reads a text, and the reader's zone. */
type Reading = { now: string | number; timeZone: string };

/**
 * `Nov 20, 7:02 PM EST`. The current year
 * is left out. @param more further parts
 */
export function moment(
  iso: string,
  reading: Reading,
  { tag }: Language,
  more: TimeParts = {},
) {
  const { now, timeZone } = reading;
  const yearOf = (time: string | number) =>
    written(time, tag, { timeZone, year: "numeric" });
  const yearPart =
    yearOf(iso) === yearOf(now) ? {} : ({ year: "numeric" } as const);
  return written(iso, tag, {
    timeZone,
    ...yearPart,
    ...more,
    ...DAY,
    ...CLOCK,
    ...ZONE,
  });
}

/**
 * A zone as its list has it, if it was typed as `europe/paris`. Replaces a zone
 * that this machine does not know: a browser sent it, or a newer Node stored it.
 */
export function zoneOr(otherwise: string, zone = ""): string {
  if (zone === "") return otherwise;
  const name = nameOfZone(zone);
  const idOf = (id: string) => Temporal.Now.zonedDateTimeISO(id).timeZoneId;
  // Throws for a name or an offset that no zone has.
  const known = attempt(() => {
    idOf(zoneForIntl(zone));
    return zone.replace(name, idOf(name));
  });
  return known ?? otherwise;
}

/**
 * `Fri, Nov 20, 7:02 PM EST`, like {@link moment}.
 * If Node does not know the zone, UTC is used.
 */
export function callTime(
  iso: string,
  { now, timeZone }: Reading,
  language: Language,
): string {
  const reading = { now, timeZone: zoneOr("UTC", timeZone) };
  return moment(iso, reading, language, { weekday: "short" });
}
