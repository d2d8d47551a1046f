/** Formats times and durations for readers, and makes typed names and texts safe for a greeting or a single line. */
import { zoneName } from "../../../../contract/zone-name.ts";
import { isTimeZone } from "../../../../contract/validation.ts";
import { MINUTE_MS } from "../../../../contract/durations.ts";

/** `Saturday, November 21 at 1:30 PM, Eastern Time (EST)`. @param more parts that it has, as `year` */
export function shownTime(iso: string, timeZone: string, more: Intl.DateTimeFormatOptions = {}): string {
  const time = formatted("long", iso, timeZone, { timeZoneName: undefined, ...more });
  const short = shortTime(iso, timeZone).split(" ").at(-1) ?? "";
  return `${time}, ${zoneName(timeZone, short)}`;
}

/** `Sat, Nov 21, 1:30 PM EST`. */
export function shortTime(iso: string, timeZone: string): string {
  return formatted("short", iso, timeZone);
}

/** Whether the clocks of two zones show the same then, whatever the zones are called. */
export function haveSameClock(iso: string, zone: string, other: string): boolean {
  return shortTime(iso, zone) === shortTime(iso, other);
}

/** `Sat, Nov 21, 1:30 PM`, for a subject. */
export function moment(iso: string, timeZone: string): string {
  return formatted("short", iso, timeZone, { timeZoneName: undefined });
}

/** `Nov 21`. @param day YYYY-MM-DD */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" }).format(
    new Date(day),
  );
}

/** `1:30 PM`. */
export function timeOfDay(iso: string, timeZone: string): string {
  const none = { weekday: undefined, month: undefined, day: undefined, timeZoneName: undefined };
  return formatted("short", iso, timeZone, none);
}

/** `Today`, `Tomorrow` or `In 2 days`, in the zone. */
export function relativeDay(iso: string, timeZone: string, now: number): string {
  const [from, to] = [now, Date.parse(iso)].map((at) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate(),
  );
  const days = from && to ? from.until(to).days : 0;
  const said = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }).format(days, "day");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** By options: a formatter takes much longer to make than to use, and the feed formats the time of every call. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(length: "long" | "short", iso: string, timeZone: string, more = {}): string {
  const names = { weekday: length, month: length, timeZoneName: length } as const;
  const numbers = { day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  const options = { timeZone, ...names, ...numbers, ...more };
  // Visitors choose zones.
  if (formats.size > 100) formats.clear();
  const make = () => new Intl.DateTimeFormat("en-US", options);
  const format = formats.getOrInsertComputed(JSON.stringify(options), make);
  return format.format(new Date(iso)).replaceAll("\u202F", " ");
}

const zones = new Map<string, boolean>();

/** Visitors send zones, and another Node, which knew more of them, may have stored one. */
export function zoneOr(otherwise: string, zone = ""): string {
  if (zones.size > 1000) zones.clear();
  return zone !== "" && zones.getOrInsertComputed(zone, isTimeZone) ? zone : otherwise;
}

/** `3 hours 59 minutes`, to the nearest minute; `0 minutes` for less than half of one and for past times. */
export function shownDuration(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  const minutesDisplay = minutes === 0 ? "always" : "auto";
  const format = new Intl.DurationFormat("en-US", { style: "long", minutesDisplay });
  return format.format({ hours: Math.floor(minutes / 60), minutes: minutes % 60 }).replace(",", "");
}

const MAX_FIRST_NAME_LENGTH = 20;
/** For scripts that put no spaces between words: twenty of their letters are a sentence with a telephone number. */
const MAX_UNSPACED_LENGTH = 6;
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Yiii}]/u;

/** One word of letters, apostrophes and hyphens: no digit, dot, slash or sign, so that no address or message fits. */
const FIRST_NAME = /^(?:\p{L}\p{M}{0,2})+(?:['’-](?:\p{L}\p{M}{0,2})+){0,2}$/u;

/** Undefined when it cannot be repeated: a stranger may have typed it to have us write it to somebody else. */
export function safeFirstName(fullName: string): string | undefined {
  const [first = ""] = fullName.normalize("NFC").trim().split(/\s+/u);
  const most = UNSPACED.test(first) ? MAX_UNSPACED_LENGTH : MAX_FIRST_NAME_LENGTH;
  return Array.from(first).length <= most && FIRST_NAME.test(first) ? first : undefined;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text on one line, without controls, cut at a whole character. @param maxLength in UTF-16 code units */
export function oneLine(text: string, maxLength: number): string {
  const line = text
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (line.length <= maxLength) return line;
  let cut = "";
  for (const { segment } of graphemes.segment(line.slice(0, maxLength + 1))) {
    if (cut.length + segment.length > maxLength - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
