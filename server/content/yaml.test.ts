import { expect, test } from "vitest";
import { problemsOf, sample } from "../../tests/content.ts";
import { readYaml } from "./yaml.ts";

const FILE = "home.yaml";
const text = sample.texts[FILE] ?? "";

/**
 * @returns the problems of the landing page's
 * content after another text replaces a line
 */
function problemsWith(line: string, other: string) {
  expect(text).toContain(`\n${line}\n`);
  const texts = {
    ...sample.texts,
    [FILE]: text.replace(`\n${line}\n`, () => `\n${other}\n`),
  };
  return problemsOf({ ...sample, texts });
}

const LINE = "  menuLabel: Sections";
const LINES_BEFORE = text.split("\n").indexOf(LINE);

const MISTAKES: Record<string, string> = {
  "a colon": "  menuLabel: Hours: nine to five",
  "a sign": "  menuLabel: We're #1 in town",
  "a sign at the start": "  menuLabel: @nightshift",
  "an ampersand": "  menuLabel: &more sections",
  "an asterisk": "  menuLabel: *sections",
  "an exclamation mark": "  menuLabel: !important Sections",
  "a quote that does not end": '  menuLabel: "Sections',
  "words behind a quote": '  menuLabel: "Sections" of the page',
  "a backslash": String.raw`  menuLabel: "Parts\Sections"`,
  "a comma that is missing": '  menuLabel: ["Sections" "Parts"]',
  "a bracket that does not end": "  menuLabel: [Sections",
  "an item behind a text": "  menuLabel: Sections\n    - Parts",
  "a bullet behind a text": "  menuLabel: Sections\n    • Parts",
  "a file that is too long": `  menuLabel: Sections\n#${"x".repeat(2 ** 16)}`,
  "a tab": "\tmenuLabel: Sections",
  "a name twice": "  menuLabel: Sections\n  menuLabel: Parts",
  "three hyphens": "---\n  menuLabel: Sections",
  "no colon": "  menuLabel Sections",
  "a number": "  menuLabel: 2027",
  nothing: "  menuLabel:",
};

test("each mistake is named in one sentence, at its place", async () => {
  const said = Object.entries(MISTAKES).map(([what, line]) => {
    const problems = problemsWith(LINE, line).map((problem) =>
      problem.replace(
        /^content\/home\.yaml:(\d+)/,
        (_, at) => `line ${at - LINES_BEFORE}`,
      ),
    );
    return `${what}\n  ${problems.join("\n  ")}\n`;
  });
  await expect(said.join("\n")).toMatchFileSnapshot("yaml.said.txt");
});

test("times, dates and words stay the text that they are", () => {
  const written = "a: 09:00\nb: 24/7\nc: 2027-12-24\nd: yes\n";
  const value = { a: "09:00", b: "24/7", c: "2027-12-24", d: "yes" };
  expect(readYaml("x", written)).toMatchObject({ value });
});
