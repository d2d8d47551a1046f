/** The events of a calendar's text: when each is, how it repeats, what it replaces, and whether it blocks. */
import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { isTimeZone } from "../../../contract/validation.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { CalendarError } from "./read-in-thread.ts";

export type Time = InstanceType<typeof ICAL.Time>;
type Zone = InstanceType<typeof ICAL.Timezone>;
type Property = InstanceType<typeof ICAL.Property>;

export type CalendarEvent = NonNullable<ReturnType<typeof readEvent>>;

/** A longer event counts as a century: the library would count its days, and it could end in a year that no date has. */
const LONGEST_DAYS = 36_525;
const LONGEST_MS = LONGEST_DAYS * DAY_MS;

const BLOCKING = new Set(["DTEND", "DURATION", "RRULE", "RDATE"]);
/** What says when an event is, and not how it repeats. */
const OWN_TIME =
  /^(?:UID|DTSTART|DTEND|DURATION|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i;

/**
 * @param owners email addresses in lower case @param ownTimeOnly leaves out its rule and its added and removed times
 * @returns undefined when it has no start that can be read
 */
export function readEvent(lines: EventLines, zones: Zones, owners: ReadonlySet<string>, ownTimeOnly = false) {
  const timed = lines.filter((line) => !/^(?:ATTENDEE|ORGANIZER)[;:]/i.test(line));
  const wanted = ownTimeOnly ? timed.filter((line) => OWN_TIME.test(line)) : timed;
  const unread = new Set<string>();
  const properties = wanted.flatMap((line) => {
    const read = parse(line, zones);
    if (read.length === 0) unread.add(/^[\w-]+/.exec(line)?.[0].toUpperCase() ?? "");
    return read;
  });
  const all = (name: string) =>
    properties.filter((property) => property.name === name).flatMap((property) => property.getValues());
  const text = (name: string) => String(all(name)[0] ?? "").toUpperCase();
  const [start] = all("dtstart");
  if (!(start instanceof ICAL.Time)) return undefined;
  const [rule] = all("rrule");
  const [replaced] = all("recurrence-id");
  const recurrence = properties.find(({ name }) => name === "recurrence-id");
  const shift = (time: Time) =>
    time.zone === start.zone ? wallMs(start) - wallMs(time) : instantOf(start) - instantOf(time);
  const { days, ms } = lengthOf(start, all("dtend")[0], all("duration")[0]);
  return {
    uid: String(all("uid")[0] ?? ""),
    /** Whether everything was read without which it blocks less. */
    isWhole: !ownTimeOnly && unread.isDisjointFrom(BLOCKING),
    start,
    /** Whole days, and the rest: days follow the wall clock, the rest does not. RFC 5545, 3.8.5.3. */
    length: { days: Math.min(days, LONGEST_DAYS), ms: Math.min(ms, LONGEST_MS) },
    rule: rule instanceof ICAL.Recur ? rule : undefined,
    /** Times beside the rule, each with its own length if it has one. */
    added: all("rdate").flatMap((value) => {
      if (value instanceof ICAL.Time) return { time: value };
      if (!(value instanceof ICAL.Period)) return [];
      return { time: value.start, ms: Math.min(value.getDuration().toSeconds() * 1000, LONGEST_MS) };
    }),
    /** Instants. */
    removed: new Set(all("exdate").flatMap((value) => (value instanceof ICAL.Time ? instantOf(value) : []))),
    /** For an exception in a series: the event that it replaces, and whether it replaces all later ones, too. */
    replaces:
      replaced instanceof ICAL.Time
        ? {
            at: instantOf(replaced),
            following: String(recurrence?.getFirstParameter("range")).toUpperCase() === "THISANDFUTURE",
            shiftSeconds: shift(replaced) / 1000,
          }
        : undefined,
    blocks:
      text("status") !== "CANCELLED" &&
      text("transp") !== "TRANSPARENT" &&
      text("x-microsoft-cdo-busystatus") !== "FREE" &&
      !isDeclined(lines, owners),
  };
}

/** The property with its times in their zones; none where it cannot be read. */
function parse(line: string, zones: Zones): Property[] {
  // Some programs leave out VALUE=DATE.
  const whole = /^[^:]*VALUE=/i.test(line) ? line : line.replace(/^([^:]+):(\d{8})$/, "$1;VALUE=DATE:$2");
  try {
    const property = ICAL.Property.fromString(whole);
    for (const value of property.getValues()) {
      const time: unknown = value instanceof ICAL.Period ? value.start : value;
      if (time instanceof ICAL.Time && time.zone !== ICAL.Timezone.utcTimezone)
        time.zone = zones(property.getFirstParameter("tzid"));
    }
    return [property];
  } catch {
    return [];
  }
}

/** Without an end a whole day is one day, and everything else takes no time. RFC 5545, 3.6.1. */
function lengthOf(start: Time, end: unknown, duration: unknown) {
  if (end instanceof ICAL.Time) {
    if (start.isDate) return { days: Math.round((wallMs(end) - wallMs(start)) / DAY_MS), ms: 0 };
    return { days: 0, ms: instantOf(end) - instantOf(start) };
  }
  if (!(duration instanceof ICAL.Duration)) return { days: start.isDate ? 1 : 0, ms: 0 };
  const { weeks, days, hours, minutes, seconds, isNegative } = duration;
  if (isNegative) return { days: 0, ms: 0 };
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** Only an owner declines for the agency: guests who all declined may still be waited for. */
function isDeclined(lines: EventLines, owners: ReadonlySet<string>): boolean {
  return lines.some((line) => {
    const address = line.toLowerCase().split("mailto:").at(-1) ?? "";
    return /^(?:ATTENDEE|ORGANIZER);(?:.*;)?PARTSTAT="?DECLINED/i.test(line) && owners.has(address);
  });
}

/** Reads the wall clock as UTC, to compare times of one zone. The library takes the year 1 for 1901. */
export function wallMs({ year, month, day, hour, minute, second }: Time): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}

/** Milliseconds since 1970. */
export const instantOf = (time: Time) => wallMs(time) - time.zone.utcOffset(time) * 1000;

/** A zone of the platform. */
class PlatformZone extends ICAL.Timezone {
  override utcOffset(time: Time): number {
    const { year, month, day, hour, minute, second, isDate } = time;
    const date = Temporal.PlainDate.from({ year, month, day });
    // In a gap with the offset before it, in an overlap the first. RFC 5545, 3.3.5.
    const zoned = isDate
      ? date.toZonedDateTime(this.tzid)
      : date.toPlainDateTime({ hour, minute, second }).toZonedDateTime(this.tzid);
    return (wallMs(time) - zoned.epochMilliseconds) / 1000;
  }
}

/** Finds the zone that a property names, or that of floating times and whole days. */
export type Zones = (tzid?: unknown) => Zone;

/** @param described each `VTIMEZONE` by its name @param own IANA name of the zone of what names none */
export function createZones(described: ReadonlyMap<string, string>, own: string): Zones {
  const floating = new PlatformZone({ tzid: own });
  const known = new Map<string, Zone>();

  function find(tzid: string): Zone {
    // A calendar that describes a name like EST knows better which zone it means.
    const platform = [...(tzid.includes("/") ? [tzid] : []), ...findIana(tzid)].find(isTimeZone);
    const text = platform === undefined ? described.get(tzid) : undefined;
    if (text !== undefined)
      return new ICAL.Timezone({ tzid, component: new ICAL.Component(ICAL.parse(text)) });
    // As in /mozilla.org/20070129_1/Europe/Berlin.
    const named = platform ?? [tzid, tzid.split("/").slice(-2).join("/")].find(isTimeZone);
    return named === undefined ? floating : new PlatformZone({ tzid: named });
  }

  return (tzid) => (typeof tzid === "string" ? known.getOrInsertComputed(tzid, find) : floating);
}

/** The lines of one event, unfolded. */
export type EventLines = readonly string[];

const MAX_DEPTH = 4;
const KEPT =
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|ORGANIZER|ATTENDEE)[;:]/i;

