/**
 * The controls of a form of fields, and the changes
 * that the form asks for: both follow the schema.
 */

import type { Colors } from "../../../contract/content/colors.ts";
import {
  fieldAt,
  pathInFile,
  pathOfPointer,
  pointerTo,
  wordAt,
  type ContentField,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import {
  SETTING_NAMES,
  SETTINGS,
} from "../../../contract/inbox/site-editor.ts";
import type { TextChange } from "../../content/change-yaml.ts";
import type { ContentProblem } from "../../content/content.ts";
import { contrastsOf } from "../../content/contrast.ts";
import {
  helpFor,
  lockOf,
  stringsIn,
  typedOver,
  valueSeen,
} from "./describe.ts";
import { valueOf, type DraftContent } from "./draft.ts";
import type { FormRow } from "./fields-page.tsx";
import { choosable } from "./picture-places.ts";
import type { SiteParts } from "./site-page.ts";

export type Typed = ReadonlyMap<string, string>;

/** A form of fields. */
export interface FieldForm {
  now: DraftContent;
  parts: SiteParts;
  /** The colors of the form, unless one of them is no color. */
  colors?: Colors | undefined;
  /** What was typed into a form that was refused, and what is wrong with it. */
  typed?: Typed | undefined;
  problems?: readonly Pick<ContentProblem, "path" | "sentence">[];
}

/** The name of the form's control for a field. */
export const controlName = (at: FieldPath): string => `field${pointerTo(at)}`;

/** The reverse of `controlName`. */
export const pathOfControl = (name: string): FieldPath =>
  pathOfPointer(name.replace(/^field/, ""));

/** The box beside an item of a list, or a part, that is to go. */
export const removeBox = (at: FieldPath): string => `remove${pointerTo(at)}`;

const PARTS: readonly ContentField["kind"][] = ["list", "group", "other"];

const isControl = (at: FieldPath): boolean =>
  !PARTS.includes(fieldAt(at)?.kind ?? "other");

/** The setting whose form has all fields of a part. */
export const settingAt = (at: FieldPath) =>
  SETTING_NAMES.find((name) => pointerTo(SETTINGS[name]) === pointerTo(at));

const isListOfControls = (at: FieldPath): boolean =>
  fieldAt(at)?.kind === "list" && isControl([...at, "0"]);

/**
 * The fields for which a form has controls: a setting counts as a whole,
 * as a part of controls does, and a part that is not there yet.
 */
export function formFieldsOf(at: FieldPath, value: unknown): FieldPath[] {
  const isWhole = settingAt(at) !== undefined || Object(value) !== value;
  if (isWhole || isControl(at) || isListOfControls(at)) return [at];
  const inner = (fieldAt(at)?.names ?? []).map((name) => [...at, name]);
  const controls = inner.filter(isControl);
  return inner.length > 0 && controls.length === inner.length ? [at] : controls;
}

/** The rows of a form. A form for one part has the part's rows. */
export const rowsOf = (fields: readonly FieldPath[], form: FieldForm) =>
  fields.flatMap((at) => {
    const row = rowOf(at, form);
    return row.rows ?? [row];
  });

function rowOf(at: FieldPath, form: FieldForm): FormRow {
  const { now, parts, problems = [] } = form;
  const field = fieldAt(at);
  const name = controlName(at);
  const about = {
    name,
    label: wordAt(at, parts),
    help: [...helpFor(at, now), ...contrastsAt(at, form)],
    problems: problems
      .filter(({ path }) => path && controlName(path) === name)
      .map(({ sentence }) => sentence),
  };
  if (field && isControl(at))
    return {
      ...about,
      field:
        field.kind === "picture"
          ? { ...field, options: choosable(now.content) }
          : field,
      value: shownValue(at, field, form),
      locked: lockOf(at, parts),
    };
  const rows =
    field?.kind === "list"
      ? itemRows(at, form)
      : (field?.names ?? []).map((step) => rowOf([...at, step], form));
  return { ...about, rows };
}

function contrastsAt(
  [, name = ""]: FieldPath,
  { colors, parts }: FieldForm,
): string[] {
  if (!colors) return [];
  return contrastsOf(colors, name).map(({ use, ratio, least }) => {
    const values = { use, ratio: String(ratio), least: String(least) };
    return fillIn(parts.siteEditor.contrast, values);
  });
}

function itemRows(at: FieldPath, form: FieldForm): FormRow[] {
  const { value } = valueOf(at, form.now);
  const { length } = Array.isArray(value) ? value : [];
  const isGroup = fieldAt([...at, "0"])?.kind === "group";
  // A list ends with empty lines for further items.
  const further = isGroup ? 1 : 3;
  const lines = form.typed ? linesTyped(at, form.typed) : length + further;
  return Array.from({ length: lines }, (_, index) => {
    const line = [...at, `${index}`];
    const row = rowOf(line, form);
    const isStored = index < length;
    const remove = isGroup && isStored ? removeBox(line) : undefined;
    return { ...row, remove };
  });
}

/** The lines that the form has, which are numbered without a gap. */
function linesTyped(at: FieldPath, typed: Typed): number {
  const names = [...typed.keys()];
  let count = 0;
  while (names.some((name) => isWithin(name, [...at, `${count}`]))) count += 1;
  return count;
}

function shownValue(
  at: FieldPath,
  { kind, options }: ContentField,
  { typed, now }: FieldForm,
): string {
  const stored = valueSeen(at, now);
  if (kind === "choices") {
    const chosen = typed ? chosenIn(at, options, typed) : stringsIn(stored);
    return chosen.join(" ");
  }
  const [value = ""] = stringsIn(stored);
  const text = typed?.get(controlName(at)) ?? value;
  return kind === "end" && text === "24:00" ? "00:00" : text;
}

const chosenIn = (
  at: FieldPath,
  options: ContentField["options"],
  typed: Typed,
) => options.filter((one) => typed.has(controlName([...at, String(one)])));

type Asked = Pick<FieldForm, "parts"> & { typed: Typed };

export const changesAt = (
  at: FieldPath,
  was: unknown,
  asked: Asked,
): TextChange[] => changesTo(at, valueTyped(at, was, asked), was);

/**
 * What a form asks for. `was` stays where
 * the form has no control, or a locked one.
 */
function valueTyped(at: FieldPath, was: unknown, asked: Asked): unknown {
  const { typed, parts } = asked;
  const field = fieldAt(at);
  if (field?.kind === "list") return linesOf(at, was, asked);
  if (field?.kind === "group") return groupTyped(at, field, was, asked);
  const isTyped = isControl(at) && typed.has(controlName(at));
  if (!field || !isTyped || lockOf(at, parts) !== undefined) return was;
  return controlTyped(at, field, was, typed);
}

/**
 * @returns an item for each line, which is undefined for an item that is to go
 */
function linesOf(at: FieldPath, was: unknown, asked: Asked): unknown {
  const items: unknown[] = Array.isArray(was) ? was : [];
  const length = linesTyped(at, asked.typed);
  const lines = Array.from({ length }, (_, index) => {
    const line = [...at, `${index}`];
    return isBlank(line, asked.typed)
      ? undefined
      : valueTyped(line, items[index], asked);
  }).filter((line, index) => line !== undefined || index < items.length);
  return lines.length === 0 ? was : lines;
}

/** Whether nothing stands in a part of the form. */
const isBlank = (at: FieldPath, typed: Typed): boolean =>
  [...typed].every(([name, text]) => text.trim() === "" || !isWithin(name, at));

const isWithin = (name: string, at: FieldPath) =>
  `${name}/`.startsWith(`${controlName(at)}/`);

function groupTyped(
  at: FieldPath,
  field: ContentField,
  was: unknown,
  asked: Asked,
): unknown {
  if (asked.typed.has(removeBox(at)))
    return field.isNullable ? null : undefined;
  const before = Object(was);
  if (before !== was && isBlank(at, asked.typed)) return was;
  const [kind = ""] = field.names;
  const variants = new Map(Object.entries(field.variants ?? {}));
  const variant = asked.typed.get(controlName([...at, kind])) ?? "";
  const names = variants.get(variant) ?? field.names;
  const entries = field.names.map((step) => {
    const inner = [...at, step];
    const isLeft = names.includes(step);
    return [step, isLeft ? valueTyped(inner, before[step], asked) : undefined];
  });
  return Object.fromEntries(entries);
}

/** @returns undefined for what is to be left out */
function controlTyped(
  at: FieldPath,
  { kind, options, isOptional }: ContentField,
  was: unknown,
  typed: Typed,
): unknown {
  if (kind === "choices") {
    const chosen = chosenIn(at, options, typed);
    return isSameChoice(chosen, was) ? was : chosen;
  }
  const text = typedOver(was, typed.get(controlName(at)) ?? "");
  if (text === "" && isOptional) return undefined;
  if (kind === "color" && text === String(was).toLowerCase()) return was;
  if (kind === "choice") return options.find((one) => String(one) === text);
  if (kind === "end" && text === "00:00") return "24:00";
  return kind === "number" ? numberTyped(text) : text;
}

/**
 * Reads `$1,200.00`, `1 200 €`, `23,5` and `15 min`,
 * but not `1k`. @returns another text as it is
 */
function numberTyped(text: string): number | string {
  const digits = text
    .replaceAll(/^\p{Sc}\s?|\s?(?:\p{Sc}|\p{L}{2,}\.?)$/gu, "")
    .replaceAll(/[.,'’\s](?=\d{3}(?!\d))/g, "")
    .replace(",", ".");
  const number = Number(digits || NaN);
  return Number.isFinite(number) ? number : text;
}

/** The order of chosen values says nothing. */
const isSameChoice = (chosen: readonly unknown[], was: unknown): boolean =>
  Array.isArray(was) &&
  new Set(was).symmetricDifference(new Set(chosen)).size === 0;

/**
 * One change for each field that differs,
 * so that comments and unknown fields stay.
 */
function changesTo(at: FieldPath, value: unknown, was: unknown): TextChange[] {
  const path = pathInFile(at);
  if (value === was) return [];
  if (value === undefined) return [{ path, action: "remove" }];
  const isList = fieldAt(at)?.kind === "list";
  if (isList && Array.isArray(value) && Array.isArray(was))
    return changesOfList(at, value, was);
  const isGroup = fieldAt(at)?.kind === "group" && Object(was) === was;
  if (!isGroup || value === null) return [{ path, action: "set", value }];
  const before = Object(was);
  return Object.entries(Object(value)).flatMap(([step, part]) =>
    changesTo([...at, step], part, before[step]),
  );
}

/**
 * Further items come first and removed items
 * last, since both move the places of others.
 */
function changesOfList(
  at: FieldPath,
  lines: readonly unknown[],
  items: readonly unknown[],
): TextChange[] {
  const lineAt = (index: number) => [...at, `${index}`];
  const changes = (areGone: boolean) =>
    items
      .slice(0, lines.length)
      .flatMap((item, index) =>
        (lines[index] === undefined) === areGone
          ? changesTo(lineAt(index), lines[index], item)
          : [],
      );
  const further = lines.slice(items.length);
  const inserted = further.map((value, index): TextChange => {
    const path = pathInFile(lineAt(items.length + index));
    return { path, action: "insert", value };
  });
  return [...changes(false), ...inserted, ...changes(true).toReversed()];
}
