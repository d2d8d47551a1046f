/** What the settings of the call mean for the content: words for placeholders, and calendars that never open. */
import * as v from "valibot";
import { minuteOf, type WorkingHours } from "../../contract/booking.ts";
import { ContentSchema } from "../../contract/content/schema.ts";
import { capitalized } from "../../contract/locale/locale.ts";

const SettingsSchema = v.pick(ContentSchema, ["workingHours", "schedulePlaces"]);

/** Values of `{minutes}`, `{place}` and `{Place}`; question marks for settings or words that the schema refuses. */
export function callTerms(parts: object, locale: string): Record<string, string> {
  const settings = v.safeParse(SettingsSchema, parts);
  if (!settings.success) return { minutes: "?", place: "?", Place: "?" };
  const { workingHours, schedulePlaces } = settings.output;
  const { from, to } = workingHours.callMinutes;
  const place = placeOf(workingHours, schedulePlaces);
  return { minutes: from === to ? String(to) : `${from}-${to}`, place, Place: capitalized(place, locale) };
}

function placeOf({ place }: WorkingHours, names: Record<"link" | "phone" | "phoneOrVideo", string>): string {
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
