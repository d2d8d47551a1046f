/** The next open times in the pages that offer a call. Pages never wait for them: they have those of the last reading. */
import { escapeMarkup } from "../../contract/escape-markup.ts";
import { nextTimes } from "../../contract/locale/next-times.ts";
import type { Language } from "../../contract/locale/locale.ts";
import type { Schedule } from "./schedule.ts";

const KEPT_MS = 30_000;

/** @returns their HTML, empty while there are none */
export function createNextTimes(
  { openings, availability }: Pick<Schedule, "openings" | "availability">,
  { tag }: Language,
  now: () => number,
): () => string {
  let html = "";
  let readAt = -Infinity;
  let reading = false;

  async function read(): Promise<void> {
    const found = await openings();
    const { links, zone } = nextTimes(
      found.kind === "ok" ? found.times : [],
      availability.timeZone,
      now(),
      tag,
    );
    const anchors = links.map(({ href, text }) => `<a href="${href}">${text}</a>`);
    html = anchors.length === 0 ? "" : `${anchors.join("")}<span>${escapeMarkup(zone)}</span>`;
    if (found.kind === "ok") readAt = now();
  }

  return () => {
    if (!reading && Math.abs(now() - readAt) >= KEPT_MS) {
      reading = true;
      const end = () => (reading = false);
      read().then(end, end);
    }
    return html;
  };
}
