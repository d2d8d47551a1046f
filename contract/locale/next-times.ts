/**
 * The next open times as links. A script rewrites
 * the server's links in the visitor's zone.
 */

import { DAY_MS } from "../durations.ts";
import { SCHEDULE_PATH } from "../http/routes.ts";

/**
 * The end of a tag in the HTML of pages. The
 * server inserts the times after this text.
 */
export const NEXT_TIMES = ' data-times="">';
const MOST_SHOWN = 3;

/**
 * `Mon, 9:00 AM EST`; in six days or later
 * `Mar 1, 9:00 AM EST`. @param tag the `lang` of the page
 */
export function nextTimes(
  times: readonly string[],
  timeZone: string,
  now: number,
  tag: string,
) {
  return times.slice(0, MOST_SHOWN).map((iso) => {
    const at = Date.parse(iso);
    const day =
      at - now < 6 * DAY_MS
        ? ({ weekday: "short" } as const)
        : ({ month: "short", day: "numeric" } as const);
    const format = new Intl.DateTimeFormat(tag, {
      ...day,
      hour: "numeric",
      minute: "2-digit",
      timeZone,
      timeZoneName: "short",
    });
    return {
      startsAt: iso,
      href: `${SCHEDULE_PATH}?at=${iso}`,
      // A line breaks between day and clock, and not before AM.
      text: format.format(at).replace(/([^,])\s/g, "$1\u00a0"),
    };
  });
}
