import * as v from "valibot";
import { minuteOf, type WorkingHours } from "../../contract/call/booking.ts";
import { ContentSchema, type Content } from "../../contract/content/schema.ts";
import { capitalized, isEnglish } from "../../contract/locale/locale.ts";

const SettingsSchema = v.pick(ContentSchema, [
  "workingHours",
  "schedulePlaces",
]);

/** Each value is `?` if the schema refuses the settings. */
export function callTerms(
  parts: object,
  locale: string,
): Record<string, string> {
  const settings = v.safeParse(SettingsSchema, parts);
  if (!settings.success) return { minutes: "?", place: "?", Place: "?" };
  const { workingHours, schedulePlaces } = settings.output;
  const { from, to } = workingHours.callMinutes;
  const place = placeOf(workingHours, schedulePlaces);
  const minutes = from === to ? String(to) : `${from}-${to}`;
  return { minutes, place, Place: capitalized(place, locale) };
}

function placeOf(
  { place }: WorkingHours,
  names: Content["schedulePlaces"],
): string {
  if (place.kind === "link") return names.link;
  return place.orVideo ? names.phoneOrVideo : names.phone;
}

/** Paths of texts about the call. Any other text is about the call if it matches NAMES_CALL. */
const ABOUT_THE_CALL =
  /^(?:hero|contact|bookCall|confirmation|schedulePage|pages|mail\.(?:confirmation|call\.visitor))\b/;
const NAMES_CALL = /\b(?:strategy|free) call\b|\bcall (?:takes|lasts)\b/i;
/** Matches `20 min` or `15–20 minutes`; the group is the figure. */
const MINUTES = /\b(\d+(?:\s?[-–]\s?\d+)?)[\s-]min(?:ute)?s?\b/gi;
const PLACE = /\bby (?:phone|video)(?: or (?:phone|video))?\b/gi;

/** Finds English sentences about the call whose minutes or place differ from the settings. */
export function* wrongCallTerms(
  content: Content,
): Generator<[path: string, problem: string]> {
  if (!isEnglish(content)) return;
  const { minutes = "", place = "" } = callTerms(content, content.locale);
  const texts = stringsIn({
    ...content,
    markdownPages: {},
    pictures: {},
    schedulePlaces: {},
  });
  for (const [path, text] of texts) {
    if (!ABOUT_THE_CALL.test(path) && !NAMES_CALL.test(text)) continue;
    for (const [words, figure = ""] of text.matchAll(MINUTES))
      if (figure.replaceAll(/\s/g, "").replace("–", "-") !== minutes)
        yield [
          path,
          `says "${words}", but callMinutes in schedule.yaml is ${minutes}: write {minutes}`,
        ];
    const isPlace = (words: string) =>
      words.toLowerCase() === place.toLowerCase();
    const wrong = [...text.matchAll(PLACE)].filter(
      ([words]) => !isPlace(words),
    );
    // If the place has no video, the word `video` alone is wrong, too.
    if (wrong.length === 0 && !/video/i.test(place))
      wrong.push(...text.matchAll(/\bvideo\b/gi));
    for (const [words] of wrong)
      yield [
        path,
        `says "${words}", but place in schedule.yaml is "${place}": write {place}`,
      ];
  }
}

/** @returns each text in a value, with the path of the text, such as `hero.note` */
export function stringsIn(
  value: unknown,
  path = "",
): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    stringsIn(part, path === "" ? name : `${path}.${name}`),
  );
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
