/** Makes typed texts and zones safe for a single line or a time. */
import { isTimeZone } from "../../../contract/validation.ts";

const zones = new Map<string, boolean>();

/** Visitors send zones, and another Node, which knew more of them, may have stored one. */
export function zoneOr(otherwise: string, zone = ""): string {
  if (zones.size > 1000) zones.clear();
  return zone !== "" && zones.getOrInsertComputed(zone, isTimeZone) ? zone : otherwise;
}

/** A text on one line, cut between characters. @param maxLength in UTF-16 code units */
export function oneLine(text: string, maxLength: number): string {
  const line = text
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (line.length <= maxLength) return line;
  // Half of a character, or what joins it with one that was cut off.
  const cut = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF\u200D]+$/, "");
  return `${cut.trimEnd()}…`;
}
