/**
 * Applies edits to the texts of a content folder.
 * Each edit names the value that it replaces.
 */

import { isDeepStrictEqual } from "node:util";
import { attempt } from "../../contract/attempt.ts";
import type { FieldPath } from "../../contract/content/fields.ts";
import { changeYaml, yamlValueAt, type TextChange } from "./change-yaml.ts";

export interface Edit extends TextChange {
  /** Like `home.yaml`, `trades/hvac.yaml` or `pages/privacy.md`. */
  file: string;
  /**
   * The value at the path before the edit; undefined if there was none. The
   * value at the empty path is the text of the whole file.
   */
  was?: unknown;
}

export type Texts = Readonly<Record<string, string>>;

/** The value of a field of a file. */
export const valueAt = (texts: Texts, file: string, path: FieldPath) =>
  yamlValueAt(texts[file] ?? "", path);

/** What an edit replaces. */
export const valueBefore = (texts: Texts, { file, path }: Edit): unknown =>
  path.length === 0 ? texts[file] : valueAt(texts, file, path);

/**
 * @returns the texts with all edits whose former value is
 * still there. The other edits wait: somebody changed the
 * folder beneath them, and the folder keeps its words
 */
export function applyEdits<E extends Edit>(texts: Texts, edits: readonly E[]) {
  const changed: Record<string, string> = { ...texts };
  const waiting = edits.filter((edit) => !applyEdit(changed, edit));
  return { texts: changed, waiting };
}

/** Whether what an edit wants is there already, or gone. */
export const isDone = (texts: Texts, edit: Edit): boolean =>
  !(edit.action in MOVES) &&
  isDeepStrictEqual(valueBefore(texts, edit), edit.value);

/** @returns false if the edit must wait */
function applyEdit(texts: Record<string, string>, edit: Edit): boolean {
  const { file, path, value } = edit;
  const isWhole = path.length === 0;
  if (isDone(texts, edit)) return true;
  const isSame = isDeepStrictEqual(valueBefore(texts, edit), edit.was);
  if (edit.action !== "insert" && !isSame) return false;
  const before = texts[file];
  const changed =
    before === undefined ? before : attempt(() => changeYaml(before, edit));
  const after = isWhole ? value : changed;
  if (typeof after === "string") texts[file] = after;
  else if (isWhole) delete texts[file];
  return isWhole || after !== undefined;
}

/**
 * Where an action leaves its item, counted from
 * the item's place, and what takes it back.
 */
const MOVES = {
  copy: [1, "remove"],
  up: [-1, "down"],
  down: [1, "up"],
} as const;

/** The edit that takes another edit back. */
export function reverseOf(edit: Edit): Edit {
  const { file, path, action } = edit;
  const { value, was } = edit;
  const index = Number(path.at(-1));
  switch (action) {
    case "set":
    case "insert": {
      const back = was === undefined ? "remove" : "set";
      return { file, path, action: back, value: was, was: value };
    }
    case "remove": {
      const back = Number.isInteger(index) ? "insert" : "set";
      return { file, path, action: back, value: was };
    }
    default: {
      const [step, back] = MOVES[action];
      const beside = [...path.slice(0, -1), `${index + step}`];
      return { file, path: beside, action: back, was };
    }
  }
}
