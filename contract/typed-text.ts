/** One rule for typed and pasted text, wherever it comes in: what nobody sees is removed. */

/** Mail programs and old documents end lines with these, too. Source: Unicode Annex 14. */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

const CONTROL = /(?![\n\t])\p{Cc}/gu;

/**
 * Letters that show nothing. Joiners are not among them, since emoji and Persian need them, nor are
 * soft hyphens, at which long words break.
 */
const INVISIBLE = /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Half of a pair, such as half an emoji, becomes the sign that a browser's form sends for it. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** A braille pattern without dots is drawn as a blank. */
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/** A text of several lines, trimmed; empty if it has nothing to see. */
export function cleanText(text: string): string {
  const clean = withoutInvisible(text).trim();
  return VISIBLE.test(clean) ? clean : "";
}

/** A text of one line, trimmed: line ends, tabs and blanks of any alphabet are plain blanks. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s/g, " ");

/** Typed text as one line. @param most Unicode code points that are kept */
export function lineOf(text: string, most: number): string {
  return Array.from(cleanLine(text)).slice(0, most).join("").trim();
}

/** The text without what shows nothing. Its blanks stay, also at its ends. */
export function withoutInvisible(text: string): string {
  return text
    .replace(LONE_SURROGATE, "\uFFFD")
    .replace(LINE_END, "\n")
    .replace(CONTROL, "")
    .replace(INVISIBLE, "");
}
