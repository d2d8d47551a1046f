import { cleanLine, lineOf } from "../../../contract/lead/typed-text.ts";

/**
 * A text on one line, cut between characters.
 * @param most how many code points stay
 */
export function oneLine(text: string, most: number): string {
  const line = cleanLine(text);
  const cut = lineOf(line, most);
  return cut === line ? line : `${cut}…`;
}
