import { expect, test } from "vitest";
import type { Content } from "../../contract/content/schema.ts";
import { content } from "../../tests/content.ts";
import { findWrongFacts } from "./facts.ts";

const find = (changes: Partial<Content> = {}) => findWrongFacts({ ...content, ...changes });
const page = (html: string) => ({ title: "Privacy", description: "What we know", html, sample: false });
const answers = (...texts: string[]) => ({
  faq: { ...content.faq, items: texts.map((answer) => ({ question: "Really?", answer })) },
});

test("the delivered site has no wrong fact", () => {
  expect(find()).toEqual([]);
});

test("two prices for the same unit are reported, until the owner says that there are several", () => {
  const two = answers("From $497 a month.", "It is $1,297/mo.");
  expect(find(two)).toEqual([
    'content/: "$497 a month" (faq.items.0.answer) and "$1,297/mo" (faq.items.1.answer) are different ' +
      'prices: write one, or add "prices" to `confirmed` if you have several',
  ]);
  expect(find({ ...two, confirmed: ["prices"] })).toEqual([]);
  expect(find(answers("From $1,297 a month.", "$1297 per month, or $9,000 a year."))).toEqual([]);
});

test("the delivered brand is reported in the words of an agency with another name", () => {
  const site = { ...content.site, brandName: "Moonlight" };
  const own = JSON.parse(
    JSON.stringify(content).replaceAll("Nightshift", "Moonlight").replaceAll("NIGHTSHIFT", "M"),
  );
  expect(findWrongFacts({ ...own, site })).toEqual([]);
  const markdownPages = { terms: page("<p>Between you and NIGHTSHIFT") };
  const said = { ...answers("Nightshift answers."), markdownPages };
  expect(findWrongFacts({ ...own, ...said, site })).toEqual([
    'content/: faq.items.0.answer still says "Nightshift": write {brand}',
    'content/: pages/terms.md still says "Nightshift": write {brand}',
  ]);
  expect(find(said)).toEqual([]);
});
