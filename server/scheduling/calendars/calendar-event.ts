/** One event of a calendar: when it is, how it repeats, what it replaces, and whether it blocks. */
import ICAL from "ical.js";
import type { EventLines } from "./calendar-text.ts";
import { wallMs, type Clock, type Wall } from "./clock.ts";

export interface CalendarEvent {
  uid: string;
  /** In the zone `tzid`; without one in UTC or floating. */
  start: Wall;
  tzid: string | undefined;
  /** Whole days, and the rest: days follow the wall clock, the rest does not. RFC 5545, 3.8.5.3. */
  length: { days: number; ms: number };
  rule: InstanceType<typeof ICAL.Recur> | undefined;
  /** Times beside the rule, each with its own length if it has one. */
  added: { start: Wall; tzid: string | undefined; ms: number | undefined }[];
  /** Instants. */
  removed: Set<number>;
  /** For an exception in a series: the event that it replaces, and whether it replaces all later ones, too. */
  replaces: { at: number; following: boolean; shiftSeconds: number } | undefined;
  blocks: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** @param owners email addresses in lower case @returns undefined when it has no start that can be read */
export function readEvent(lines: EventLines, clock: Clock, owners: ReadonlySet<string>) {
  const properties = lines.filter((line) => !/^(?:ATTENDEE|ORGANIZER)[;:]/i.test(line)).flatMap(parse);
  const first = (name: string) => properties.find((property) => property.name === name);
  const text = (name: string) => String(first(name)?.getFirstValue() ?? "").toUpperCase();
  const start = first("dtstart")?.getFirstValue();
  if (!(start instanceof ICAL.Time)) return undefined;
  const tzid = zoneOf(first("dtstart"));
  const all = (name: string) =>
    properties
      .filter((property) => property.name === name)
      .flatMap((property) => property.getValues().map((value) => ({ value, tzid: zoneOf(property) })));
  const rule = first("rrule")?.getFirstValue();
  const recurrence = first("recurrence-id");
  const replaced = recurrence?.getFirstValue();
  return {
    uid: String(first("uid")?.getFirstValue() ?? ""),
    start,
    tzid,
    length: lengthOf(start, tzid, first("dtend"), first("duration")?.getFirstValue(), clock),
    rule: rule instanceof ICAL.Recur ? rule : undefined,
    added: all("rdate").flatMap(({ value, tzid: zone }) => {
      if (value instanceof ICAL.Time) return { start: value, tzid: zone, ms: undefined };
      if (!(value instanceof ICAL.Period)) return [];
      return { start: value.start, tzid: zone, ms: value.getDuration().toSeconds() * 1000 };
    }),
    removed: new Set(
      all("exdate").flatMap(({ value, tzid: zone }) =>
        value instanceof ICAL.Time ? clock(value, zone) : [],
      ),
    ),
    replaces:
      replaced instanceof ICAL.Time
        ? {
            at: clock(replaced, zoneOf(recurrence)),
            following: String(recurrence?.getFirstParameter("range")).toUpperCase() === "THISANDFUTURE",
            shiftSeconds:
              zoneOf(recurrence) === tzid && replaced.zone === start.zone
                ? (wallMs(start) - wallMs(replaced)) / 1000
                : (clock(start, tzid) - clock(replaced, zoneOf(recurrence))) / 1000,
          }
        : undefined,
    blocks:
      text("status") !== "CANCELLED" &&
      text("transp") !== "TRANSPARENT" &&
      text("x-microsoft-cdo-busystatus") !== "FREE" &&
      !isDeclined(lines, owners),
  };
}

function parse(line: string) {
  // Some programs leave out VALUE=DATE.
  const whole = /^[^:]*VALUE=/i.test(line) ? line : line.replace(/^([^:]+):(\d{8})$/, "$1;VALUE=DATE:$2");
  try {
    const property = ICAL.Property.fromString(whole);
    property.getValues();
    return [property];
  } catch {
    return [];
  }
}

type Property = InstanceType<typeof ICAL.Property>;

function zoneOf(property: Property | undefined): string | undefined {
  const tzid = property?.getFirstParameter("tzid");
  return typeof tzid === "string" ? tzid : undefined;
}

/** Without an end a whole day is one day, and everything else takes no time. RFC 5545, 3.6.1. */
function lengthOf(
  start: Wall,
  tzid: string | undefined,
  dtend: Property | undefined,
  duration: unknown,
  clock: Clock,
): CalendarEvent["length"] {
  const end = dtend?.getFirstValue();
  if (end instanceof ICAL.Time) {
    if (start.isDate) return { days: Math.round((wallMs(end) - wallMs(start)) / DAY_MS), ms: 0 };
    return { days: 0, ms: clock(end, zoneOf(dtend)) - clock(start, tzid) };
  }
  if (!(duration instanceof ICAL.Duration)) return { days: start.isDate ? 1 : 0, ms: 0 };
  const { weeks, days, hours, minutes, seconds, isNegative } = duration;
  if (isNegative) return { days: 0, ms: 0 };
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

/** Declined by the owner; or, when no owner is invited, by everybody. */
function isDeclined(lines: EventLines, owners: ReadonlySet<string>): boolean {
  const people = lines.flatMap((line) => {
    const [role] = /^(?:ATTENDEE|ORGANIZER)(?=[;:])/i.exec(line) ?? [];
    const address = line.toLowerCase().split("mailto:").at(-1) ?? "";
    if (role === undefined) return [];
    return { role: role.toUpperCase(), address, declined: /;PARTSTAT="?DECLINED/i.test(line) };
  });
  const own = people.filter(({ address }) => owners.has(address));
  if (own.length > 0) return own.some(({ declined }) => declined);
  const organizer = people.find(({ role }) => role === "ORGANIZER")?.address;
  const attendees = people.filter(({ role, address }) => role === "ATTENDEE" && address !== organizer);
  return attendees.length > 0 && attendees.every(({ declined }) => declined);
}
