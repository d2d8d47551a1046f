/** What a visitor typed, made fit for a place where it may do harm: a greeting, a line of its own. */

/** The longest first name that is repeated. Characters. */
const MAX_FIRST_NAME_LENGTH = 20;

/**
 * One word of letters, at most two of them joined by an apostrophe or a hyphen each time. No digit, dot, slash or sign, so
 * that no address and no message fits in.
 */
const FIRST_NAME = /^\p{L}(?:\p{L}|\p{M}{1,2}(?!\p{M}))*(?:['’-]\p{L}(?:\p{L}|\p{M}{1,2}(?!\p{M}))*){0,2}$/u;

/**
 * The first name to greet somebody with, or undefined when it cannot be repeated: a stranger may have typed it to have
 * us write it to somebody else.
 */
export function safeFirstName(fullName: string): string | undefined {
  const [first = ""] = fullName.normalize("NFC").trim().split(/\s+/u);
  return Array.from(first).length <= MAX_FIRST_NAME_LENGTH && FIRST_NAME.test(first) ? first : undefined;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A text on one line, for a subject or a sentence: no line breaks, no controls, nothing that turns the direction of what
 * stands around it, cut at a whole character.
 *
 * @param maxLength in UTF-16 code units.
 */
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
