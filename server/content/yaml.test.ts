import { expect, test } from "vitest";
import { problemsOf, sample } from "../../tests/content.ts";
import { readYaml } from "./yaml.ts";

const FILE = "home.yaml";
const text = sample.texts[FILE] ?? "";

/** @returns the problems of the landing page's content after another text replaces a line */
function problemsWith(line: string, other: string) {
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
    "a text has a colon in it: put the whole text between quotes, or align its lines",
  ],
  [
    "a sign",
    "  menuLabel: We're #1 in town",
    "the words behind # would be lost: put the whole text between quotes, or move the comment to a line of its own",
  ],
  [
    "an ampersand",
    "  menuLabel: &more sections",
    "a text begins with an asterisk or an ampersand: put the whole text between quotes",
  ],
  [
    "an exclamation mark",
    "  menuLabel: !important Sections",
    "a text begins with an exclamation mark: put the whole text between quotes",
  ],
  [
    "a quote that does not end",
    '  menuLabel: "Sections',
    "a text between quotes has no end: add a quote; between single quotes, write '' for '",
  ],
  [
    "a tab",
    "\tmenuLabel: Sections",
    "this line is indented with a tab: use spaces",
  ],
  [
    "a name twice",
    "  menuLabel: Sections\n  menuLabel: Parts",
    "this name stands here twice: remove one of the two",
  ],
  [
    "three hyphens",
    "---\n  menuLabel: Sections",
    "a line of three hyphens divides the file: remove it",
  ],
  [
    "no colon",
    "  menuLabel Sections",
    "a colon is missing behind a name, or a quote around a text: complete the line",
  ],
  [
    "a number",
    "  menuLabel: 2027",
    "header.menuLabel is 2027 to YAML, which is no text: put it between quotes",
  ],
  ["nothing", "  menuLabel:", "header.menuLabel must not be empty"],
])(
  "a mistake like %s is named in one sentence, at its place",
  (_what, line, sentence) => {
    const [problem = "", ...others] = problemsWith(LINE, line);
    const [, at, said] =
      /^content\/home\.yaml:(\d+):\d+: (.*)$/.exec(problem) ?? [];
    expect(said).toBe(sentence);
    expect(others).toEqual([]);
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
