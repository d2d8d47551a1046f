/** The components of calendars and their content lines. Accepts what programs write, not only RFC 5545. */
import { CalendarError } from "./read-in-thread.ts";

/** Content lines, unfolded. */
export type Lines = readonly string[];

export interface Component {
  name: string;
  lines: string[];
  parts: Component[];
}

const KEPT = new RegExp(
  "^(?:(?:UID|DTSTART|DTEND|DURATION|RRULE|EXRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|STATUS|TRANSP|FREEBUSY" +
    "|X-MICROSOFT-CDO-BUSYSTATUS|TZID|TZOFFSETFROM|TZOFFSETTO|X-LIC-LOCATION|X-WR-TIMEZONE|X-WR-CALNAME)\\s*[;:]" +
    '|(?:ATTENDEE|ORGANIZER);.*PARTSTAT="?DECLINED)',
  "i",
);
/** None of them can stand in another, so the beginning of one ends the one before. */
const COMPONENTS = new Set(["VEVENT", "VFREEBUSY", "VAVAILABILITY", "VTIMEZONE", "VTODO", "VJOURNAL"]);
const OBSERVANCES = new Set(["STANDARD", "DAYLIGHT"]);
/** Of one component, and of one line: 6,000 dates, which no program writes; a stranger could. */
const MAX_LETTERS = 100_000;
const MAX_DEPTH = 20;
/** In place of what is beyond, so that it counts as times that cannot be read. */
const BEYOND = ["RDATE:", "FREEBUSY:"];

/**
 * Ends components whose `END` was forgotten, and ignores text around the calendars.
 * @throws {CalendarError} for anything that holds no calendar, or only the beginning of one
 */
export function readCalendars(text: string): Component[] {
  const calendars: Component[] = [];
  const open: Component[] = [];
  /** The component that is read, and those within it. */
  let within: Component[] = [];
  let letters = 0;
  for (const line of linesOf(text)) {
    const marked = /^(BEGIN|END)\s*:\s*([\w-]+)$/i.exec(line);
    const [, mark, name = ""] = marked?.map((part) => part.toUpperCase()) ?? [];
    // Some programs end the calendar too early.
    const calendar = open.at(-1) ?? calendars.at(-1);
    if (name === "VCALENDAR") {
      if (mark === "END") calendars.push(...open.splice(-1));
      else open.push({ name, lines: [], parts: [] });
      within = [];
    } else if (mark === "BEGIN") {
      const part = { name, lines: [], parts: [] };
      if (COMPONENTS.has(name)) [within, letters] = [[], 0];
      if (COMPONENTS.has(name) || OBSERVANCES.has(name)) (within.at(-1) ?? calendar)?.parts.push(part);
      if (within.length < MAX_DEPTH) within.push(part);
    } else if (mark === "END") {
      const at = within.findLastIndex((part) => part.name === name);
      if (at >= 0) within.length = at;
    } else if (letters <= MAX_LETTERS && KEPT.test(line)) {
      letters += line.length;
      if (letters <= MAX_LETTERS) (within.at(-1) ?? calendar)?.lines.push(line);
      else for (const part of within) part.lines.push(...BEYOND);
    }
  }
  if (open.length > 0 || calendars.length === 0)
    throw new CalendarError("The answer is not a whole calendar.");
  return calendars;
}

/** Unfolded. They end with CR LF; some programs write LF or CR alone, or CR CR LF. */
function* linesOf(text: string): Generator<string> {
  let line = "";
  for (const [part] of text.matchAll(/[^\r\n]+/g)) {
    if (!/^[ \t]/.test(part)) {
      yield line.trim();
      line = part;
    } else if (line.length <= MAX_LETTERS) line += part.slice(1);
  }
  yield line.trim();
}
