import { expect, test } from "vitest";
import { readMarkdownPage } from "./markdown-page.ts";

test.each([
  ["&copy; &amp; &Uuml;", "© & Ü"],
  ["&#8364; &#x20AC;", "€ €"],
  ["&amp;copy; &constructor; R&D", "&copy; &constructor; R&D"],
])("%s in a title, a description and a label is %s", (typed, read) => {
  const words = { brand: "Ames", email: "a@b.example", phone: "1" };
  const thrice = "\n\n## Sample".repeat(3);
  const page = readMarkdownPage(`# ${typed}\n\n${typed}${thrice}`, words, {});
  const html = expect.stringContaining('id="sample-2"');
  const title = `${read} | Ames`;
  expect(page).toMatchObject({
    title,
    description: read,
    html,
    sample: false,
  });
});
