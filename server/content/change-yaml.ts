/**
 * Changes one value of a YAML file. All other
 * lines, and all comments, stay as they are.
 */

import { isDeepStrictEqual } from "node:util";
import * as yaml from "yaml";
import { partAt, type FieldPath } from "../../contract/content/fields.ts";
import type { ChangeAction } from "../../contract/inbox/site-editor.ts";
import { Latest } from "../../contract/latest.ts";
import { documentOf, parse, readYaml } from "./yaml.ts";

export interface TextChange {
  path: FieldPath;
  action: ChangeAction;
  /** For `set` and `insert`. */
  value?: unknown;
}

const NO_PLACE = "The file has no such place.";

/**
 * Each view of the editor applies the whole draft
 * anew, at 40 ms for a change of a large file.
 */
const changedTexts = new Latest<string>(200);

/**
 * @returns the text after the change @throws
 * {Error} if the file has no such place
 */
export const changeYaml = (text: string, change: TextChange): string =>
  changedTexts.use(JSON.stringify([change, text]), () =>
    changedText(text, change),
  );

function changedText(text: string, change: TextChange): string {
  const document = parse(text);
  const scalar = document.getIn(change.path, true);
  const spliced =
    change.action === "set" && yaml.isScalar(scalar)
      ? candidates(text, scalar, change.value)
      : [];
  changeDocument(document, change);
  const wanted: unknown = document.toJS();
  const isWanted = (one: string) => readsAs(one, wanted);
  const edited =
    spliced.find(isWanted) ?? redrawn(text, document).find(isWanted);
  if (edited === undefined) throw new Error(NO_PLACE);
  return edited;
}

/** Names and comments at the margin begin the parts of a file. */
const PARTS = /^(?=[#\w])/m;

/**
 * The file with what changed in YAML's own style and all other
 * parts as people wrote them; else all of it in that style.
 */
function redrawn(text: string, document: yaml.Document): string[] {
  const style = { lineWidth: 0, flowCollectionPadding: text.includes("[ ") };
  const before = parse(text).toString(style).split(PARTS);
  const written = text.split(PARTS);
  const asWritten = new Map(
    before.map((part, index) => [part.trimEnd(), written[index]]),
  );
  const whole = document.toString(style);
  const parts = whole
    .split(PARTS)
    .map((part) => asWritten.get(part.trimEnd()) ?? part);
  return [parts.join(""), whole];
}

/** @returns undefined for a missing value, and for a file that is no YAML */
export const yamlValueAt = (text: string, path: FieldPath): unknown =>
  partAt(valueIn(text), path);

function valueIn(text: string): unknown {
  const file = readYaml("", text);
  return "value" in file ? file.value : undefined;
}

const readsAs = (text: string, value: unknown): boolean =>
  isDeepStrictEqual(valueIn(text), value);

/**
 * The text with the value in place of a scalar: first without
 * quotes, unless the former value has quotes that it does not need.
 */
function candidates(
  text: string,
  { range, type, value: former }: yaml.Scalar,
  value: unknown,
): string[] {
  const isScalar = ["string", "number", "boolean"].includes(typeof value);
  if (!range || !isScalar) return [];
  const [begin, end] = range;
  const isBlock = type === "BLOCK_FOLDED" || type === "BLOCK_LITERAL";
  const around = (shown: string) =>
    text.slice(0, begin) + shown + (isBlock ? "\n" : "") + text.slice(end);
  // JSON is YAML.
  const quoted = around(JSON.stringify(value));
  const hasNeedlessQuotes =
    type !== "PLAIN" && readsAs(around(String(former)), valueIn(text));
  return hasNeedlessQuotes ? [quoted] : [around(String(value)), quoted];
}

function changeDocument(document: yaml.Document, change: TextChange): void {
  const { path, action, value } = change;
  const parent = document.getIn(path.slice(0, -1), true);
  if (yaml.isSeq(parent)) changeList(document, parent, change);
  else if (action === "set" && path.length > 0) setField(document, path, value);
  else if (action !== "remove" || !document.deleteIn(path))
    throw new Error(NO_PLACE);
}

function setField(document: yaml.Document, path: FieldPath, value: unknown) {
  const [around, step = ""] = [path.slice(0, -1), path.at(-1)];
  // `host: null` becomes a part with fields.
  if (yaml.isMap(document.getIn(around, true)))
    document.setIn(path, document.createNode(value));
  else setField(document, around, { [step]: value });
}

function changeList(
  document: yaml.Document,
  { items }: yaml.YAMLSeq,
  { path, action, value }: TextChange,
): void {
  const index = Number(path.at(-1));
  const item = items[index];
  if (action === "insert") {
    items.splice(index, 0, document.createNode(value));
    return;
  }
  if (!yaml.isNode(item)) throw new Error(NO_PLACE);
  items.splice(index, 1);
  if (action === "set") items.splice(index, 0, document.createNode(value));
  if (action === "copy") items.splice(index, 0, item, item.clone());
  if (action === "up" || action === "down") {
    const to = index + (action === "up" ? -1 : 1);
    if (to < 0 || to > items.length) throw new Error(NO_PLACE);
    items.splice(to, 0, item);
  }
}

/** The comment above a field, which explains it. */
export function commentAt(text: string, path: FieldPath): string {
  const parent = documentOf(text).getIn(path.slice(0, -1), true);
  if (!yaml.isMap(parent)) return "";
  const pair = parent.items.find(({ key }) => String(key) === path.at(-1));
  const own = yaml.isNode(pair?.key) ? pair.key.commentBefore : undefined;
  // YAML gives the comment above the first field to the part.
  const isFirst = pair === parent.items[0];
  const comment = own ?? (isFirst ? parent.commentBefore : undefined);
  // Above a blank line, the comment is about the file.
  const [about = ""] = (comment ?? "").split(/\n\s*(?:\n|$)/).slice(-1);
  return about.replaceAll(/\s*\n\s*/g, " ").trim();
}
