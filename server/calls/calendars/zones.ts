/** Which zone a calendar means by a name. This is the only place where names of zones are read. */
import { findIana } from "windows-iana";
import { DAY_MS } from "../../../contract/durations.ts";
import type { Component } from "./content-lines.ts";
import { describedZone } from "./described-zone.ts";
import type { Look, ResolvedZone } from "./read-in-thread.ts";
import type { Budget } from "./rules.ts";
import { attempt, readOffset, valueIn } from "./values.ts";
import { fixedZone, platformZone, UTC, type Zone } from "./zone.ts";
import meanings from "./zone-abbreviations.json" with { type: "json" };

/** What abbreviations mean in most places where calendars come from. Others use the same letters. */
const ABBREVIATIONS = new Map(Object.entries(meanings));
/** Where IANA has its names of cities; in the last two are names like `Eastern`. */
const REGIONS =
  "America Europe Asia Africa Australia Pacific Atlantic Indian America/Argentina America/Indiana US Canada";
/** No calendar of a person has more zones, nor one with a longer name. */
const MAX_NAMES = 100;
const MAX_LENGTH = 200;

/** Temporal takes fewer names than Intl, which also takes `PST` and `US/Pacific-New`. */
const isPlatformName = (name: string) =>
  !/^[+-]/.test(name) && attempt(() => Temporal.Now.zonedDateTimeISO(name)) !== undefined;

function firstPlatformZone(names: readonly string[]): Zone | undefined {
  const name = names.find(isPlatformName);
  return name === undefined ? undefined : platformZone(name);
}

/** Not `EST`: a calendar that describes a zone of this name knows better which one it means. */
const exactZone = (name: string) =>
  firstPlatformZone([...(name.includes("/") ? [name] : []), ...findIana(name)]);

/** With blanks, a vendor's path, a hyphen, a number behind it, or English words of Windows and Rails. */
function looseZone(name: string): Zone | undefined {
  const path = name.replaceAll(" ", "_").split("/");
  const words = name.replace(/^\([^)]*\) */, "");
  const windowsName = words.replace(/^(.+?)(?: Standard| Daylight| Summer)? Time\b.*$/, "$1 Standard Time");
  const paths = [path.length, 3, 2, 1].map((parts) => path.slice(-parts).join("/"));
  return firstPlatformZone([...paths, name.replace("-", "/"), ...findIana(windowsName)]);
}

const DISPLAY_NAME = /^\(?(UTC|GMT)? ?([+-]\d\d?(?:[:.]?\d\d)?)?\)? ?(.*)$/i;

/** `GMT-0400`, or `(UTC+01:00) Amsterdam, Berlin`, whose cities are checked against its offset. */
function displayedZone(name: string, instant: number): Zone | undefined {
  const [, utc, digits = "+00:00", rest = ""] = DISPLAY_NAME.exec(name) ?? [];
  if (/^(?:Z|Coordinated Universal Time)$/i.test(rest)) return UTC;
  const offset = readOffset(digits.replace(".", ":"));
  if (Number.isNaN(offset)) return undefined;
  const byOffset = fixedZone(offset, digits);
  const hasOffset = utc !== undefined || name.includes(digits);
  if (hasOffset && rest === "") return byOffset;
  const cities = rest.split(/[,:;/]/).map((city) => city.trim().replaceAll(" ", "_"));
  const names = cities.flatMap((city) => REGIONS.split(" ").map((region) => `${region}/${city}`));
  const zones = names.filter(isPlatformName).map(platformZone);
  // In winter or in summer: such a name has the offset without daylight saving time.
  const walls = [instant, instant + 182 * DAY_MS];
  const isThere = (zone: Zone) => walls.some((wall) => zone.instantOf(wall) === wall - offset);
  const city = hasOffset ? zones.find(isThere) : zones[0];
  if (city && hasOffset) return city;
  return asGuess(hasOffset ? byOffset : city);
}

const asGuess = (zone?: Zone) => zone && { ...zone, isGuess: true };

/** Without the escapes of a text and the quotes of a parameter. RFC 5545, 3.3.11. */
const plainName = (value: string) => value.replaceAll(/\\([,;\\])|"/g, "$1").trim();

export type Zones = ReturnType<typeof createZones>;

/** @param budget of the descriptions of zones */
export function createZones({ lines, parts }: Component, look: Look, budget: Budget) {
  const descriptions = parts.filter(({ name }) => name === "VTIMEZONE");
  const described = new Map(descriptions.map((one) => [plainName(valueIn(one.lines, "TZID")), one]));
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

  /** The order is that of trust. */
  function resolve(name: string): Zone | undefined {
    const description = described.get(name);
    return (
      exactZone(name) ??
      (description && describedZone(description, look, budget)) ??
      (description && exactZone(plainName(valueIn(description.lines, "X-LIC-LOCATION")))) ??
      asGuess(firstPlatformZone([ABBREVIATIONS.get(name.toUpperCase()) ?? ""])) ??
      looseZone(name) ??
      displayedZone(name, look.from)
    );
  }

  /** @returns for a name that says nothing the zone of floating times, as a guess */
  const named = (tzid = "") => zoneOf(plainName(tzid), floating);

  return {
    /** Empty where the calendar names no zone of floating times. */
    floatingName,
    resolved: (): ResolvedZone[] =>
      [...resolved].map(([name, { label, isGuess }]) => ({ name, zone: label, isGuess })),
    named,
    /** Whole days are the agency's, unless they name a zone that is certain. */
    ofDates: (tzid?: string) => (tzid === undefined || named(tzid).isGuess ? agency : named(tzid)),
  };
}
