import { setTimeout } from "node:timers/promises";
import type { Language } from "../../contract/locale/locale.ts";
import { nextTimes } from "../../contract/locale/next-times.ts";
import { escapeMarkup } from "../http/escape-markup.ts";
import type { Openings, OpenTimes } from "./offered-times.ts";

const PATIENCE_MS = 250;

type Times = Pick<OpenTimes, "read" | "timeZone">;

/**
 * HTML of links to the next open times; empty if
 * none is open, or the store fails or is slow.
 */
export function createNextTimes(
  times: Times,
  { tag }: Language,
  now: () => number,
) {
  const written = new WeakMap<Openings, string>();

  function htmlOf(openings: Openings): string {
    return nextTimes(openings.times, times.timeZone, now(), tag)
      .map(
        ({ href, text }) =>
          `<a rel="nofollow" href="${href}">${escapeMarkup(text)}</a>`,
      )
      .join("");
  }

  const read = async () =>
    written.getOrInsertComputed(await times.read(), htmlOf);

  return () =>
    Promise.race([
      read().catch(() => ""),
      setTimeout(PATIENCE_MS, "", { ref: false }),
    ]);
}
