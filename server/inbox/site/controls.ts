/** The controls of a form of fields, and the edits that the form asks for: both follow the schema. */
import {
  fieldAt,
  pathInFile,
  pointerTo,
  type ContentField,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { SETTINGS } from "../../../contract/inbox/site-editor.ts";
import type { TextChange } from "../../content/change-yaml.ts";
import type { FormRow } from "./fields-page.tsx";
import { nameOf, stringsIn, textTyped } from "./describe.ts";

export type Typed = ReadonlyMap<string, string>;

/** What the rows of a form show. */
export interface RowParts {
  valueAt: (at: FieldPath) => unknown;
  helpAt: (at: FieldPath) => readonly string[];
  lockAt: (at: FieldPath) => string | undefined;
  /** The pictures that a field can name. */
  pictures: readonly string[];
  /** The name of a list's further, empty line. */
  another: string;
  /** What was typed into a form that was refused, and the problems, by pointer. */
  typed?: Typed | undefined;
  problems: ReadonlyMap<string, readonly string[]>;
}

/** The name of the form's control for the field at which the form was opened. */
export const FIELD_PREFIX = "field-";

const below = (name: string, step: string): string =>
  name === FIELD_PREFIX ? FIELD_PREFIX + step : `${name}/${step}`;

/** The box beside an item of a list, or a part, that is to go. */
export const removeBox = (name: string): string => `remove-${name}`;

const PARTS: readonly ContentField["kind"][] = ["list", "group", "other"];

const isControl = (at: FieldPath): boolean =>
  !PARTS.includes(fieldAt(at)?.kind ?? "other");

/** Whether one form has the part's fields with all fields of its own parts. */
export function isWhole(at: FieldPath): boolean {
  const paths = Object.values(SETTINGS).map((path) => pointerTo(path));
  return paths.includes(pointerTo(at));
}

/** The names of fields for which a form has controls. A form for one field has the empty name. */
export function controlsOf(at: FieldPath): readonly string[] {
  if (isControl(at)) return [""];
  const names = fieldAt(at)?.names ?? [];
  return names.filter((name) => isWhole(at) || isControl([...at, name]));
}

export function rowsOf(at: FieldPath, parts: RowParts): FormRow[] {
  if (fieldAt(at)?.kind === "list")
    return isWhole(at) ? itemRows(at, FIELD_PREFIX, parts) : [];
  return controlsOf(at).map((name) =>
    name === ""
      ? rowOf(at, FIELD_PREFIX, parts)
      : rowOf([...at, name], below(FIELD_PREFIX, name), parts),
  );
}

const nameFor = (at: FieldPath): string => FIELD_PREFIX + at.join("-");

/** The rows of a form that has fields of several parts, and its edits. */
export const rowsFor = (fields: readonly FieldPath[], parts: RowParts) =>
  fields.map((at) => rowOf(at, nameFor(at), parts));

export const changesFor = (
  fields: readonly FieldPath[],
  typed: Typed,
  parts: Pick<RowParts, "valueAt" | "lockAt">,
) =>
  fields.flatMap((at) => {
    const asked = { ...parts, typed };
    const changes = changesAt(at, nameFor(at), parts.valueAt(at), asked);
    return changes.map((change) => ({ at, ...change }));
  });

function rowOf(at: FieldPath, name: string, parts: RowParts): FormRow {
  const field = fieldAt(at);
  const about = {
    name,
    pointer: pointerTo(at),
    label: nameOf(at.slice(-1)),
    help: parts.helpAt(at),
    problems: parts.problems.get(pointerTo(at)) ?? [],
  };
  if (field && isControl(at))
    return {
      ...about,
      field:
        field.kind === "picture"
          ? { ...field, options: parts.pictures }
          : field,
      value: shownValue(at, name, field, parts),
      locked: parts.lockAt(at),
    };
  const rows =
    field?.kind === "list"
      ? itemRows(at, name, parts)
      : (field?.names ?? []).map((step) =>
          rowOf([...at, step], below(name, step), parts),
        );
  return { ...about, rows };
}

/** A list ends with this many empty lines for further items. */
const EMPTY_LINES = { items: 3, groups: 1 };

function itemRows(at: FieldPath, name: string, parts: RowParts): FormRow[] {
  const value = parts.valueAt(at);
  const { length } = Array.isArray(value) ? value : [];
  const isGroup = fieldAt([...at, "0"])?.kind === "group";
  const further = isGroup ? EMPTY_LINES.groups : EMPTY_LINES.items;
  const shown = parts.typed ? linesTyped(name, parts.typed) : length + further;
  return Array.from({ length: shown }, (_, index) => {
    const row = rowOf([...at, `${index}`], below(name, `${index}`), parts);
    const isNew = index >= length;
    const label = isNew ? parts.another : row.label;
    const remove = isGroup && !isNew ? removeBox(row.name) : undefined;
    return { ...row, label, remove };
  });
}

/** The lines that the form has, which are numbered without a gap. */
function linesTyped(name: string, typed: Typed): number {
  const start = below(name, "");
  const lines = [...typed.keys()].flatMap((key) =>
    key.startsWith(start) ? key.slice(start.length).split("/").slice(0, 1) : [],
  );
  const numbers = new Set(lines);
  const end = [...numbers].findIndex((_, index) => !numbers.has(`${index}`));
  return end === -1 ? numbers.size : end;
}

function shownValue(
  at: FieldPath,
  name: string,
  { kind, options }: ContentField,
  { typed, valueAt }: RowParts,
): string {
  if (kind === "choices") {
    const chosen = typed
      ? options.filter((one) => typed.has(below(name, String(one))))
      : stringsIn(valueAt(at));
    return chosen.join(" ");
  }
  const [value = ""] = stringsIn(valueAt(at));
  const shown = typed?.get(name) ?? value;
  return kind === "end" && shown === "24:00" ? "00:00" : shown;
}

type WantedChange = TextChange & { was: unknown };

/** Further items come first and removed items last, since both move the places of others. */
export function changesIn(
  at: FieldPath,
  typed: Typed,
  parts: Pick<RowParts, "valueAt" | "lockAt">,
): WantedChange[] {
  if (isWhole(at) || isControl(at))
    return changesAt(at, FIELD_PREFIX, parts.valueAt(at), { ...parts, typed });
  return controlsOf(at).flatMap((step) => {
    const path = [...at, step];
    const name = below(FIELD_PREFIX, step);
    return changesAt(path, name, parts.valueAt(path), { ...parts, typed });
  });
}

type Asked = { typed: Typed } & Pick<RowParts, "lockAt">;

function changesAt(
  at: FieldPath,
  name: string,
  was: unknown,
  asked: Asked,
): WantedChange[] {
  const field = fieldAt(at);
  const path = pathInFile(at);
  if (field?.kind === "list") return changesOfList(at, name, was, asked);
  if (field?.kind !== "group") return changeOfControl(at, name, was, asked);
  if (field.isNullable && asked.typed.has(removeBox(name)))
    return was === null ? [] : [{ path, action: "set", value: null, was }];
  const before = Object(was);
  if (before !== was) {
    const value = valueTyped(at, name, asked.typed);
    return value === undefined ? [] : [{ path, action: "set", value, was }];
  }
  const left = namesTyped(field, name, asked.typed);
  return field.names.flatMap((step): WantedChange[] => {
    const inner: unknown = before[step];
    if (left.includes(step))
      return changesAt([...at, step], below(name, step), inner, asked);
    if (inner === undefined) return [];
    return [{ path: [...path, step], action: "remove", was: inner }];
  });
}

function changeOfControl(
  at: FieldPath,
  name: string,
  was: unknown,
  { typed, lockAt }: Asked,
): WantedChange[] {
  if (!typed.has(name) || lockAt(at) !== undefined) return [];
  const path = pathInFile(at);
  const value = valueTyped(at, name, typed);
  if (isSame(value, was)) return [];
  if (value === undefined) return [{ path, action: "remove", was }];
  return [{ path, action: "set", value, was }];
}

/** The order of chosen values says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return (
    one.length === other.length && one.every((item) => other.includes(item))
  );
}

function changesOfList(
  at: FieldPath,
  name: string,
  was: unknown,
  asked: Asked,
): WantedChange[] {
  const items: unknown[] = Array.isArray(was) ? was : [];
  const path = (index: number) => [...pathInFile(at), `${index}`];
  const changed: WantedChange[] = [];
  const added: unknown[] = [];
  const removed: WantedChange[] = [];
  for (let index = 0; index < linesTyped(name, asked.typed); index += 1) {
    const line = below(name, `${index}`);
    const isGone = isBlank(line, asked.typed);
    const item = items[index];
    if (index >= items.length)
      added.push(
        ...(isGone ? [] : [valueTyped([...at, `${index}`], line, asked.typed)]),
      );
    else if (isGone)
      removed.unshift({ path: path(index), action: "remove", was: item });
    else changed.push(...changesAt([...at, `${index}`], line, item, asked));
  }
  const inserted = added.map((value, index): WantedChange => {
    return {
      path: path(items.length + index),
      action: "insert",
      value,
      was: undefined,
    };
  });
  return [...changed, ...inserted, ...removed];
}

/** Whether nothing stands in a line of the form, or its box says that it is to go. */
function isBlank(name: string, typed: Typed): boolean {
  if (typed.has(removeBox(name))) return true;
  return [...typed].every(
    ([key, text]) =>
      text.trim() === "" || (key !== name && !key.startsWith(below(name, ""))),
  );
}

/** The names that a group has with the variant that was chosen. */
function namesTyped(field: ContentField, name: string, typed: Typed) {
  const [kind = ""] = field.names;
  const chosen = typed.get(below(name, kind)) ?? "";
  const variants = new Map(Object.entries(field.variants ?? {}));
  return variants.get(chosen) ?? field.names;
}

/** @returns undefined for what is to be left out */
function valueTyped(at: FieldPath, name: string, typed: Typed): unknown {
  const field = fieldAt(at);
  if (field?.kind !== "group") return field && textValue(name, field, typed);
  if (isBlank(name, typed)) return undefined;
  const entries = namesTyped(field, name, typed).map(
    (step) =>
      [step, valueTyped([...at, step], below(name, step), typed)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function textValue(name: string, field: ContentField, typed: Typed): unknown {
  const { kind, options, isOptional } = field;
  if (kind === "choices")
    return options.filter((one) => typed.has(below(name, String(one))));
  const text = textTyped(typed.get(name) ?? "");
  if (text === "" && isOptional) return undefined;
  if (kind === "yes-no") return text === "true";
  if (kind === "choice")
    return options.find((one) => String(one) === text) ?? text;
  if (kind === "end" && text === "00:00") return "24:00";
  const isNumber = text !== "" && Number.isFinite(Number(text));
  return kind === "number" && isNumber ? Number(text) : text;
}
