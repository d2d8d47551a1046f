/** What the settings of the call mean for the content: words for placeholders, and calendars that never open. */
import * as v from "valibot";
import { minuteOf, WorkingHoursSchema, type WorkingHours } from "../../contract/booking.ts";
import { capitalized } from "../../contract/locale/locale.ts";

const PLACES = v.object({ phone: v.string(), link: v.string(), phoneOrVideo: v.string() });

/** Values of `{minutes}`, `{place}` and `{Place}`; question marks if the settings or words are wrong, which the schema refuses. */
export function callTerms(
  workingHours: unknown,
  placeNames: unknown,
  locale: string,
): Record<string, string> {
  const hours = v.safeParse(WorkingHoursSchema, workingHours);
  const names = v.safeParse(PLACES, placeNames);
  if (!hours.success || !names.success) return { minutes: "?", place: "?", Place: "?" };
  const place = placeOf(hours.output, names.output);
  return { minutes: minutesOf(hours.output), place, Place: capitalized(place, locale) };
}

function minutesOf({ callMinutes: { from, to } }: WorkingHours): string {
  return from === to ? String(to) : `${from}-${to}`;
}

function placeOf({ place }: WorkingHours, names: v.InferOutput<typeof PLACES>): string {
  if (place.kind === "link") return names.link;
  return place.orVideo ? names.phoneOrVideo : names.phone;
}

/** Why no call can ever be booked; undefined for a calendar that opens. */
export function neverOpens({
  weekly,
  callMinutes,
  noticeHours,
  horizonDays,
}: WorkingHours): string | undefined {
  if (noticeHours >= horizonDays * 24)
    return `noticeHours is ${noticeHours}, but calls open only ${horizonDays * 24} hours ahead (horizonDays): shorten the notice`;
  if (weekly.length === 0)
    return "weekly names no hours: name some, or set schedulingUrl in site.yaml to another booking page";
  const isLong = weekly.some(({ from, to }) => minuteOf(to) - minuteOf(from) >= callMinutes.to);
  return isLong ? undefined : `no hours of weekly hold a call of ${callMinutes.to} minutes: widen them`;
}
