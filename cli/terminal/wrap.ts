/** Lines of words that fit the terminal. */
import stringWidth from "string-width";

/**
 * Breaks at spaces; a longer word stands alone, and the terminal breaks it.
 *
 * @param line plain text
 * @param indent stands before each line
 */
export function wrap(line: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && stringWidth(indent + longer) > width) {
      lines.push(indent + current);
      current = word;
    } else current = longer;
  }
  return [...lines, (indent + current).trimEnd()];
}
