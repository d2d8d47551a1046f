import { expect, test } from "vitest";
import { readMarkdownPage } from "./markdown-page.ts";

test.each([
  ["&copy; &amp; &Uuml;", "© & Ü"],
  ["&#8364; &#x20AC;", "€ €"],
  ["{brand} {year}", "Ames {year}"],
  ["&amp;copy; &constructor; R&D", "&copy; &constructor; R&D"],
])("%s in a title, a description and a label is %s", (typed, read) => {
  const words = { brand: "Ames", email: "a@b.example", phone: "1" };
  const more = "## Root\n\n## Main\n\n## Root";
  const page = readMarkdownPage(`# ${typed}\n\n${typed}\n\n${more}`, words, {});
  const html = expect.stringMatching(/id="main-1".*id="root-2"/s);
  const title = `${read} | Ames`;
  expect(page).toMatchObject({
    title,
    description: read,
    html,
    sample: false,
  });
});
