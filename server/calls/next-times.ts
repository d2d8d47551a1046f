import { setTimeout } from "node:timers/promises";
import { escapeMarkup } from "../http/escape-markup.ts";
import { nextTimes } from "../../contract/locale/next-times.ts";
import type { Language } from "../../contract/locale/locale.ts";
import type { Openings, OpenTimes } from "./offered-times.ts";

const PATIENCE_MS = 250;

type Times = Pick<OpenTimes, "read" | "timeZone">;

/** The HTML is empty without open times, and while the store fails or is slow. */
export function createNextTimes(times: Times, { tag }: Language, now: () => number) {
  let latest: Openings | undefined;
  let html = "";

  async function read(): Promise<string> {
    const openings = await times.read();
    if (openings === latest) return html;
    const { links, zones } = nextTimes(openings.times, times.timeZone, now(), tag);
    const anchors = links.map(
      ({ href, text, zone }) =>
        `<a rel="nofollow" href="${href}">${text}<span class="hidden"> ${escapeMarkup(zone)}</span></a>`,
    );
    const shortZone = `<span aria-hidden="true">${escapeMarkup(zones)}</span>`;
    html = anchors.length === 0 ? "" : anchors.join("") + shortZone;
    latest = openings;
    return html;
  }

  return () => Promise.race([read().catch(() => ""), setTimeout(PATIENCE_MS, "", { ref: false })]);
}
