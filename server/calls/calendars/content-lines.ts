/** Splits calendars into components and their lines, also where they break RFC 5545. */
import { CalendarError } from "./read-in-thread.ts";

export interface Component {
  name: string;
  lines: string[];
  parts: Component[];
}

const USED_LINE = new RegExp(
  "^(?:UID|DTSTART|DTEND|DURATION|RRULE|EXRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|STATUS|TRANSP" +
    "|X-MICROSOFT-CDO-BUSYSTATUS|FREEBUSY|X-WR-TIMEZONE|X-WR-CALNAME|TZID|TZOFFSETFROM|TZOFFSETTO" +
    "|X-LIC-LOCATION|X-APPLE-TRAVEL-DURATION)\\s*[;:]",
  "i",
);
/** Components that cannot stand in each other, so the beginning of one ends the one before. */
const COMPONENT = /^V(?:EVENT|FREEBUSY|AVAILABILITY|TIMEZONE|TODO|JOURNAL)$/;
const OBSERVANCE = /^(?:STANDARD|DAYLIGHT)$/;
/**
 * A line that begins a component. The next line is never a continuation of it, even if indented.
 * An indented `BEGIN:` may be text of a description. It counts only behind a line without words.
 */
const BEGINNING = /^(?:BEGIN:VCALENDAR|[ \t]{0,9}BEGIN:(?!VCALENDAR)[\w-]{1,20})$/i;
const WORDLESS = /^[ \t]*(?:PRODID|VERSION|CALSCALE|METHOD|X-WR-\w+|END)\b/i;
const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0].length ?? 0;
/** Of one component or line; 6,000 dates fit. */
const MAX_LETTERS = 100_000;
const MAX_DEPTH = 20;
/** Stand for lines beyond `MAX_LETTERS`, which thus count as times that cannot be read. */
const UNREADABLE_LINES = ["RDATE:?", "FREEBUSY:?"];

/** Ends components that lack an `END`. @throws {CalendarError} for no calendar, or an open one */
export function readCalendars(text: string, owners = new Set<string>()): Component[] {
  const calendars: Component[] = [];
  const open: Component[] = [];
  let openParts: Component[] = [];
  let letters = 0;
  for (const line of linesOf(text)) {
    const marked = /^(BEGIN|END)\s*:\s*([\w-]+)$/i.exec(line);
    const [, mark, name = ""] = marked?.map((part) => part.toUpperCase()) ?? [];
    // Some programs end the calendar before its last components.
    const calendar = open.at(-1) ?? calendars.at(-1);
    if (name === "VCALENDAR" || (mark === "BEGIN" && COMPONENT.test(name))) {
      openParts = [];
      letters = 0;
    }
    if (name === "VCALENDAR") {
      if (mark === "END") calendars.push(...open.splice(-1));
      else open.push({ name, lines: [], parts: [] });
    } else if (mark === "BEGIN") {
      const part = { name, lines: [], parts: [] };
      if (OBSERVANCE.test(name)) openParts.length = Math.min(openParts.length, 1);
      const parent = openParts.at(-1) ?? calendar;
      if (COMPONENT.test(name) || OBSERVANCE.test(name)) parent?.parts.push(part);
      if (openParts.length < MAX_DEPTH) openParts.push(part);
    } else if (mark === "END") {
      const at = openParts.findLastIndex((part) => part.name === name);
      if (at >= 0) openParts.length = at;
    } else if (letters <= MAX_LETTERS && (USED_LINE.test(line) || owners.has(addressIn(line)))) {
      // An event can have thousands of guests. Only the lines of guests who own the calendar are
      // kept. Google names a person's calendar by the person's address.
      if (/^X-WR-CALNAME/i.test(line)) owners.add(addressIn(line));
      letters += line.length;
      if (letters <= MAX_LETTERS) (openParts.at(-1) ?? calendar)?.lines.push(line);
      else for (const part of openParts) part.lines.push(...UNREADABLE_LINES);
    }
  }
  if (open.length > 0 || calendars.length === 0) throw new CalendarError("It is not a whole calendar.");
  return calendars;
}

/** The address that a line ends with or names, in small letters; without one, the line itself. */
const addressIn = (line: string) => ADDRESS.exec(line)?.[1]?.trim().toLowerCase() ?? line;

/** iCloud gives an account's name after the colon, and the address in `EMAIL`. RFC 7986, 6.2. */
const ADDRESS = /^(?:.*:(?=[^:]*$)|.*;EMAIL="?)([^":;]+@[^":;]+)/i;

/** Unfolds lines, which end with CR LF; some programs indent them, or write LF, CR or CR CR LF. */
function* linesOf(text: string): Generator<string> {
  let line = "";
  for (const [part] of text.matchAll(/[^\r\n]+/g)) {
    const begins = BEGINNING.test(line) || (WORDLESS.test(line) && BEGINNING.test(part));
    if (begins || indentOf(part) <= indentOf(line)) {
      yield line.trim();
      line = part;
    } else if (line.length <= MAX_LETTERS) line += part.slice(1);
  }
  yield line.trim();
}
