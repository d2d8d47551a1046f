/** Times as PostgreSQL reads and writes them. Source: PostgreSQL docs, "Date/Time Types". */

const MS_PER_MINUTE = 60_000;
const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?(?:(z)| ?([+-])(\d\d):?(\d\d)?)?$/i;

/** Whether PostgreSQL and this platform know a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/**
 * A time as JSON has it, `2026-11-20T12:00:00.5+00:00`, or as text has it, `2026-11-20 12:00:00.5+00`.
 *
 * @param iso ISO 8601 in UTC.
 */
export function writeTime(iso: string, zone: string, form: "json" | "text"): string {
  const time = Date.parse(iso);
  const offset = offsetMinutes(time, zone);
  const local = new Date(time + offset * MS_PER_MINUTE).toISOString().replace(/\.?0*Z$/, "");
  const hours = digits(Math.trunc(Math.abs(offset) / 60));
  const minutes = digits(Math.abs(offset) % 60);
  const shown = form === "json" || minutes !== "00" ? `${hours}:${minutes}` : hours;
  return `${form === "json" ? local : local.replace("T", " ")}${offset < 0 ? "-" : "+"}${shown}`;
}

/**
 * Reads a day or a time; without an offset it is one of the time zone.
 *
 * @param up whether what is finer than a millisecond counts as the next one.
 * @returns ISO 8601 in UTC with milliseconds; undefined when the text is no time.
 */
export function readTime(text: string, zone: string, up: boolean): string | undefined {
  const found = TIME.exec(text.trim());
  if (!found) return undefined;
  // Groups that took no part are undefined, which the type of a match does not say.
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", utc, sign, h, m = "0"] =
    found.map((part: string | undefined) => part);
  const [years, months, days, hours, minutes, seconds] = [year, month, day, hour, minute, second].map(Number);
  if (years === undefined || months === undefined) return undefined;
  const micros = Number(fraction.padEnd(6, "0"));
  const ms = up ? Math.ceil(micros / 1000) : Math.floor(micros / 1000);
  const local = Date.UTC(years, months - 1, days, hours, minutes, seconds);
  const written = `${year}-${month}-${day}T${digits(hours)}:${digits(minutes)}:${digits(seconds)}.000Z`;
  // A 30th of February is a day in March for Date, and an error for PostgreSQL.
  if (Number.isNaN(local) || new Date(local).toISOString() !== written) return undefined;
  if (utc !== undefined) return stored(local + ms);
  const offset =
    sign === undefined ? offsetAt(local, zone) : (sign === "-" ? -1 : 1) * (Number(h) * 60 + Number(m));
  return stored(local - offset * MS_PER_MINUTE + ms);
}

/** The year 10000 has a sign in ISO 8601, and no store has such a time. */
function stored(time: number): string | undefined {
  const iso = new Date(time).toISOString();
  return iso.startsWith("+") ? undefined : iso;
}

/** The offset at a time of day on the walls of the zone: found by looking where a first guess lands. */
function offsetAt(local: number, zone: string): number {
  return offsetMinutes(local - offsetMinutes(local, zone) * MS_PER_MINUTE, zone);
}

function offsetMinutes(time: number, zone: string): number {
  if (zone === "UTC") return 0;
  const written = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).format(time);
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(written) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

function digits(number: number | undefined): string {
  return String(number ?? 0).padStart(2, "0");
}
