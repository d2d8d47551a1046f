/** Finds the time zone that a calendar means by a zone name. */

import { findIana } from "windows-iana";
import { attempt } from "../../../contract/attempt.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import type { Component } from "./content-lines.ts";
import type { CalendarScope, ResolvedZone } from "./read-in-thread.ts";
import { expandRule, readRule, type Budget } from "./rules.ts";
import {
  fixedZone,
  readOffset,
  readTime,
  UTC,
  valueIn,
  valuesIn,
  type Zone,
} from "./values.ts";
import meanings from "./zone-abbreviations.json" with { type: "json" };

/**
 * The zone that an abbreviation means in the
 * regions where most calendars come from.
 */
const ABBREVIATIONS = new Map(Object.entries(meanings));
/**
 * The first parts of IANA names. `US` and
 * `Canada` precede names like `Eastern`.
 */
const REGIONS =
  "America Europe Asia Africa Australia Pacific Atlantic Indian US Canada".split(
    " ",
  );
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 200;

/**
 * Asks Temporal, since Intl also takes `PST`
 * and `US/Pacific-New`. An offset is no name.
 */
const isPlatformName = (name: string) =>
  !/^[+-]/.test(name) &&
  attempt(() => Temporal.Now.zonedDateTimeISO(name)) !== undefined;

function platformZone(name: string): Zone {
  const instantOf = (wall: number) => {
    const inUtc =
      Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC");
    return inUtc.toPlainDateTime().toZonedDateTime(name).epochMilliseconds;
  };
  return { label: name, isGuess: false, instantOf };
}

const firstZone = (names: readonly string[]) =>
  names.filter(isPlatformName).map(platformZone).at(0);

/**
 * Finds the zone for an IANA name with a `/`, or for a name of
 * Windows. Leaves out IANA names without a `/`, like `EST`,
 * because the calendar may describe a zone of that name.
 */
function exactZone(name: string): Zone | undefined {
  const windows = findIana(name).filter((zone) => !MOVED.test(zone));
  return firstZone(name.includes("/") ? [name, ...windows] : windows);
}

/**
 * `windows-iana` 5.1 names them first for zones that they left: that of
 * Mazatlan in 2022, and that of Bishkek in 2024.
 */
const MOVED = /Chihuahua|Almaty|Vostok/;

/**
 * Finds the zone for a nearly exact name: with blanks in
 * place of `_`, with a hyphen in place of the `/`, after
 * a vendor's path, or of the form of {@link TIME_NAME}.
 */
function looseZone(name: string): Zone | undefined {
  const path = name.replaceAll(" ", "_").split("/");
  const ends = [path.length, 3, 2, 1].map((parts) =>
    path.slice(-parts).join("/"),
  );
  const [, place = ""] = TIME_NAME.exec(name) ?? [];
  const windows = findIana(`${place} Standard Time`);
  return firstZone([
    ...ends,
    name.replace("-", "/"),
    ...windows,
    `US/${place}`,
  ]);
}

/**
 * The place in `Eastern Standard Time`, `Eastern Time Zone`,
 * `Eastern Time (US & Canada)`, `Pacific Time 1`. `Mountain Time - Phoenix` is
 * not matched: that city has no daylight saving time.
 */
const TIME_NAME =
  /^(.+?)(?: Standard| Daylight| Summer)? Time(?: Zone| \((?:US|Canada).*\))?(?: \d+)?$/;

/**
 * Groups: `UTC` or `GMT`, the offset, and the words, as in
 * `(UTC+01:00) Amsterdam, Berlin`.
 */
const DISPLAY_NAME = /^\(?(UTC|GMT)? ?([+−-]\d\d?(?:[:.]?\d\d)?)?\)? ?(.*)$/i;

/**
 * Reads `GMT-0400` or `(UTC+01:00) Amsterdam, Berlin`.
 * A city counts only if it has the offset.
 */
