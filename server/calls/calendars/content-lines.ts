/**
 * Splits calendars into components and their
 * lines, even calendars that break RFC 5545.
 */

import { CalendarError } from "./read-in-thread.ts";

export interface Component {
  name: string;
  lines: string[];
  parts: Component[];
}

const USED_LINE = new RegExp(
  "^(?:UID|DTSTART|DTEND|DURATION|RRULE|EXRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|STATUS|TRANSP" +
    "|X-MICROSOFT-CDO-BUSYSTATUS|FREEBUSY|X-WR-TIMEZONE|X-WR-CALNAME|TZID|TZOFFSETFROM|TZOFFSETTO" +
    "|X-MICROSOFT-RRULE|X-APPLE-TRAVEL-DURATION)\\s*[;:]",
  "i",
);
/**
 * None of them contains another one, except a
 * calendar. So one ends where the next begins.
 */
const COMPONENT =
  /^V(?:CALENDAR|EVENT|FREEBUSY|AVAILABILITY|TIMEZONE|TODO|JOURNAL)$/;
const OBSERVANCE = /^(?:STANDARD|DAYLIGHT)$/;
/**
 * A line that begins a component. A line after a `BEGIN:` never continues it.
 * An indented `BEGIN:` may be the next line of a description, so it counts only
 * after a `NO_DESCRIPTION` line.
 */
const BEGINNING =
  /^(?:BEGIN:VCALENDAR|[ \t]{0,9}BEGIN:(?!VCALENDAR)[\w-]{1,20})$/i;
const NO_DESCRIPTION =
  /^[ \t]*(?:PRODID|VERSION|CALSCALE|METHOD|NAME|COLOR|REFRESH-INTERVAL|X-(?:WR|PUBLISHED)-\w+|END)\b/i;
const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0].length ?? 0;
/**
 * A component, and a line, may have this many letters. 6,000 dates have fewer.
 */
const MAX_LETTERS = 100_000;
const MAX_DEPTH = 20;
/**
 * These lines stand for lines that are lost,
 * and count as times that cannot be read.
 */
const UNREADABLE_LINES = ["RDATE:?", "FREEBUSY:?"];

/** Whether an event with these lines is left out, so that it takes no memory. */
type IsForgotten = (lines: readonly string[]) => boolean;

/**
 * Ends components that lack an `END`. @throws
 * {CalendarError} if a calendar itself lacks an `END`
 * @param text in pieces that end anywhere
 * @param owners the owners' addresses. Adds a
 * calendar's name: Google uses its owner's address.
 */
export function readCalendars(
  text: readonly string[] | Generator<string>,
  owners = new Set<string>(),
  isForgotten: IsForgotten = () => false,
): Component[] {
  const ended: Component[] = [];
  /** The open calendars and, after the last of them, its open components. */
  const open: Component[] = [];
  const isUsed = (line: string) =>
    USED_LINE.test(line) || owners.has(addressIn(line));
  let letters = 0;
  for (const line of linesOf(text)) {
    const [, keyword, name = ""] =
      BEGIN_OR_END.exec(line)?.map((part) => part.toUpperCase()) ?? [];
    if (COMPONENT.test(name)) letters = 0;
    if (keyword === "BEGIN") begin(name, open, ended);
    else if (keyword === "END") end(name, open, ended, isForgotten);
    else if (letters <= MAX_LETTERS && isUsed(line)) {
      // An event can have thousands of guests. Only the owners' lines are kept.
      if (/^X-WR-CALNAME/i.test(line)) owners.add(addressIn(line));
      letters += line.length;
      if (letters <= MAX_LETTERS) innermost(open, ended)?.lines.push(line);
      else
        for (const part of open.slice(calendarsIn(open)))
          part.lines.push(...UNREADABLE_LINES);
    }
  }
  if (open.some(isCalendar) || ended.length === 0)
    throw new CalendarError(
      "It is not a whole calendar. If its address opens a page in your browser, copy the address of its ICS file.",
    );
  return ended;
}

