/** The next open times. The server writes them, and a script again in the visitor's zone. */
import { DAY_MS } from "../durations.ts";
import { SCHEDULE_PATH } from "../routes.ts";

/** A mark in the HTML of pages, behind which the server puts the times. */
export const NEXT_TIMES = ' data-times="">';
const AT_ONCE = 3;

/** Texts like `Mon 9:00 AM`, after six days `Mar 1, 9:00 AM`. @param tag the page's `lang` */
export function nextTimes(times: readonly string[], timeZone: string, now: number, tag: string) {
  const format = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { timeZone, ...parts });
  const links = times.slice(0, AT_ONCE).map((iso) => {
    const at = new Date(iso);
    const isNear = Number(at) - now < 6 * DAY_MS;
    const day = isNear ? ({ weekday: "short" } as const) : ({ month: "short", day: "numeric" } as const);
    const text = format({ ...day, hour: "numeric", minute: "2-digit" }).format(at);
    const parts = format({ timeZoneName: "short" }).formatToParts(at);
    const zone = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    return { href: `${SCHEDULE_PATH}?at=${iso}`, text: text.replace(/\u202f/g, " "), zone };
  });
  return { links, zones: [...new Set(links.map(({ zone }) => zone))].join("/") };
}
