import { cleanLine } from "../../../contract/lead/typed-text.ts";

/**
 * A text on one line, cut between characters.
 * @param maxLength in UTF-16 code units
 */
export function oneLine(text: string, maxLength: number): string {
  const line = cleanLine(text);
  if (line.length <= maxLength) return line;
  // Removes half of a character, or a joiner
  // whose second character was cut off.
  const cut = line
    .slice(0, maxLength - 1)
    .replace(/[\uD800-\uDBFF\u200D]+$/, "");
  return `${cut.trimEnd()}…`;
}
