/** The content lines of a calendar's components. Accepts what programs write, not only RFC 5545. */
import { CalendarError } from "./read-in-thread.ts";

/** The lines of one component, unfolded. */
export type Lines = readonly string[];

const KEPT =
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS|ORGANIZER|ATTENDEE|FREEBUSY)[;:]/i;
/** None of them can stand in another, so the beginning of one ends the one before. */
const COMPONENTS = new Set(["VEVENT", "VFREEBUSY", "VTIMEZONE", "VTODO", "VJOURNAL"]);

/**
 * Ends components whose `END` was forgotten, and ignores what stands around the calendars.
 * @returns the components of all calendars together, and the lines outside of components as `head`
 * @throws {CalendarError} for anything that holds no calendar, or only the beginning of one
 */
export function readComponents(text: string) {
  const head: string[] = [];
  const components: { name: string; lines: string[] }[] = [];
  /** The component that is read, and those within it. */
  let open: string[] = [];
  let openCalendars = 0;
  let calendars = 0;
  for (const line of linesOf(unfolded(text))) {
    const [, mark, name = ""] =
      /^(BEGIN|END):\s*([\w-]+)$/i.exec(line)?.map((part) => part.toUpperCase()) ?? [];
    if (name === "VCALENDAR") {
      if (mark === "END" && openCalendars > 0) calendars++;
      openCalendars = Math.max(0, openCalendars + (mark === "BEGIN" ? 1 : -1));
      open = [];
    } else if (openCalendars === 0) continue;
    else if (mark === "BEGIN") {
      if (COMPONENTS.has(name)) {
        components.push({ name, lines: [] });
        open = [];
      }
      open.push(name);
    } else if (mark === "END" && open.includes(name)) open.length = open.lastIndexOf(name);
    const [component] = open;
    if (component === undefined && mark === undefined) head.push(line);
    if (component === "VTIMEZONE" || (component && open.length === 1 && KEPT.test(line)))
      components.at(-1)?.lines.push(line);
  }
  if (openCalendars > 0 || calendars === 0) throw new CalendarError("The answer is not a whole calendar.");
  const all = (wanted: string): Lines[] =>
    components.filter(({ name }) => name === wanted).map(({ lines }) => lines);
  return { head, events: all("VEVENT"), freeBusy: all("VFREEBUSY"), zones: all("VTIMEZONE") };
}

/** Lines end with CR LF; some programs write LF or CR alone, or CR CR LF. */
const unfolded = (text: string) =>
  text.includes("\n")
    ? text.replace(/\r{0,2}\n[ \t]/g, "")
    : text.replace(/\r[ \t]?/g, (lineEnd) => (lineEnd.length > 1 ? "" : "\n"));

/** One at a time: an array of them would take more memory than the text. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end < 0 ? text.length : end).trim();
    if (line !== "") yield line;
    start = end < 0 ? text.length : end + 1;
  }
}
