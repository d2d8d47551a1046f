import { expect, test } from "vitest";
import { NASTY, saysTheSame } from "../../tests/support/nasty-texts.ts";
import { changeYaml, commentAt, yamlValueAt } from "./change-yaml.ts";

const set = (text: string, path: readonly string[], value: unknown) =>
  changeYaml(text, { path, action: "set", value });

const SMALL = "# About\na:\n  # Why\n  b: text\n  c:\n    - one\n    - two\n";

test.each(NASTY)("%j comes back as it was, and changes one line", (text) => {
  saysTheSame(SMALL, ["a", "b"], text);
  saysTheSame(SMALL, ["a", "c", "0"], text);
});

test.each([
  ["a: b", "c", "a: c"],
  ["a: b", "c # d", 'a: "c # d"'],
  ["a: 'b'", "c", 'a: "c"'],
  ['a: "b" # why', "c", 'a: "c" # why'],
  ["a: >-\n  b\n  c\nd: e", "f", 'a: "f"\nd: e'],
  ["a: 1 # why", 2, "a: 2 # why"],
])("%j becomes with %j the text %j", (before, value, after) => {
  expect(set(`${before}\n`, ["a"], value)).toBe(`${after}\n`);
});

test.each([
  ["b", "c: d"],
  ['"b: c"', "d"],
  ['"b"', "c"],
])("%s stands as before once a change to %j is undone", (written, value) => {
  const before = `a: ${written}\n`;
  const was = yamlValueAt(before, ["a"]);
  expect(set(set(before, ["a"], value), ["a"], was)).toBe(before);
});

const ODD = "b:   [ 1,2 ]\n\n\n# why\nc:\n- 'd'\n";
const LIST = `# list\na:\n  # one\n  - x: 1\n  # two\n  - x: 2\n  - x: 3\n${ODD}`;

test.each([
  ["up", "1", [2, 1, 3]],
  ["down", "1", [1, 3, 2]],
  ["copy", "1", [1, 2, 2, 3]],
  ["remove", "1", [1, 3]],
] as const)(
  "an item goes %s, and the comments and all other parts stay",
  (action, index, wanted) => {
    const changed = changeYaml(LIST, { path: ["a", index], action });
    expect(yamlValueAt(changed, ["a"])).toEqual(wanted.map((x) => ({ x })));
    expect(changed).toContain("# list");
    expect(changed).toContain(ODD);
    if (action !== "remove") expect(changed).toContain("  # two\n  - x: 2");
  },
);

test.each([
  ["up", "0"],
  ["down", "2"],
  ["remove", "3"],
] as const)("an item cannot go %s from place %s", (action, index) => {
  expect(() => changeYaml(LIST, { path: ["a", index], action })).toThrow();
});

test("a missing field, and a part in place of null, are added; a name may be a number", () => {
  expect(set("a:\n  404: b\n", ["a", "404"], "c")).toBe("a:\n  404: c\n");
  const long = `a:\n  # why\n  b: ${"a long ".repeat(20)}line\n`;
  expect(set(long, ["a", "c"], "d")).toBe(`${long}  c: d\n`);
  expect(set("a: null\nz: 1\n", ["a", "c"], "d")).toBe("a:\n  c: d\nz: 1\n");
});

test("the comment above a field explains it, and not what the file is about", () => {
  const text = "# File.\n\n# A\n# field.\na: b\nc: d\n";
  expect(commentAt(text, ["a"])).toBe("A field.");
  expect(commentAt(text, ["c"])).toBe("");
  expect(commentAt("a:\n  # B.\n  b: c\n", ["a", "b"])).toBe("B.");
  expect(commentAt("a: b\n# D.\n\ne: f\n", ["e"])).toBe("");
});