function displayedZone(name: string, instant: number): Zone | undefined {
  const [, utc, written, words = ""] = DISPLAY_NAME.exec(name) ?? [];
  // `UTC` or `GMT` without an offset means the offset 0.
  const digits = written ?? (utc && "+00:00");
  if (/^(?:Z|Coordinated Universal Time)$/i.test(words)) return UTC;
  if (digits === undefined)
    return asGuess(
      zonesNamed(words).at(0) ?? looseZone(words.replace(/ *[^\w .].*/, "")),
    );
  const offset = readOffset(digits.replace(".", ":").replace("\u2212", "-"));
  if (Number.isNaN(offset)) return undefined;
  const byOffset = fixedZone(offset, digits);
  if (words === "") return byOffset;
  // The name has the offset of standard time. Its
  // zone has this offset now or half a year later.
  const walls = [instant, instant + 182 * DAY_MS];
  const hasOffset = (zone: Zone) =>
    walls.some((wall) => zone.instantOf(wall) === wall - offset);
  return zonesNamed(words).find(hasOffset) ?? asGuess(byOffset);
}

/** The zones that a text names, as a whole or by cities in the text. */
function zonesNamed(words: string): Zone[] {
  const cities = words
    .split(/[,:;/()]| - /)
    .map((city) => city.trim().replaceAll(" ", "_"));
  const names = cities.flatMap((city) =>
    REGIONS.map((region) => `${region}/${city}`),
  );
  return [
    looseZone(words) ?? [],
    names.filter(isPlatformName).map(platformZone),
  ].flat();
}

const asGuess = (zone?: Zone) => zone && { ...zone, isGuess: true };

/**
 * The zone, with its description if that has another offset
 * in the window: either the platform's rules are too old,
 * or the program that wrote the calendar is wrong.
 */
function inBoth(
  zone: Zone,
  described: Zone,
  { from, until }: CalendarScope,
): Zone {
  if (described.isGuess) return zone;
  for (let wall = from; wall < until; wall += DAY_MS)
    if (zone.instantOf(wall) !== described.instantOf(wall))
      return { ...zone, label: `${zone.label}, and as described`, described };
  return zone;
}

const YEAR_MS = 366 * DAY_MS;
/**
 * Earlier changes of an offset are not read,
 * because they affect no time that can be booked.
 */
const YEARS_BEFORE = 10;

/**
 * @returns a guess if some parts are unreadable;
 * undefined if all are, or if a rule fails
 */
function describedZone(
  { parts }: Component,
  scope: CalendarScope,
  budget: Budget,
): Zone | undefined {
  const observances =
    attempt(() => parts.map((part) => readObservance(part, scope, budget))) ??
    [];
  const usable = observances.filter((observance) => observance !== undefined);
  const [earliest] = usable.toSorted((a, b) => a.start - b.start);
  if (!earliest) return undefined;
  const changes = usable
    .flatMap((part) => part.changes)
    .toSorted((a, b) => a.wall - b.wall);
  const instantOf = (wall: number) => {
    const change = changes.findLast((earlier) => earlier.wall <= wall);
    if (!change) return wall - earliest.offsetBefore;
    // Wall times that the change skips, up to
    // `skippedUntil`, have the offset before the change.
    const skippedUntil = change.wall + change.offsetAfter - change.offsetBefore;
    return (
      wall - (wall < skippedUntil ? change.offsetBefore : change.offsetAfter)
    );
  };
  const isGuess = !observances.every((observance) => observance?.isWhole);
  return { label: "described in the calendar", isGuess, instantOf };
}

/**
 * Reads a zone's standard or daylight saving
 * time: offset and beginnings. RFC 5545, 3.6.5.
 */
