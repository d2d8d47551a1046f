/** Describes each field of the content from the schema that checks it. */

import * as v from "valibot";
import { CONTENT_FILES, ContentSchema, type Content } from "./schema.ts";

/** The names that lead to a value, such as `["hero", "phrases", "0"]`. */
export type FieldPath = readonly string[];

/**
 * The kinds that a schema's metadata names. An
 * `end` may be 24:00, which is the next midnight.
 */
const INPUTS = ["color", "time", "end", "date", "picture"] as const;

type FieldKind =
  | (typeof INPUTS)[number]
  | "text"
  | "number"
  | "choice"
  /** A list of some values of a choice. */
  | "choices"
  | "list"
  | "group"
  | "other";

export interface ContentField {
  kind: FieldKind;
  isOptional: boolean;
  /** The value `null` says that there is nothing. */
  isNullable: boolean;
  /** A reader sees this text, and the program never compares it. */
  isSentence: boolean;
  /** The values of a choice, also of yes or no, or of each item of a list. */
  options: readonly (string | number | boolean)[];
  /** The names in a group whose names are fixed. */
  names: readonly string[];
  /**
   * The names that a group has with each value
   * of the first name, which is a choice.
   */
  variants?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** What this file reads of a valibot schema. */
interface Schema extends v.GenericSchema {
  wrapped?: Schema;
  entries?: Readonly<Record<string, Schema>>;
  item?: Schema;
  value?: Schema;
  rest?: Schema;
  options?: readonly unknown[];
  /** The name that tells the options of a variant apart. */
  key?: unknown;
  literal?: unknown;
  variants?: ContentField["variants"];
}

const KINDS: Partial<Record<string, FieldKind>> = {
  string: "text",
  number: "number",
  boolean: "choice",
  picklist: "choice",
  array: "list",
  tuple_with_rest: "list",
  object: "group",
  object_with_rest: "group",
  record: "group",
};

/** @returns undefined if the schema has no such field */
export function fieldAt(path: FieldPath): ContentField | undefined {
  let schema: Schema | undefined = ContentSchema;
  let isOptional = false;
  let isNullable = false;
  for (const step of path) {
    schema = stepInto(schema, step);
    if (schema === undefined) return undefined;
    isOptional = schema.wrapped !== undefined;
    isNullable = schema.type === "nullable";
    schema = unwrapped(schema);
  }
  const { entries = {}, variants } = schema;
  const { input, isSentence } = v.getMetadata(schema);
  return {
    kind: INPUTS.find((kind) => kind === input) ?? kindOf(schema),
    isOptional,
    isNullable,
    isSentence: isSentence === true,
    options: optionsOf(schema) ?? (schema.item && optionsOf(schema.item)) ?? [],
    names: Object.keys(entries),
    variants,
  };
}

function kindOf(schema: Schema): FieldKind {
  if (schema.item && optionsOf(schema.item)) return "choices";
  return KINDS[schema.type] ?? "other";
}

function optionsOf({ type, options = [] }: Schema) {
  if (type === "boolean") return [true, false];
  if (type !== "picklist") return undefined;
  return options.filter(
    (one): one is string | number =>
      typeof one === "string" || typeof one === "number",
  );
}

function stepInto(schema: Schema, step: string): Schema | undefined {
  const { entries = {}, item, value, rest } = schema;
  if (Object.hasOwn(entries, step)) return entries[step];
  if (item) return /^\d{1,4}$/.test(step) ? item : undefined;
  return step === "__proto__" ? undefined : (value ?? rest);
}

function unwrapped(schema: Schema): Schema {
  if (schema.wrapped) return unwrapped(schema.wrapped);
  return schema.type === "variant" ? withAllNames(schema) : schema;
}

/** A variant as one group with the names of all its options. */
function withAllNames({ key: named, options = [] }: Schema): Schema {
  const key = String(named);
  const groups = options.filter(isSchema).map(({ entries = {} }) => entries);
  const kinds = groups.map((entries) => String(entries[key]?.literal));
  const all = Object.assign({}, ...groups, { [key]: v.picklist(kinds) });
  return {
    ...v.object(all),
    variants: Object.fromEntries(
      groups.map((entries, at) => [kinds[at], Object.keys(entries)]),
    ),
  };
}

const isSchema = (option: unknown): option is Schema =>
  typeof option === "object" && option !== null && "type" in option;

/**
 * The file that the schema names for a part,
 * unless another of the schema's files has it.
 * @returns undefined for what no YAML file holds
 */
export function fileOfPart(
  [part = "", name = ""]: FieldPath,
  has = (_file: string, _part: string) => false,
): string | undefined {
  if (part === "trades" && name !== "") return `trades/${name}.yaml`;
  const files = Object.entries(CONTENT_FILES);
  const [file] =
    files.find(([one]) => has(one, part)) ??
    files.find(([, parts]) => Object.hasOwn(parts, part)) ??
    [];
  return file;
}

/** The path of a field within its file. */
export const pathInFile = (path: FieldPath): FieldPath =>
  path[0] === "trades" ? path.slice(2) : path;

/** The reverse of `fileOfPart` and `pathInFile`. */
export function fullPath(file: string, path: FieldPath): FieldPath {
  const [, folder = "", name = ""] = /^(trades|pages)\/(.*)\./.exec(file) ?? [];
  return folder === "" ? path : [folder, name, ...path];
}

type EditorWords = Pick<Content, "siteEditor">;

/**
 * Names a field by the words of its path:
 * `footer.phoneLabel` is "Footer › Phone label".
 * @param content may have the names of items and of
 * pages, which stand in place of numbers and addresses
 */
export function nameOf(at: FieldPath, content: EditorWords): string {
  const words = at.map((step, index) => {
    const isOfSchema = fieldAt(at.slice(0, index))?.names.includes(step);
    const own = isOfSchema ? "" : ownNameAt(content, at.slice(0, index + 1));
    return own || wordAt(at.slice(0, index + 1), content);
  });
  return words
    .filter((_word, index) => at[index] !== "items" || index === at.length - 1)
    .join(" › ");
}

/** The fields that name an item. */
const NAMING = ["name", "title", "label", "question", "term"];

function ownNameAt(content: unknown, at: FieldPath): string {
  const names = NAMING.map((name) => partAt(content, [...at, name]));
  return names.find((name) => typeof name === "string") ?? "";
}

/** @returns undefined for a missing part */
export const partAt = (value: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>(
    (part, step) => new Map(Object.entries(Object(part))).get(step),
    value,
  );

/**
 * The word for a field within its part. An
 * item of a list has its number, from 1.
 */
export function wordAt(at: FieldPath, { siteEditor }: EditorWords): string {
  const [part, step = ""] = [at.slice(0, -1), at.at(-1)];
  if (fieldAt(part)?.kind === "list") return String(Number(step) + 1);
  const own = partAt(siteEditor.fieldNames, [step]);
  if (typeof own === "string") return own;
  const words = step
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/[-_.]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Writes a path as a JSON pointer: RFC 6901. */
export const pointerTo = (path: FieldPath): string =>
  path
    .map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");

export const pathOfPointer = (pointer: string): FieldPath =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
