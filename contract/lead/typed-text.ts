/** Cleans typed and pasted text of characters that nobody sees. */

/**
 * Line ends of mail programs and old documents,
 * except `\n`. Source: Unicode Annex 14.
 */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Control characters, except line ends and tabs, and others that show nothing.
 * Joiners and soft hyphens are not among them: emoji and Persian need joiners,
 * and long words break at soft hyphens.
 */
const INVISIBLE =
  /(?![\n\t])\p{Cc}|[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * Half of a surrogate pair, for example of an
 * emoji. Browsers' forms send U+FFFD instead.
 */
const LONE_SURROGATE = /\p{Cs}/gu;

/**
 * A visible character. U+2800, a braille
 * pattern without dots, looks like a blank.
 */
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/**
 * Trims a text of several lines. @returns
 * an empty text if no character is visible
 */
export function cleanText(text: string): string {
  const clean = withoutInvisible(text).trim();
  return VISIBLE.test(clean) ? clean : "";
}

/**
 * Trims a text to one line. Line ends, tabs and
 * blanks of any alphabet become plain blanks.
 */
export const cleanLine = (text: string): string =>
  cleanText(text).replace(/\s/g, " ");

/**
 * Cuts typed text to one line of at most `most`
 * Unicode code points. @param mark ends a line that was cut
 */
export function lineOf(text: string, most: number, mark = ""): string {
  const characters = Array.from(cleanLine(text));
  const line = characters.slice(0, most).join("").trim();
  return characters.length > most ? line + mark : line;
}

/** Removes invisible characters. Blanks stay, even at the ends of the text. */
export function withoutInvisible(text: string): string {
  return text
    .replace(LONE_SURROGATE, "\uFFFD")
    .replace(LINE_END, "\n")
    .replace(INVISIBLE, "");
}
