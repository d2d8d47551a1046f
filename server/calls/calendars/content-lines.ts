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
const COMPONENT = /^V(?:CALENDAR|EVENT|FREEBUSY|AVAILABILITY|TIMEZONE|TODO|JOURNAL)$/;
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

type Token = { kind: "begin" | "end"; name: string } | { kind: "line"; line: string } | { kind: "too-long" };

/** Ends components that lack an `END`. @throws {CalendarError} for no calendar, or an open one */
export function readCalendars(text: string, owners = new Set<string>()): Component[] {
  const ended: Component[] = [];
  /** Calendars, and behind the last of them its components. */
  const open: Component[] = [];
  // Some programs end the calendar before its last components.
  const innermost = () => open.at(-1) ?? ended.at(-1);
  for (const token of tokensOf(text, owners)) {
    const calendars = open.findLastIndex(isCalendar) + 1;
    if (token.kind === "line") innermost()?.lines.push(token.line);
    if (token.kind === "too-long")
      for (const part of open.slice(calendars)) part.lines.push(...UNREADABLE_LINES);
    if (token.kind === "begin") {
      const { name } = token;
      if (COMPONENT.test(name)) open.length = calendars;
      if (OBSERVANCE.test(name)) open.length = Math.min(open.length, calendars + 1);
      const part = { name, lines: [], parts: [] };
      const isRead = !isCalendar(part) && (COMPONENT.test(name) || OBSERVANCE.test(name));
      if (isRead) innermost()?.parts.push(part);
      if (open.length < calendars + MAX_DEPTH) open.push(part);
    }
    if (token.kind === "end") {
      const at = open.findLastIndex(({ name }) => name === token.name);
      if (at >= 0) ended.push(...open.splice(at).filter(isCalendar));
    }
  }
  if (open.some(isCalendar) || ended.length === 0) throw new CalendarError("It is not a whole calendar.");
  return ended;
}

const isCalendar = ({ name }: Component) => name === "VCALENDAR";

/** @param owners gets the address in the calendar's name: Google names a calendar by its owner */
function* tokensOf(text: string, owners: Set<string>): Generator<Token> {
  let letters = 0;
  for (const line of linesOf(text)) {
    const marked = /^(BEGIN|END)\s*:\s*([\w-]+)$/i.exec(line);
    if (marked) {
      const [, mark, name = ""] = marked.map((part) => part.toUpperCase());
      if (COMPONENT.test(name)) letters = 0;
      yield { kind: mark === "BEGIN" ? "begin" : "end", name };
      // An event can have thousands of guests. Only lines of the calendar's owners are kept.
    } else if (letters <= MAX_LETTERS && (USED_LINE.test(line) || owners.has(addressIn(line)))) {
      if (/^X-WR-CALNAME/i.test(line)) owners.add(addressIn(line));
      letters += line.length;
      yield letters <= MAX_LETTERS ? { kind: "line", line } : { kind: "too-long" };
    }
  }
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
