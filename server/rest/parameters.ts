/** The grammar that PostgREST's parameters share: lists, and names that may stand in double quotes. */
import { unreadableParameter } from "./errors.ts";

const FIELD_NAME = "field name (* or [a..z0..9_$])";

/** A name as it is written: `"any \" thing"`, or letters, digits, `_`, `$`, blanks within and single dashes. */
const NAME = String.raw`"(?:[^"\\]|\\.)*"|[\p{L}\p{N}_$]+(?:(?:-| +)[\p{L}\p{N}_$]+)*`;

/** A pattern for a whole text, in which each `NAME` stands for a captured name. */
export function namePattern(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll("NAME", `(${NAME})`)}$`, "u");
}

/** The same for a place within a text. */
export function namePatternAt(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll("NAME", `(${NAME})`), "uy");
}

const ONLY_NAME = namePattern(String.raw`\s*NAME\s*`);

/** The name without its quotes. */
export function unquote(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replace(/\\(.)/gs, "$1") : name;
}

export interface ListItem {
  text: string;
  /** Where it begins, counted from 1. */
  at: number;
}

/** The items between the commas that stand neither in quotes nor in parentheses. */
export function splitList(text: string): ListItem[] {
  const items: ListItem[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (quoted && character === "\\") index++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === "(") depth++;
    else if (!quoted && character === ")") depth--;
    else if (!quoted && depth === 0 && character === ",") {
      items.push({ text: text.slice(start, index), at: start + 1 });
      start = index + 1;
    }
  }
  items.push({ text: text.slice(start), at: start + 1 });
  return items;
}

/**
 * The names of `columns=`.
 *
 * @throws {RestError} PGRST100
 */
export function parseColumns(text: string): string[] {
  return splitList(text).map((item) => {
    const name = ONLY_NAME.exec(item.text)?.[1];
    if (name === undefined) throw unreadableItem("columns parameter", text, item);
    return unquote(name);
  });
}

/** The error for an item that is not what the list takes. */
export function unreadableItem(kind: string, text: string, { text: item, at }: ListItem) {
  const [first] = item;
  const found = first === undefined ? "end of input" : JSON.stringify(first);
  return unreadableParameter(kind, text, at, `unexpected ${found} expecting ${FIELD_NAME}`);
}
