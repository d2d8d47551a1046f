import { expect, test } from "vitest";
import { parse } from "yaml";
import { applyEdits, reverseOf, type Edit } from "./apply-edits.ts";

const FILE = "site.yaml";
const TEXTS = { [FILE]: "note: Hello\nlist:\n  - one\n  - two\n  - three\n" };
const BEFORE: unknown = parse(TEXTS[FILE] ?? "");

const at = (...path: string[]) => ({ file: FILE, path });
const SECOND = at("list", "1");

function after(...edits: Edit[]) {
  const { texts, waiting } = applyEdits(TEXTS, edits);
  return { content: parse(texts[FILE] ?? ""), waiting };
}

test.each<Edit>([
  { ...at("note"), action: "set", value: "Bye", was: "Hello" },
  { ...at("sign"), action: "set", value: "Open" },
  { ...at("note"), action: "remove", was: "Hello" },
  { ...SECOND, action: "set", value: "2", was: "two" },
  { ...SECOND, action: "insert", value: "new" },
  { ...SECOND, action: "remove", was: "two" },
  { ...SECOND, action: "copy", was: "two" },
  { ...SECOND, action: "up", was: "two" },
  { ...SECOND, action: "down", was: "two" },
])("$action at $path is taken back", (edit) => {
  expect(after(edit)).not.toEqual({ content: BEFORE, waiting: [] });
  const back = reverseOf(edit);
  expect(after(edit, back)).toEqual({ content: BEFORE, waiting: [] });
});

test("what is there already, or gone, is no conflict, and another file is", () => {
  const own: Edit = { ...at(), action: "set", value: "note: Own\n" };
  const done: Edit[] = [
    { ...at("note"), action: "set", value: "Hello", was: "x" },
    { ...own, value: TEXTS[FILE] },
    { ...SECOND, action: "insert", value: "two" },
    {
      file: "gone.md",
      path: [],
      action: "remove",
      was: "x",
    },
  ];
  const { texts, waiting } = applyEdits(TEXTS, [...done, own]);
  expect({ texts, waiting }).toEqual({ texts: TEXTS, waiting: [own] });
});
