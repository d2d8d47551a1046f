/** What the entry knows of a board of times. This module must not load React. */
import { attempt } from "../../../contract/attempt.ts";
import type { TimesBoard } from "../../../contract/http/page.ts";
import { ownCallItem } from "../../booked-call.ts";

/** Whether the HTML shows a board in this visitor's zone, with nothing that only the tab knows. */
export const isBoardRight = (board: TimesBoard): boolean =>
  board.wanted === undefined &&
  ownCallItem() === "" &&
  visitorZone(board) === board.zone;

/** The browser's zone replaces the agency's zone, unless the address names a zone. */
export function visitorZone({ zone, agencyZone }: TimesBoard): string {
  const isNamed =
    zone !== agencyZone || new URL(location.href).searchParams.has("zone");
  return isNamed ? zone : (browserZone() ?? agencyZone);
}

/** Undefined if the browser cannot use the zone that it names: Chromium may name `Etc/Unknown`. */
function browserZone(): string | undefined {
  const zoneOf = (format: Intl.DateTimeFormat) =>
    format.resolvedOptions().timeZone;
  const timeZone = zoneOf(new Intl.DateTimeFormat());
  return attempt(() => zoneOf(new Intl.DateTimeFormat([], { timeZone })));
}
