/** Names of time zones for readers: pages and mails name a zone alike. */
import type { Locale } from "./locale.ts";

/** `Central Time`, `Kolkata`, `Sao Paulo`. @param zone its IANA name @param zones names of the content, in the place of the city's */
export function placeOf(zone: string, zones: Locale["zones"]): string {
  const place = zone.split("/").slice(-1).join("");
  return zones[place] ?? place.replace(/_/g, " ");
}

/**
 * `Central Time (CST)`, `Sao Paulo (GMT−3)`, `UTC`, whose place is its name.
 * @param short the zone at a time, as `CST` or `GMT-3`; a line may end after a hyphen, and not after a minus sign
 */
export function zoneName(zone: string, short: string, zones: Locale["zones"]): string {
  const place = placeOf(zone, zones);
  return place === short ? place : `${place} (${short.replace("-", "\u2212")})`;
}
