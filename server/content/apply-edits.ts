/** Applies edits to the texts of a content folder. Each edit names the value that it replaces. */
import { isDeepStrictEqual } from "node:util";
import { attempt } from "../../contract/attempt.ts";
import { changeYaml, yamlValueAt, type TextChange } from "./change-yaml.ts";
import type { FieldPath } from "../../contract/content/fields.ts";
import type { ChangeAction } from "../../contract/inbox/site-editor.ts";

export interface Edit extends TextChange {
  /** Like `home.yaml`, `trades/hvac.yaml` or `pages/privacy.md`. */
  file: string;
  /** The value at the path before the edit; undefined if there was none. */
  was?: unknown;
}

export type Texts = Readonly<Record<string, string>>;

/** The value of a field of a file, or the whole text of a page in Markdown. */
export function valueAt(texts: Texts, file: string, path: FieldPath): unknown {
  const text = Object.hasOwn(texts, file) ? texts[file] : undefined;
  if (text === undefined || file.endsWith(".md")) return text;
  return yamlValueAt(text, path);
}

const OF_FILES: readonly ChangeAction[] = ["add-file", "remove-file"];

/** What an edit replaces: the value of a field, or the text of a whole file. */
export const valueBefore = (
  texts: Texts,
  { file, path, action }: Omit<Edit, "was">,
): unknown =>
  OF_FILES.includes(action)
    ? new Map(Object.entries(texts)).get(file)
    : valueAt(texts, file, path);

/**
 * @returns the texts with all edits whose former value is still there. The other edits wait:
 * somebody changed the folder beneath them, and the folder keeps its words
 */
export function applyEdits<E extends Edit>(texts: Texts, edits: readonly E[]) {
  const changed: Record<string, string> = { ...texts };
  const waiting: E[] = [];
  for (const edit of edits) {
    if (OF_FILES.includes(edit.action)) {
      if (!changeFile(changed, edit)) waiting.push(edit);
      continue;
    }
    const text = editedText(changed, edit);
    if (text === undefined) waiting.push(edit);
    else changed[edit.file] = text;
  }
  return { texts: changed, waiting };
}

/** @returns false if the edit must wait */
function changeFile(texts: Record<string, string>, edit: Edit): boolean {
  const { file, value: wanted, was } = edit;
  const present = valueBefore(texts, edit);
  if (present !== wanted && present !== was) return false;
  if (typeof wanted === "string") texts[file] = wanted;
  else delete texts[file];
  return true;
}

/** @returns undefined if the edit must wait */
function editedText(texts: Texts, edit: Edit): string | undefined {
  const { file, path, action } = edit;
  const { value, was } = edit;
  const present = valueAt(texts, file, path);
  const before = Object.hasOwn(texts, file) ? texts[file] : undefined;
  if (action === "set" && isDeepStrictEqual(present, value)) return before;
  if (action !== "insert" && !isDeepStrictEqual(present, was)) return undefined;
  if (file.endsWith(".md"))
    return typeof value === "string" ? value : undefined;
  if (before === undefined) return undefined;
  return attempt(() => changeYaml(before, edit));
}

/** The edit that takes another edit back. */
export function reverseOf(edit: Edit): Edit {
  const { file, path, action } = edit;
  const { value, was } = edit;
  const index = Number(path.at(-1));
  const beside = (step: number) => [...path.slice(0, -1), `${index + step}`];
  switch (action) {
    case "set":
      return was === undefined
        ? { file, path, action: "remove", was: value }
        : { file, path, action, value: was, was: value };
    case "insert":
      return { file, path, action: "remove", was: value };
    case "remove":
      return Number.isInteger(index)
        ? { file, path, action: "insert", value: was }
        : { file, path, action: "set", value: was };
    case "copy":
      return { file, path: beside(1), action: "remove", was };
    case "add-file":
      return { file, path, action: "remove-file", was: value };
    case "remove-file":
      return { file, path, action: "add-file", value: was };
    case "up":
      return { file, path: beside(-1), action: "down", was };
    case "down":
      return { file, path: beside(1), action: "up", was };
  }
}
