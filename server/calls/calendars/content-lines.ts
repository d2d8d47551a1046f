/** The content lines of calendars and their components. Accepts what programs write, not only RFC 5545. */
import { CalendarError } from "./read-in-thread.ts";

/** The lines of one component, unfolded. */
export type Lines = readonly string[];

export interface Calendar {
  /** Its lines outside of components. */
  head: string[];
  components: { name: string; lines: string[] }[];
}

const KEPT =
  /^(?:(?:UID|DTSTART|DTEND|DURATION|RRULE|EXRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|FREEBUSY)\s*[;:]|(?:ATTENDEE|ORGANIZER);.*PARTSTAT="?DECLINED)/i;
/** None of them can stand in another, so the beginning of one ends the one before. */
const COMPONENTS = new Set(["VEVENT", "VFREEBUSY", "VAVAILABILITY", "VTIMEZONE", "VTODO", "VJOURNAL"]);
/** Of one component, and of one line: 6,000 dates, which no program writes; a stranger could. */
const MAX_LETTERS = 100_000;
const MAX_DEPTH = 20;
/** In place of what is beyond, so that it counts as times that cannot be read. */
const BEYOND = ["RDATE:", "FREEBUSY:"];

/**
 * Ends components whose `END` was forgotten, and ignores what stands around the calendars.
 * @throws {CalendarError} for anything that holds no calendar, or only the beginning of one
 */
export function readCalendars(text: string): Calendar[] {
  const calendars: Calendar[] = [];
  const open: Calendar[] = [];
  /** The component that is read, and those within it. */
  let within: string[] = [];
  let letters = 0;
  for (const line of linesOf(text)) {
    const [, mark, name = ""] =
      /^(BEGIN|END)\s*:\s*([\w-]+)$/i.exec(line)?.map((part) => part.toUpperCase()) ?? [];
    if (name === "VCALENDAR") {
      if (mark === "END") calendars.push(...open.splice(-1));
      else open.push({ head: [], components: [] });
      within = [];
      continue;
    }
    // Some programs end the calendar too early.
    const calendar = open.at(-1) ?? calendars.at(-1);
    if (mark === "BEGIN") {
      if (COMPONENTS.has(name)) {
        calendar?.components.push({ name, lines: [] });
        within = [];
        letters = 0;
      }
      if (within.length < MAX_DEPTH) within.push(name);
    } else if (mark === "END" && within.includes(name)) within.length = within.lastIndexOf(name);
    if (within.length === 0 && mark === undefined) calendar?.head.push(line);
    const component = calendar?.components.at(-1);
    if (component?.name !== within[0] || letters > MAX_LETTERS) continue;
    if (component?.name === "VTIMEZONE" || (within.length === 1 && KEPT.test(line))) {
      letters += line.length;
      component?.lines.push(...(letters > MAX_LETTERS ? BEYOND : [line]));
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
