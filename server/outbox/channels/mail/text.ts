/** Makes typed names, texts and zones safe for a greeting, a single line or a time. */
import { isTimeZone } from "../../../../contract/validation.ts";

const zones = new Map<string, boolean>();

/** Visitors send zones, and another Node, which knew more of them, may have stored one. */
export function zoneOr(otherwise: string, zone = ""): string {
  if (zones.size > 1000) zones.clear();
  return zone !== "" && zones.getOrInsertComputed(zone, isTimeZone) ? zone : otherwise;
}

const MAX_FIRST_NAME_LENGTH = 20;
/** For scripts that put no spaces between words: twenty of their letters are a sentence with a telephone number. */
const MAX_UNSPACED_LENGTH = 6;
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Yiii}]/u;

/** One word of letters, apostrophes and hyphens: no digit, dot, slash or sign, so that no address or message fits. */
const FIRST_NAME = /^(?:\p{L}\p{M}{0,2})+(?:['’-](?:\p{L}\p{M}{0,2})+){0,2}$/u;

/** Undefined when it cannot be repeated: a stranger may have typed it to have us write it to somebody else. */
export function safeFirstName(fullName: string): string | undefined {
  const [first = ""] = fullName.normalize("NFC").trim().split(/\s+/u);
  const most = UNSPACED.test(first) ? MAX_UNSPACED_LENGTH : MAX_FIRST_NAME_LENGTH;
  return Array.from(first).length <= most && FIRST_NAME.test(first) ? first : undefined;
}

const graphemes = new Intl.Segmenter([], { granularity: "grapheme" });

/** A text on one line, without controls, cut at a whole character. @param maxLength in UTF-16 code units */
export function oneLine(text: string, maxLength: number): string {
  const line = text
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (line.length <= maxLength) return line;
  let cut = "";
  for (const { segment } of graphemes.segment(line.slice(0, maxLength + 1))) {
    if (cut.length + segment.length > maxLength - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
