import * as v from "valibot";
import { minuteOf, type WorkingHours } from "../../contract/call/booking.ts";
import { ContentSchema, type Content } from "../../contract/content/schema.ts";
import { capitalized } from "../../contract/locale/locale.ts";

const SettingsSchema = v.pick(ContentSchema, [
  "workingHours",
  "schedulePlaces",
]);
const OfferSchema = v.object({ price: v.string(), contract: v.string() });

/** `{price}` and `{contract}`; nothing if the owner left the offer out. */
export function offerTerms(parts: object): Record<string, string> {
  const offer = v.safeParse(OfferSchema, Object(parts).offer);
  return offer.success ? offer.output : {};
}

/** Each value is `?` if the schema refuses the settings. */
export function callTerms(
  parts: object,
  locale: string,
): Record<string, string> {
  const settings = v.safeParse(SettingsSchema, parts);
  if (!settings.success) return { minutes: "?", place: "?", Place: "?" };
  const { workingHours, schedulePlaces } = settings.output;
  const { from, to } = workingHours.callMinutes;
  const place = termsPlace(workingHours, schedulePlaces);
  const minutes = from === to ? String(to) : `${from}-${to}`;
  return { minutes, place, Place: capitalized(place, locale) };
}

function termsPlace(
  { place }: WorkingHours,
  names: Content["schedulePlaces"],
): string {
  if (place.kind === "link") return names.link;
  return place.orVideo ? names.phoneOrVideo : names.phone;
}

/** @returns why no call can ever be booked; undefined if calls can be booked */
export function whyNeverOpen({
  weekly,
  callMinutes,
  noticeHours,
  horizonDays,
}: WorkingHours) {
  // Visitors can book today and on the next `horizonDays` days.
  const hoursAhead = (horizonDays + 1) * 24;
  const ahead = `${hoursAhead} hours ahead (horizonDays)`;
  if (noticeHours >= hoursAhead)
    return `noticeHours is ${noticeHours}, but calls open only ${ahead}: shorten the notice`;
  if (weekly.length === 0)
    return "weekly names no hours: name some, or set schedulingUrl in site.yaml to a booking page";
  const fitsCall = weekly.some(
    ({ from, to }) => minuteOf(to) - minuteOf(from) >= callMinutes.to,
  );
  return fitsCall
    ? undefined
    : `no hours of weekly hold a call of ${callMinutes.to} minutes: widen them`;
}
