/**
 * Marks around the sentences of a content, so that a page
 * that is drawn with it tells which sentence stands where.
 * Only pages of the site's editor are drawn with marks.
 */

import { fieldAt, type FieldPath } from "../../contract/content/fields.ts";
import type { Content } from "../../contract/content/schema.ts";

/**
 * Unicode keeps these for a program's own
 * use (The Unicode Standard, section 23.7).
 */
const BEGIN = "\uFDD0";
const END = "\uFDD1";
/**
 * A mark has one length, so that the program
 * compares lengths as it does without marks.
 */
const DIGITS = 4;

/** The mark in the address of a picture. */
const MARKED_SOURCE = new RegExp(` src="[^"]*${BEGIN}(\\d{${DIGITS}})`);

const MARK = new RegExp(`${BEGIN}(\\d{${DIGITS}})|${END}`, "g");
const MARKED = new RegExp(
  `${BEGIN}(\\d{${DIGITS}})([^${BEGIN}${END}]*)${END}?`,
  "g",
);

/**
 * @returns a copy with marks, and the path of
 * each marked sentence, by the mark's number
 */
export function markSentences(content: Content) {
  const marked = structuredClone(content);
  const paths: FieldPath[] = [];
  visit(marked, []);
  return { content: marked, paths };

  function visit(holder: object, path: FieldPath): void {
    for (const [name, value] of Object.entries(holder)) {
      const at = [...path, name];
      if (typeof value === "object" && value !== null) visit(value, at);
      const field = typeof value === "string" && fieldAt(at);
      if (!field) continue;
      if (field.kind === "picture") markPicture(holder, name, value, at);
      if (!field.isSentence) continue;
      Reflect.set(holder, name, BEGIN + next(at) + value + END);
    }
  }

  /**
   * A picture is found by its name, so its copy
   * has a name and an address with the mark.
   */
  function markPicture(
    holder: object,
    name: string,
    file: string,
    at: FieldPath,
  ) {
    const picture = content.pictures[file];
    if (!picture) return;
    const mark = BEGIN + next(at) + END;
    // The end of the address is the format, which the program reads.
    const src = picture.src.replace(/\.\w+$/, (end) => mark + end);
    marked.pictures[file + mark] = { ...picture, src };
    Reflect.set(holder, name, file + mark);
  }

  function next(at: FieldPath): string {
    return String(paths.push(at) - 1).padStart(DIGITS, "0");
  }
}

export const withoutMarks = (text: string): string => text.replace(MARK, "");

/** The numbers of the marks in a text. */
export const marksIn = (text: string): number[] =>
  Array.from(text.matchAll(MARK), ([, number]) => number)
    .filter((number) => number !== undefined)
    .map(Number);

/** The number of the first picture that has a mark. */
export function pictureMarkIn(html: string): number | undefined {
  const [, number] = MARKED_SOURCE.exec(html) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Replaces each marked sentence of a text, and removes all other marks. */
export function replaceMarked(
  text: string,
  replace: (number: number, sentence: string) => string,
): string {
  const replaced = text.replace(MARKED, (_, number: string, sentence: string) =>
    replace(Number(number), sentence),
  );
  return withoutMarks(replaced);
}
