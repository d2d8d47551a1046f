import { readCalendar } from "../../server/calls/calendars/read-calendar.ts";
import type { CalendarScope } from "../../server/calls/calendars/read-in-thread.ts";

/** Without a `UID` among the lines, the event gets one. */
export const event = (...lines: string[]) =>
  [
    "BEGIN:VEVENT",
    "DTSTAMP:20260101T000000Z",
    ...lines,
    "UID:u1@t",
    "END:VEVENT",
  ].join("\n");
export const calendar = (...parts: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//t//t//EN",
    ...parts,
    "END:VCALENDAR",
    "",
  ]
    .join("\n")
    .replaceAll("\n", "\r\n");

export function scope(
  from: string,
  until: string,
  changes: Partial<CalendarScope> = {},
): CalendarScope {
  const at = (date: string) =>
    Date.parse(date.length === 10 ? `${date}T00:00:00Z` : date);
  return {
    zone: "UTC",
    from: at(from),
    until: at(until),
    owners: [],
    ...changes,
  };
}

/**
 * @returns blocked times such as `07-08 13:00/13:30`,
 * in UTC. Pieces end within lines and breaks.
 */
export function busy(text: string, where: CalendarScope): string[] {
  const short = (ms: number) =>
    new Date(ms).toISOString().slice(5, 16).replace("T", " ");
  return readCalendar(text.split(/(?<=[\rT])/), where).blocked.map(
    ({ start, end }) => {
      const [day, until] = [short(start), short(end)];
      return `${day}/${until.startsWith(day.slice(0, 5)) ? until.slice(6) : until}`;
    },
  );
}

export const JULY = scope("2026-07-01", "2026-08-01");
export const ny = (name: string, time: string) =>
  `${name};TZID=America/New_York:${time}`;
export const meeting = (...lines: string[]) =>
  event(
    ny("DTSTART", "20260706T080000"),
    ny("DTEND", "20260706T090000"),
    ...lines,
  );
