/** Reads the text of a parameter from left to right: names, values and lists, as PostgREST writes them. */
import { unreadableParameter } from "./errors.ts";

const NAME = /"((?:[^"\\]|\\.)*)"|[^\s"'(),.:]+/suy;
/** In quotes, where a backslash takes the meaning from the next character, or up to the next comma or bracket. */
const VALUE = /"((?:[^"\\]|\\.)*)"(?=\s*[,)])|[^,)]*/suy;
const COMMA = /\s*,\s*/y;
const OPEN = /\s*\(\s*/y;
const CLOSE = /\s*\)/y;
const END = /\s*$/y;

export type ParameterReader = ReturnType<typeof createParameterReader>;

/** Patterns are sticky. Source: PostgREST docs, "Reserved Characters". @throws {RestError} PGRST100, but from `take` */
export function createParameterReader(kind: string, text: string) {
  let at = 0;

  /** Matches the pattern at the current position; without a match, nothing is consumed. */
  function take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return undefined;
    at = pattern.lastIndex;
    return found;
  }

  function expect(pattern: RegExp, what: string): RegExpExecArray {
    const found = take(pattern);
    if (found) return found;
    const next = text[at] === undefined ? "end of input" : JSON.stringify(text[at]);
    throw unreadableParameter(kind, text, at + 1, `unexpected ${next} expecting ${what}`);
  }

  function unquoted([all, quoted]: RegExpExecArray): string {
    return quoted === undefined ? all : quoted.replace(/\\(.)/gsu, "$1");
  }

  function list<Item>(item: () => Item): Item[] {
    const items = [item()];
    while (take(COMMA)) items.push(item());
    return items;
  }

  return {
    take,
    expect,
    list,
    name: () => unquoted(expect(NAME, "field name (* or [a..z0..9_$])")),
    value: () => unquoted(expect(VALUE, "value")),
    group<Item>(item: () => Item): Item[] {
      expect(OPEN, '"("');
      const items = list(item);
      expect(CLOSE, '"," or ")"');
      return items;
    },
    end: () => expect(END, "end of input"),
  };
}
