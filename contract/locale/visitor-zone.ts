/**
 * The zone of a visitor at one time. The visitor's browser may know other rules
 * of a zone than this machine, so a zone is kept with the offset that it had
 * where the time was tapped, as RFC 9557 writes it: `-05:00[America/Winnipeg]`.
 */

import { attempt } from "../attempt.ts";

const WITH_OFFSET = /^([+-])(\d\d):(\d\d)\[(.+)\]$/;

/** `America/Winnipeg`. */
export const nameOfZone = (zone: string) => WITH_OFFSET.exec(zone)?.[4] ?? zone;

/**
 * The zone as `Intl` takes it. The names of whole
 * hours, with the opposite sign, are old ones.
 */
export function zoneForIntl(zone: string): string {
  const [, sign, hours = "", minutes] = WITH_OFFSET.exec(zone) ?? [];
  if (sign === undefined) return zone;
  if (minutes !== "00") return `${sign}${hours}:${minutes}`;
  return `Etc/GMT${sign === "-" ? "+" : "-"}${Number(hours)}`;
}

/**
 * The zone with its offset at `iso`; without it in a browser that cannot tell.
 */
export function zoneWithOffset(iso: string, zone: string): string {
  const timeZone = nameOfZone(zone);
  const options = { timeZone, timeZoneName: "longOffset" } as const;
  const parts = attempt(() =>
    new Intl.DateTimeFormat("en", options).formatToParts(new Date(iso)),
  );
  const [, offset] =
    parts
      ?.find(({ type }) => type === "timeZoneName")
      ?.value.match(/^GMT(.*)$/) ?? [];
  return offset === undefined ? timeZone : `${offset || "+00:00"}[${timeZone}]`;
}

/**
 * The zone without its offset if this machine knows the same offset at `iso`.
 */
export const settledZone = (iso: string, zone: string) =>
  zoneWithOffset(iso, zone) === zone ? nameOfZone(zone) : zone;

/**
 * The zone of a call that somebody else moves:
 * its offset is known only at its former time.
 */
export function zoneAfterMove(zone: string, from: string, to: string): string {
  const isSame = zoneWithOffset(from, zone) === zoneWithOffset(to, zone);
  return isSame ? zone : nameOfZone(zone);
}
