/** Reads a file that a person wrote, in whatever editor: UTF-8, with or without a byte order mark. */
import { readFileSync } from "node:fs";
import { withoutInvisible } from "../../contract/typed-text.ts";

/** The text; or why there is none, as the end of a sentence that begins with the file, and the line that shows it. */
export type TextFile = { text: string } | { problem: string; line: number };

const REMEDY = "save the file as UTF-8";

export function readTextFile(path: string): TextFile {
  try {
    return readText(readFileSync(path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return { problem: `cannot be read (${code}): let the site's user read it`, line: 1 };
  }
}

/** @returns the text with line ends of one kind, and without what nobody sees */
export function readText(bytes: Buffer): TextFile {
  if (isUtf16(bytes)) return { problem: `is saved as UTF-16: ${REMEDY}`, line: 1 };
  const text = new TextDecoder("utf-8").decode(bytes);
  const place = text.indexOf("\uFFFD");
  if (place === -1) return { text: withoutInvisible(text) };
  const line = text.slice(0, place).split(/\r\n?|\n/).length;
  // The sign itself, correctly encoded, was saved by a program that had already lost the letter.
  if (Buffer.from(text).equals(withoutMark(bytes)))
    return { problem: "has the sign \uFFFD in the place of a letter: type the letter again", line };
  return { problem: `is saved as Windows-1252 or another old encoding: ${REMEDY}`, line };
}

/** By its mark; without one, every other byte of a Latin text is zero. */
function isUtf16(bytes: Buffer): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const begin = bytes.subarray(0, 200);
  return begin.length > 3 && begin.filter((byte) => byte === 0).length > begin.length / 3;
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.toString("hex", 0, 3) === "efbbbf" ? 3 : 0);
}
