import { expect, test } from "vitest";
import { problemsOf, sample } from "../../tests/content.ts";
import { loadContent } from "./content.ts";
import { readYaml } from "./yaml.ts";

const FILE = "home.yaml";
const text = sample.texts[FILE] ?? "";

/** @returns the problems of the landing page's content after another text replaces a line */
function problemsWith(line: string, other: string): string[] {
  expect(text).toContain(`\n${line}\n`);
  const texts = {
    ...sample.texts,
    [FILE]: text.replace(`\n${line}\n`, () => `\n${other}\n`),
  };
  return problemsOf({ ...sample, texts });
}

const lineOf = (line: string) => text.split("\n").indexOf(line) + 1;
const LINE = "  menuLabel: Sections";

test.each([
  [
    "a colon",
    "  menuLabel: Hours: nine to five",
    /a text has a colon in it: put the whole text/,
  ],
  [
    "a sign",
    "  menuLabel: We're #1 in town",
    /the words behind # would be lost: put the whole text/,
  ],
  [
    "nothing but a comment",
    "  menuLabel: #1 in town",
    /the words behind # would be lost/,
  ],
  [
    "an exclamation mark",
    "  menuLabel: !important",
    /a text begins with an exclamation mark: put/,
  ],
  [
    "an ampersand",
    "  menuLabel: &more sections",
    /begins with an asterisk or an ampersand: put/,
  ],
  [
    "an asterisk",
    "  menuLabel: *New*",
    /begins with an asterisk or an ampersand: put the whole text/,
  ],
  [
    "an at sign",
    "  menuLabel: @agency",
    /a text begins with a sign that YAML keeps for itself/,
  ],
  [
    "a quote that does not end",
    '  menuLabel: "Sections',
    /a text between quotes has no end/,
  ],
  [
    "a backslash",
    String.raw`  menuLabel: "C:\Sections"`,
    /double quotes has a backslash: put it/,
  ],
  [
    "a tab",
    "\tmenuLabel: Sections",
    /this line is indented with a tab: use spaces/,
  ],
  [
    "another indentation",
    "   menuLabel: Sections",
    /a text has a colon in it: .* or align its lines/,
  ],
  [
    "a hyphen further in",
    "  menuLabel: Sections\n    - Parts",
    /this line is indented differently/,
  ],
  [
    "a name twice",
    "  menuLabel: Sections\n  menuLabel: Parts",
    /this name stands here twice: remove one/,
  ],
  [
    "three hyphens",
    "---\n  menuLabel: Sections",
    /a line of three hyphens divides the file: remove it$/,
  ],
  ["no colon", "  menuLabel Sections", /a colon is missing behind a name/],
  [
    "an opening brace",
    "  menuLabel: {minutes} minutes",
    /there is a sign that does not belong here/,
  ],
  [
    "a number",
    "  menuLabel: 2027",
    /header\.menuLabel is 2027 to YAML, which is no text: put it/,
  ],
  [
    "a word for yes",
    "  menuLabel: true",
    /header\.menuLabel is true to YAML, which is no text/,
  ],
  ["nothing", "  menuLabel:", /header\.menuLabel must not be empty$/],
  [
    "a word in braces",
    "  menuLabel: {brand}",
    /menuLabel must be a sentence: put it between quotes$/,
  ],
])(
  "a mistake like %s is named in one sentence, at its place",
  (_what, line, sentence) => {
    const [problem = "", ...others] = problemsWith(LINE, line);
    expect(problem).toMatch(sentence);
    expect(others).toEqual([]);
    const [, at] = /^content\/home\.yaml:(\d+):\d+: /.exec(problem) ?? [];
    expect([
      lineOf("header:"),
      lineOf(LINE) - 1,
      lineOf(LINE),
      lineOf(LINE) + 1,
    ]).toContain(Number(at));
  },
);

test("times, dates, slashes and quotes stay the text that they are", () => {
  const written =
    "a: 09:00\nb: 24/7\nc: 2027-12-24\nd: 'it''s'\ne: yes\nf: \"a # b\"\n# Behind.\n";
  const value = {
    a: "09:00",
    b: "24/7",
    c: "2027-12-24",
    d: "it's",
    e: "yes",
    f: "a # b",
  };
  expect(readYaml("x", written)).toMatchObject({ value });
});

test("no-break spaces of a copied text count as blanks around names and hyphens", () => {
  const written =
    "a:\n\u00a0 b:\u00a0c\u00a0d\n\u00a0 e:\n\u00a0\u00a0-\u00a0f\n";
  expect(readYaml("x", written)).toMatchObject({
    value: { a: { b: "c\u00a0d", e: ["f"] } },
  });
});

test("hyphens around the whole file, as around front matter, are no mistake", () => {
  expect(readYaml("x", "---\na: b\n---\n")).toMatchObject({
    value: { a: "b" },
  });
});

test("a file of more than 64 KB is refused", () => {
  expect(readYaml("x", `a: ${"b".repeat(64 * 1024)}`)).toEqual({
    problems: ["x:1:1: the file has more than 64 KB: shorten it"],
  });
});

test("a file that is cut off is refused, and the message says what is missing", () => {
  const lines = text.split("\n");
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const cut = lines.slice(0, Math.floor(lines.length * part)).join("\n");
    const folder = { ...sample, texts: { ...sample.texts, [FILE]: cut } };
    expect(() => loadContent({}, folder)).toThrow(
      /home\.yaml:\d+:\d+: .* is missing: copy it from the/,
    );
  }
});
