/** Which zone a calendar means by a name. */
import { attempt } from "../../../contract/attempt.ts";
import { findIana } from "windows-iana";
import { DAY_MS } from "../../../contract/durations.ts";
import type { Component } from "./content-lines.ts";
import type { Look, ResolvedZone } from "./read-in-thread.ts";
import { expandRule, readRule, type Budget } from "./rules.ts";
import { fixedZone, readOffset, readTime, UTC, valueIn, valuesIn, type Zone } from "./values.ts";
import meanings from "./zone-abbreviations.json" with { type: "json" };

/** What abbreviations mean where most calendars come from. Elsewhere they mean other zones. */
const ABBREVIATIONS = new Map(Object.entries(meanings));
/** The first parts of IANA names. The last two stand before names like `Eastern`. */
const REGIONS = "America Europe Asia Africa Australia Pacific Atlantic Indian US Canada";
const MAX_NAMES = 100;
const MAX_LENGTH = 200;

/** Temporal takes fewer names than Intl, which also takes `PST` and `US/Pacific-New`. */
const isPlatformName = (name: string) =>
  !/^[+-]/.test(name) && attempt(() => Temporal.Now.zonedDateTimeISO(name)) !== undefined;

function platformZone(name: string): Zone {
  const instantOf = (wall: number) => {
    const clock = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC");
    return clock.toPlainDateTime().toZonedDateTime(name).epochMilliseconds;
  };
  return { label: name, isGuess: false, instantOf };
}

const firstZone = (all: readonly string[]) => all.filter(isPlatformName).map(platformZone).at(0);

/**
 * Finds an IANA name that has a `/`, or a name of Windows. A name without a `/`, like `EST`, may be
 * one that the calendar describes, so it is not taken here.
 */
const exactZone = (name: string) =>
  firstZone(name.includes("/") ? [name, ...findIana(name)] : findIana(name));

/**
 * Reads names that are nearly those of {@link exactZone}: with blanks for `_`, behind a vendor's
 * path, with a hyphen for the `/`, or like `Eastern Time (US & Canada)` and `Pacific Time 1`.
 */
function looseZone(name: string): Zone | undefined {
  const path = name.replaceAll(" ", "_").split("/");
  const paths = [path.length, 3, 2, 1].map((parts) => path.slice(-parts).join("/"));
  const [, place = ""] = WORDS.exec(name) ?? [];
  const windows = findIana(`${place} Standard Time`);
  return firstZone([...paths, name.replace("-", "/"), ...windows, `US/${place}`]);
}

/** Does not match `Mountain Time - Phoenix`, which has no daylight saving time. */
const WORDS = /^(.+?)(?: Standard| Daylight| Summer)? Time(?: Zone| \((?:US|Canada).*\))?(?: \d+)?$/;

const DISPLAY_NAME = /^\(?(UTC|GMT)? ?([+−-]\d\d?(?:[:.]?\d\d)?)?\)? ?(.*)$/i;

/** Reads `GMT-0400`, or `(UTC+01:00) Amsterdam, Berlin`, and checks the cities by the offset. */
function displayedZone(name: string, instant: number): Zone | undefined {
  const [, utc, digits = utc && "+00:00", words = ""] = DISPLAY_NAME.exec(name) ?? [];
  if (/^(?:Z|Coordinated Universal Time)$/i.test(words)) return UTC;
  if (digits === undefined)
    return asGuess(zonesNamed(words).at(0) ?? looseZone(words.replace(/ *[^\w .].*/, "")));
  const offset = readOffset(digits.replace(".", ":").replace("\u2212", "-"));
  if (Number.isNaN(offset)) return undefined;
  const byOffset = fixedZone(offset, digits);
  if (words === "") return byOffset;
  // The name has the offset of standard time, which is that of now or of half a year later.
  const walls = [instant, instant + 182 * DAY_MS];
  const hasOffset = (zone: Zone) => walls.some((wall) => zone.instantOf(wall) === wall - offset);
  return zonesNamed(words).find(hasOffset) ?? asGuess(byOffset);
}

/** The zones of a name as a whole, and of cities in it. */
function zonesNamed(words: string): Zone[] {
  const cities = words.split(/[,:;/()]| - /).map((city) => city.trim().replaceAll(" ", "_"));
  const names = cities.flatMap((city) => REGIONS.split(" ").map((region) => `${region}/${city}`));
  return [looseZone(words) ?? [], names.filter(isPlatformName).map(platformZone)].flat();
}

const asGuess = (zone?: Zone) => zone && { ...zone, isGuess: true };

const YEAR_MS = 366 * DAY_MS;
/** Older changes of a zone are left out. They move no time at which a call can be booked. */
const YEARS_BEFORE = 10;

