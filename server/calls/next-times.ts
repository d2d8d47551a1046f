/** The next open times in the pages that offer a call. */
import { setTimeout } from "node:timers/promises";
import { escapeMarkup } from "../../contract/escape-markup.ts";
import { nextTimes } from "../../contract/locale/next-times.ts";
import type { Language } from "../../contract/locale/locale.ts";
import type { OpenTimes } from "./offered-times.ts";

/** Pages show times that were read so long ago, and wait so long for others. Milliseconds. */
const KEPT_MS = 30_000;
const PATIENCE_MS = 250;

type Times = Pick<OpenTimes, "read" | "timeZone">;

/** @returns their HTML, empty while there are none or the store is silent */
export function createNextTimes(times: Times, { tag }: Language, now: () => number) {
  let html = "";
  let readAt = -Infinity;
  let reading: Promise<string> | undefined;

  async function read(): Promise<string> {
    const openings = await times.read();
    const { links, zone } = nextTimes(openings.times, times.timeZone, now(), tag);
    const anchors = links.map(
      ({ href, text }) =>
        `<a rel="nofollow" href="${href}">${text}<span class="hidden"> ${escapeMarkup(zone)}</span></a>`,
    );
    const shortZone = `<span aria-hidden="true">${escapeMarkup(zone)}</span>`;
    html = anchors.length === 0 ? "" : anchors.join("") + shortZone;
    readAt = now();
    return html;
  }

  return () => {
    if (Math.abs(now() - readAt) < KEPT_MS) return html;
    reading ??= read().finally(() => (reading = undefined));
    return Promise.race([reading.catch(() => ""), setTimeout(PATIENCE_MS, "", { ref: false })]);
  };
}
