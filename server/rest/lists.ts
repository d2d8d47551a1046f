/** Values in parentheses, `(a,"b,c",d)`, as `in` takes them. Source: PostgREST docs, "Reserved Characters". */
import { unreadableParameter } from "./errors.ts";

/** In quotes, where a backslash takes the meaning from the next character, or up to the next comma or bracket. */
const VALUE = /"((?:[^"\\]|\\.)*)"(?=\s*[,)])|[^,)]*/suy;

export interface ReadList {
  values: string[];
  /** Where the text goes on after the list, counted from 0. */
  end: number;
}

/**
 * Reads a list within a text.
 *
 * @param kind of the text, as errors call it.
 * @throws {RestError} PGRST100
 */
export function readList(kind: string, text: string, start: number): ReadList {
  let at = skipBlanks(text, start);
  if (text[at] !== "(") throw expected(kind, text, at, '"("');
  const values: string[] = [];
  do {
    const { value, end } = readValue(text, at + 1);
    values.push(value);
    at = skipBlanks(text, end);
  } while (text[at] === ",");
  if (text[at] !== ")") throw expected(kind, text, at, '"," or ")"');
  return { values, end: skipBlanks(text, at + 1) };
}

/** Reads one value, which a comma or a closing bracket ends. */
export function readValue(text: string, start: number): { value: string; end: number } {
  VALUE.lastIndex = start;
  const [all = "", quoted] = VALUE.exec(text) ?? [];
  return { value: quoted === undefined ? all : quoted.replace(/\\(.)/gsu, "$1"), end: start + all.length };
}

export function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** The error for a text that does not go on as it should; `at` is counted from 0. */
export function expected(kind: string, text: string, at: number, what: string) {
  const found = text[at] === undefined ? "end of input" : JSON.stringify(text[at]);
  return unreadableParameter(kind, text, at + 1, `unexpected ${found} expecting ${what}`);
}
