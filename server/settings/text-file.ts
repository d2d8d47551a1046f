import { readFileSync } from "node:fs";
import { withoutInvisible } from "../../contract/lead/typed-text.ts";
import { messageOf } from "./error-code.ts";

/**
 * @returns the text with `\n` at line ends, without invisible
 * characters; or a problem, written as the end of a sentence
 * about the file, and the line that has the problem
 */
export function readTextFile(
  path: string,
): { text: string } | { problem: string; line: number } {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return { problem: `cannot be read: ${messageOf(error)}`, line: 1 };
  }
  // U+FFFD: bytes that are not UTF-8, or a letter
  // that an editor lost. NUL: probably UTF-16.
  const place = text.search(/[\uFFFD\0]/);
  if (place === -1) return { text: withoutInvisible(text) };
  const line = text.slice(0, place).split(/\r\n?|\n/).length;
  const problem =
    "has letters here that are not UTF-8: type them again, and save it as UTF-8";
  return { problem, line };
}
