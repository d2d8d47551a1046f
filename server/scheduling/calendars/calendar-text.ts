/** The lines of a calendar that say when somebody is busy; no title, place or description leaves this file. */

/** The lines of one event, unfolded. */
export type EventLines = readonly string[];

export interface CalendarText {
  events: EventLines[];
  /** Each whole `VTIMEZONE`, by its name. */
  zones: Map<string, string>;
  /** The calendar's name; for Google's, the address of its owner. */
  name: string;
}

/** An answer that cannot be used as a calendar. The message is a sentence and holds nothing of the calendar. */
export class CalendarError extends Error {}

const MAX_DEPTH = 4;
const KEPT =
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|ORGANIZER|ATTENDEE)[;:]/i;

/** @throws {CalendarError} when it is anything but whole calendars. Source: RFC 5545, 3.1 and 3.4. */
export function readText(text: string): CalendarText {
  const read: CalendarText = { events: [], zones: new Map(), name: "" };
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
    if (open.length === 1) read.name = /^X-WR-CALNAME[^:]*:(.*)$/i.exec(line)?.[1] ?? read.name;
    if (mark?.toUpperCase() !== "END") continue;
    if (open.pop() !== name) throw broken();
    if (open.length === 0) calendars++;
    if (open.length === 1 && name === "VEVENT") read.events.push(kept);
    if (open.length === 1 && name === "VTIMEZONE") read.zones.set(zoneName(kept), kept.join("\r\n"));
  }
  if (open.length > 0 || calendars === 0) throw broken();
  return read;
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
