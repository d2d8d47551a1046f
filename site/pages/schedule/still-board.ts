/**
 * What the entry knows of a board of times. This module must not load React.
 */

import { attempt } from "../../../contract/attempt.ts";
import type { TimesBoard } from "../../../contract/http/page.ts";
import { ownCallItem } from "../../booked-call.ts";

/**
 * Whether the HTML shows a board in this visitor's
 * zone, with nothing that only the tab knows.
 */
export const isBoardRight = (board: TimesBoard): boolean =>
  board.wanted === undefined &&
  ownCallItem() === "" &&
  visitorZone(board) === board.zone;

/**
 * The browser's zone replaces the agency's
 * zone, unless the address names a zone.
 */
export function visitorZone({ zone, agencyZone }: TimesBoard): string {
  // In 0.1 ms. The first `DateTimeFormat` blocks a slow phone for 0.2 s.
  const temporal: { Now: { timeZoneId: () => string } } | undefined =
    Reflect.get(window, "Temporal");
  const isRight =
    zone !== agencyZone ||
    location.search.includes("zone=") ||
    temporal?.Now.timeZoneId() === zone;
  return isRight ? zone : (browserZone() ?? agencyZone);
}

/**
 * Undefined if the browser cannot use the zone
 * that it names: Chromium may name `Etc/Unknown`.
 */
function browserZone(): string | undefined {
  const zoneOf = (format: Intl.DateTimeFormat) =>
    format.resolvedOptions().timeZone;
  const timeZone = zoneOf(new Intl.DateTimeFormat());
  return attempt(() => zoneOf(new Intl.DateTimeFormat([], { timeZone })));
}