/** @throws {CalendarError} when it is anything but whole calendars. Source: RFC 5545, 3.1 and 3.4. */
export function readText(text: string) {
  const events: EventLines[] = [];
  /** Each whole `VTIMEZONE`, by its name. */
  const described = new Map<string, string>();
  /** The calendar's name; for Google's, the address of its owner. */
  let title = "";
  const open: string[] = [];
  let kept: string[] = [];
  let calendars = 0;
  for (const line of linesOf(text.replace(/\r?\n[ \t]/g, ""))) {
    const [, mark, component = ""] = /^(BEGIN|END):([\w-]+)$/i.exec(line) ?? [];
    const name = component.toUpperCase();
    if (mark?.toUpperCase() === "BEGIN") {
      if ((name === "VCALENDAR") !== (open.length === 0) || open.length === MAX_DEPTH) throw broken();
      open.push(name);
      if (open.length === 2) kept = [];
    }
    if (open.length === 0) throw broken();
    if (open[1] === "VTIMEZONE" || (open[1] === "VEVENT" && open.length === 2 && KEPT.test(line)))
      kept.push(line);
    if (open.length === 1) title = /^X-WR-CALNAME[^:]*:(.*)$/i.exec(line)?.[1] ?? title;
    if (mark?.toUpperCase() !== "END") continue;
    if (open.pop() !== name) throw broken();
    if (open.length === 0) calendars++;
    if (open.length === 1 && name === "VEVENT") events.push(kept);
    if (open.length === 1 && name === "VTIMEZONE") described.set(zoneName(kept), kept.join("\r\n"));
  }
  if (open.length > 0 || calendars === 0) throw broken();
  return { events, described, name: title };
}

const broken = () => new CalendarError("The answer is not a whole calendar.");

const zoneName = (lines: readonly string[]) =>
  lines.map((line) => /^TZID[^:]*:(.*)$/i.exec(line)?.[1]).find((name) => name !== undefined) ?? "";

/** One at a time: an array of them would take more memory than the text. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end < 0 ? text.length : end).trim();
    if (line !== "") yield line;
    start = end < 0 ? text.length : end + 1;
  }
}