/** RFC 5545, 3.6.5. Undefined if a rule fails or no part is readable; a guess if only some are. */
function describedZone({ parts }: Component, look: Look, budget: Budget): Zone | undefined {
  const read = attempt(() => parts.map((part) => readObservance(part, look, budget))) ?? [];
  const usable = read.filter((one) => one !== undefined);
  const [earliest] = usable.toSorted((a, b) => a.start - b.start);
  if (!earliest) return undefined;
  const changes = usable.flatMap((one) => one.changes).toSorted((a, b) => a.wall - b.wall);
  const instantOf = (wall: number) => {
    const change = changes.findLast((one) => one.wall <= wall);
    if (!change) return wall - earliest.from;
    const isInGap = wall < change.wall + (change.to - change.from);
    return wall - (isInGap ? change.from : change.to);
  };
  const isGuess = !read.every((one) => one?.isWhole);
  return { label: "described in the calendar", isGuess, instantOf };
}

function readObservance({ lines }: Component, { from: begin, until: end }: Look, budget: Budget) {
  const start = readTime(valueIn(lines, "DTSTART"), UTC)?.wall;
  const to = readOffset(valueIn(lines, "TZOFFSETTO"));
  const before = readOffset(valueIn(lines, "TZOFFSETFROM"));
  if (start === undefined || Number.isNaN(to)) return undefined;
  const from = Number.isNaN(before) ? to : before;
  // Some programs write the last Sunday of a month as its fifth.
  const rules = valuesIn(lines, "RRULE").map((rule) => readRule(rule.replace("=5SU", "=-1SU")));
  const dates = valuesIn(lines, "RDATE").flatMap((value) => value.match(/[^,]+/g) ?? []);
  const added = dates.map((date) => readTime(date.replace(/\/.*/, ""), UTC)?.wall);
  const readable = rules.filter((rule) => rule !== undefined);
  const repeated = readable.flatMap(({ text, until = "" }) => {
    const last = (readTime(until, UTC)?.wall ?? Infinity) + from;
    // The last change of a rule that has ended may still count.
    const first = Math.min(begin - YEARS_BEFORE * YEAR_MS, last - YEAR_MS);
    return expandRule(text, start, first, Math.min(end + YEAR_MS, last), budget);
  });
  const walls = [start, ...added, ...repeated].filter((wall) => wall !== undefined);
  const isWhole = ![...rules, ...added].includes(undefined);
  return { start, from, isWhole, changes: walls.map((wall) => ({ wall, from, to })) };
}

/** Removes the escapes of a text and the quotes of a parameter. RFC 5545, 3.3.11. */
const plainName = (value: string) => value.replaceAll(/\\([,;\\])|"/g, "$1").trim();

export type Zones = ReturnType<typeof createZones>;

export function createZones({ lines, parts }: Component, look: Look, budget: Budget) {
  const zones = parts.filter(({ name }) => name === "VTIMEZONE");
  const described = new Map(zones.map((part) => [plainName(valueIn(part.lines, "TZID")), part]));
  const agency = platformZone(look.zone);
  const floatingName = plainName(valueIn(lines, "X-WR-TIMEZONE"));
  const resolved = new Map<string, Zone>();
  const floating = zoneOf(floatingName, agency);

  function zoneOf(name: string, otherwise: Zone): Zone {
    if (name === "") return otherwise;
    const guess = { ...otherwise, isGuess: true };
    if (name.length > MAX_LENGTH || resolved.size > MAX_NAMES) return resolved.get(name) ?? guess;
    return resolved.getOrInsertComputed(name, () => resolve(name) ?? guess);
  }

  /** Tries the most trusted meaning first. */
  function resolve(name: string): Zone | undefined {
    const description = described.get(name);
    return (
      exactZone(name) ??
      (description && describedZone(description, look, budget)) ??
      (description && exactZone(plainName(valueIn(description.lines, "X-LIC-LOCATION")))) ??
      asGuess(firstZone([ABBREVIATIONS.get(name.toUpperCase()) ?? ""])) ??
      looseZone(name) ??
      displayedZone(name, look.from)
    );
  }

  const named = (tzid = "") => zoneOf(plainName(tzid), floating);

  return {
    floatingName,
    resolved: (): ResolvedZone[] =>
      [...resolved].map(([name, { label, isGuess }]) => ({ name, zone: label, isGuess })),
    named,
    /** Whole days are the agency's, unless they name a zone that is certain. */
    ofDates: (tzid?: string) => (tzid === undefined || named(tzid).isGuess ? agency : named(tzid)),
  };
}
