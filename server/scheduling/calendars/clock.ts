/** Wall clock times of a calendar as instants: in the platform's zones, and else in those that the calendar describes. */
import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { isTimeZone } from "../../../contract/validation.ts";

export type Wall = InstanceType<typeof ICAL.Time>;

/** Milliseconds since 1970. */
export type Clock = (wall: Wall, tzid: string | undefined) => number;

/** Reads the wall clock as UTC, to compare times of one zone. The library takes the year 1 for 1901. */
export function wallMs({ year, month, day, hour, minute, second }: Wall): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}

/** @param described each `VTIMEZONE` by its name @param zone IANA name, for floating times and whole days */
export function createClock(described: ReadonlyMap<string, string>, zone: string): Clock {
  const zones = new Map<string, string | InstanceType<typeof ICAL.Timezone>>();

  function find(tzid: string): string | InstanceType<typeof ICAL.Timezone> {
    // A calendar that describes a name like EST knows better which zone it means.
    const platform = [...(tzid.includes("/") ? [tzid] : []), ...findIana(tzid)].find(isTimeZone);
    if (platform !== undefined) return platform;
    const text = described.get(tzid);
    if (text !== undefined) {
      return new ICAL.Timezone({ tzid, component: new ICAL.Component(ICAL.parse(text)) });
    }
    // As in /mozilla.org/20070129_1/Europe/Berlin.
    return [tzid, tzid.split("/").slice(-2).join("/")].find(isTimeZone) ?? zone;
  }

  return (wall, tzid) => {
    if (wall.zone === ICAL.Timezone.utcTimezone) return wallMs(wall);
    const known = tzid === undefined ? zone : zones.getOrInsertComputed(tzid, find);
    if (typeof known !== "string") return wallMs(wall) - known.utcOffset(wall) * 1000;
    const { year, month, day, hour, minute, second } = wall;
    const date = Temporal.PlainDate.from({ year, month, day });
    if (wall.isDate) return date.toZonedDateTime(known).epochMilliseconds;
    // In a gap with the offset before it, in an overlap the first. RFC 5545, 3.3.5.
    return date.toPlainDateTime({ hour, minute, second }).toZonedDateTime(known).epochMilliseconds;
  };
}
