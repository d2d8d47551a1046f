/** Describes each field of the content from the schema that checks it. */
import { CONTENT_FILES, ContentSchema } from "./schema.ts";

/** The names that lead to a value, such as `["hero", "phrases", "0"]`. */
export type FieldPath = readonly string[];

type FieldKind =
  | "text"
  | "number"
  | "yes-no"
  | "choice"
  | "list"
  | "group"
  | "other";

export interface ContentField {
  kind: FieldKind;
  isOptional: boolean;
  /** A reader sees this text, and the program never compares it. */
  isSentence: boolean;
  /** The values of a choice. */
  options: readonly string[];
  /** The names in a group whose names are fixed. */
  names: readonly string[];
}

/** What this file reads of a valibot schema. */
interface Schema {
  type: string;
  wrapped?: Schema;
  entries?: Readonly<Record<string, Schema>>;
  item?: Schema;
  value?: Schema;
  rest?: Schema;
  options?: readonly unknown[];
  pipe?: readonly Rule[];
}

/** A rule, or the schema to which a pipe adds rules. */
interface Rule {
  type: string;
  metadata?: Readonly<Record<string, unknown>>;
  pipe?: readonly Rule[];
}

const rulesOf = ({ pipe = [] }: Pick<Rule, "pipe">): Rule[] =>
  pipe.flatMap((rule) => (rule.pipe ? rulesOf(rule) : rule));

const KINDS: Partial<Record<string, FieldKind>> = {
  string: "text",
  number: "number",
  boolean: "yes-no",
  picklist: "choice",
  array: "list",
  object: "group",
  object_with_rest: "group",
  record: "group",
};

/** @returns undefined if the schema has no such field */
export function fieldAt(path: FieldPath): ContentField | undefined {
  let schema: Schema | undefined = ContentSchema;
  let isOptional = false;
  for (const step of path) {
    schema = stepInto(schema, step);
    if (schema === undefined) return undefined;
    isOptional = schema.wrapped !== undefined;
    schema = unwrapped(schema);
  }
  const { type, options = [], entries = {} } = schema;
  const rules = rulesOf(schema);
  const isCompared = rules.some(({ metadata }) => metadata?.["isCompared"]);
  return {
    kind: KINDS[type] ?? "other",
    isOptional,
    isSentence:
      !isCompared &&
      rules.some((rule) => rule.type === "trim") &&
      rules.some((rule) => rule.type === "non_empty"),
    options: options.map(String),
    names: Object.keys(entries),
  };
}

function stepInto(schema: Schema, step: string): Schema | undefined {
  const { entries = {}, item, value, rest } = schema;
  if (Object.hasOwn(entries, step)) return entries[step];
  if (item) return /^\d{1,4}$/.test(step) ? item : undefined;
  return step === "__proto__" ? undefined : (value ?? rest);
}

function unwrapped(schema: Schema): Schema {
  return schema.wrapped ? unwrapped(schema.wrapped) : schema;
}

/** The file that the schema names for a part. Undefined for what no YAML file holds. */
export function fileOfPart([part = "", name = ""]: FieldPath) {
  if (part === "trades" && name !== "") return `trades/${name}.yaml`;
  const holder = Object.entries(CONTENT_FILES).find(([, parts]) =>
    Object.hasOwn(parts, part),
  );
  return holder?.[0];
}

/** The path of a field within its file. */
export const pathInFile = (path: FieldPath): FieldPath =>
  path[0] === "trades" ? path.slice(2) : path;

/** The reverse of `fileOfPart` and `pathInFile`. */
export function fullPath(file: string, path: FieldPath): FieldPath {
  const [, folder = "", name = ""] = /^(trades|pages)\/(.*)\./.exec(file) ?? [];
  return folder === "" ? path : [folder, name, ...path];
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