function readObservance(
  { lines }: Component,
  scope: CalendarScope,
  budget: Budget,
) {
  const start = readTime(valueIn(lines, "DTSTART"), UTC)?.wall;
  const offsetAfter = readOffset(valueIn(lines, "TZOFFSETTO"));
  const written = readOffset(valueIn(lines, "TZOFFSETFROM"));
  if (start === undefined || Number.isNaN(offsetAfter)) return undefined;
  const offsetBefore = Number.isNaN(written) ? offsetAfter : written;
  // Some programs write a month's last Sunday (-1) as the fifth Sunday.
  const rules = valuesIn(lines, "RRULE").map((rule) =>
    readRule(rule.replace("=5SU", "=-1SU")),
  );
  const added = valuesIn(lines, "RDATE")
    .flatMap((value) => value.match(/[^,]+/g) ?? [])
    .map((date) => readTime(date, UTC)?.wall);
  const readable = rules.filter((rule) => rule !== undefined);
  const repeated = readable.flatMap(({ text, until = "" }) => {
    // UNTIL is in UTC, while the rule gives wall
    // clocks with the offset before each change.
    const lastWall = (readTime(until, UTC)?.wall ?? Infinity) + offsetBefore;
    // After a rule has ended, the offset of its last change still holds.
    const first = Math.min(
      scope.from - YEARS_BEFORE * YEAR_MS,
      lastWall - YEAR_MS,
    );
    const last = Math.min(scope.until + YEAR_MS, lastWall);
    return expandRule(text, start, first, last, budget);
  });
  const walls = [start, ...added, ...repeated].filter(
    (wall) => wall !== undefined,
  );
  const isWhole = ![...rules, ...added].includes(undefined);
  const changes = walls.map((wall) => ({ wall, offsetBefore, offsetAfter }));
  return { start, offsetBefore, isWhole, changes };
}

/**
 * Removes the backslashes of a text and the
 * quotes of a parameter. RFC 5545, 3.3.11.
 */
const plainName = (value: string) =>
  value.replaceAll(/\\([,;\\])|"/g, "$1").trim();

export type Zones = ReturnType<typeof createZones>;

export function createZones(
  { lines, parts }: Component,
  scope: CalendarScope,
  budget: Budget,
) {
  const descriptions = parts.filter(({ name }) => name === "VTIMEZONE");
  const byName = Map.groupBy(descriptions, (part) =>
    plainName(valueIn(part.lines, "TZID")),
  );
  const agencyZone = platformZone(scope.zone);
  const floatingName = plainName(valueIn(lines, "X-WR-TIMEZONE"));
  const resolved = new Map<string, Zone>();
  const floatingZone = zoneOf(floatingName, agencyZone);

  function zoneOf(name: string, fallback: Zone): Zone {
    if (name === "") return fallback;
    const guess = { ...fallback, isGuess: true };
    if (name.length > MAX_NAME_LENGTH || resolved.size > MAX_NAMES)
      return resolved.get(name) ?? guess;
    return resolved.getOrInsertComputed(name, () => resolve(name) ?? guess);
  }

  /** Tries the possible meanings of a name, the most trusted meaning first. */
  function resolve(name: string): Zone | undefined {
    // A file that joins several calendars may describe a name twice.
    const described = (byName.get(name) ?? []).map((part) =>
      describedZone(part, scope, budget),
    );
    const [first, ...others] = [exactZone(name), ...described].filter(
      (zone) => zone !== undefined,
    );
    return (
      (first && others.reduce((a, b) => inBoth(a, b, scope), first)) ??
      asGuess(firstZone([ABBREVIATIONS.get(name.toUpperCase()) ?? ""])) ??
      looseZone(name) ??
      displayedZone(name, scope.from)
    );
  }

  const named = (tzid = "") => zoneOf(plainName(tzid), floatingZone);

  return {
    floatingName,
    resolved: (): ResolvedZone[] =>
      [...resolved].map(([name, { label, isGuess }]) => ({
        name,
        zone: label,
        isGuess,
      })),
    named,
    /**
     * Whole days are in the agency's zone,
     * unless they name a zone that is no guess.
     */
    ofDates: (tzid?: string) =>
      tzid === undefined || named(tzid).isGuess ? agencyZone : named(tzid),
  };
}
