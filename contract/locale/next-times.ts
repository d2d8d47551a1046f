/** The next open times as links. A script rewrites the server's links in the visitor's zone. */
import { DAY_MS } from "../durations.ts";
import { SCHEDULE_PATH } from "../http/routes.ts";

/** The end of a tag in the HTML of pages. The server inserts the times after this text. */
export const NEXT_TIMES = ' data-times="">';
const MOST_SHOWN = 3;

/** `Mon 9:00 AM`; in six days or later `Mar 1, 9:00 AM`. @param tag the `lang` of the page */
export function nextTimes(
  times: readonly string[],
  timeZone: string,
  now: number,
  tag: string,
) {
  const formatter = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { timeZone, ...parts });
  const links = times.slice(0, MOST_SHOWN).map((iso) => {
    const at = new Date(iso);
    const isNear = Number(at) - now < 6 * DAY_MS;
    const day = isNear
      ? ({ weekday: "short" } as const)
      : ({ month: "short", day: "numeric" } as const);
    const text = formatter({
      ...day,
      hour: "numeric",
      minute: "2-digit",
    }).format(at);
    const parts = formatter({ timeZoneName: "short" }).formatToParts(at);
    const zone = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    return {
      startsAt: iso,
      href: `${SCHEDULE_PATH}?at=${iso}`,
      text: text.replace(/\u202f/g, " "),
      zone,
    };
  });
  return {
    links,
    zones: [...new Set(links.map(({ zone }) => zone))].join("/"),
  };
}