const isCalendar = ({ name }: Component) => name === "VCALENDAR";
/** How many of the open components are calendars: they come first. */
const calendarsIn = (open: readonly Component[]) =>
  open.findLastIndex(isCalendar) + 1;
const isRead = (name: string) =>
  name !== "VCALENDAR" && (COMPONENT.test(name) || OBSERVANCE.test(name));

/**
 * Some programs end a calendar too early. The
 * components after the end still belong to it.
 */
const innermost = (open: readonly Component[], ended: readonly Component[]) =>
  open.at(-1) ?? ended.at(-1);

function begin(name: string, open: Component[], ended: Component[]): void {
  const calendars = calendarsIn(open);
  if (COMPONENT.test(name)) open.length = calendars;
  if (OBSERVANCE.test(name)) open.length = Math.min(open.length, calendars + 1);
  const part = { name, lines: [], parts: [] };
  if (isRead(name)) innermost(open, ended)?.parts.push(part);
  if (open.length < calendars + MAX_DEPTH) open.push(part);
}

function end(
  name: string,
  open: Component[],
  ended: Component[],
  isForgotten: IsForgotten,
): void {
  const at = open.findLastIndex((part) => part.name === name);
  const closed = at < 0 ? [] : open.splice(at);
  const [first] = closed;
  if (first?.name === "VEVENT" && closed.length === 1)
    settle(first, innermost(open, ended), isForgotten);
  // If a part lacks its beginning or its end,
  // lines may have been read into another part.
  const owner = first ?? open.findLast(isCalendar) ?? ended.at(-1);
  if (isRead(name) && closed.length !== 1)
    owner?.lines.push(...UNREADABLE_LINES);
  ended.push(...closed.filter(isCalendar));
}

/**
 * A line is a part of the text's piece, and
 * keeps the piece in memory, so it is copied.
 */
function settle(
  event: Component,
  parent: Component | undefined,
  isForgotten: IsForgotten,
): void {
  if (isForgotten(event.lines) && parent?.parts.at(-1) === event)
    parent.parts.pop();
  else event.lines = event.lines.map((line) => Buffer.from(line).toString());
}

/** A server may write a page about its own error behind the last line. */
const BEGIN_OR_END = /^(BEGIN|END)\s*:\s*([\w-]+)(?:<.*)?$/i;

/**
 * The address at the end of a line or in its
 * `EMAIL`, in lower case; else the whole line.
 */
const addressIn = (line: string) =>
  ADDRESS.exec(line)?.[1]?.trim().toLowerCase() ?? line;

/**
 * iCloud writes an account's name after the colon,
 * and the address in `EMAIL`. RFC 7986, 6.2.
 */
const ADDRESS = /^(?:.*:(?=[^:]*$)|.*;EMAIL="?)([^":;]+@[^":;]+)/i;

/**
 * Unfolds lines. Lines end with CR LF; some programs
 * write LF, CR or CR CR LF, or indent lines.
 */
function* linesOf(text: Iterable<string>): Generator<string> {
  let line = "";
  for (const part of rawLinesOf(text)) {
    const begins =
      BEGINNING.test(line) ||
      (NO_DESCRIPTION.test(line) && BEGINNING.test(part));
    if (begins || indentOf(part) <= indentOf(line)) {
      yield line.trim();
      line = part;
    } else if (line.length <= MAX_LETTERS) line += part.slice(1);
  }
  yield line.trim();
}

/**
 * The lines that are not empty. The end of a line that is too long is left out.
 */
function* rawLinesOf(text: Iterable<string>): Generator<string> {
  let begun = "";
  for (const piece of text) {
    const lines = (begun + piece).split(/[\r\n]+/);
    begun = lines.pop()?.slice(0, MAX_LETTERS + 1) ?? "";
    for (const line of lines) if (line !== "") yield line;
  }
  if (begun !== "") yield begun;
}
