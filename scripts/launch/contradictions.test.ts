import { expect, test } from "vitest";
import { NO_ANALYTICS } from "../../contract/http/build-manifest.ts";
import { readEnv, type EnvSource } from "../../server/settings/env.ts";
import type { Content } from "../../contract/content/schema.ts";
import { content } from "../../tests/content.ts";
import { findContradictions } from "./contradictions.ts";

const OWN = { trades: {}, markdownPages: {} };
const find = (changes: Partial<Content> = {}, env: EnvSource = {}) =>
  findContradictions(
    { ...content, ...OWN, ...changes },
    readEnv(env).outbox,
    NO_ANALYTICS,
  );
const page = (html: string) => ({
  title: "Privacy",
  description: "What we know",
  html,
  sample: false,
});

test("the delivered site has no contradiction", () => {
  expect(findContradictions(content, readEnv({}).outbox, NO_ANALYTICS)).toEqual(
    [],
  );
});

test("a closed date is reported when it is over", () => {
  const workingHours = {
    ...content.workingHours,
    closedDates: ["2020-12-24", "2999-12-24"],
  };
  expect(find({ workingHours })).toEqual([
    expect.stringContaining("2020-12-24, which is over: remove it"),
  ]);
});

test("a heading is reported if its number differs from the number of its items", () => {
  const [item] = content.features.items;
  if (!item) throw new Error("There is no card.");
  const features = (heading: string, items: number) => ({
    features: {
      ...content.features,
      heading,
      lead: "After nine, within 24 hours",
      items: Array(items).fill(item),
    },
  });
  expect(find(features("Six jobs it takes off your hands", 6))).toEqual([]);
  for (const heading of [
    "Six jobs it takes off",
    "All 6 jobs",
    "Six daily jobs",
  ])
    expect(find(features(heading, 7))).toEqual([
      expect.stringMatching(
        /^content\/: features says "(Six|6|Six daily) jobs" but has 7: /,
      ),
    ]);
  expect(find(features("Six jobs", 0))).toEqual([]);
});

test.each([
  "<b>No</b>",
  "<br>",
  "Fish &amp; chips",
  "<!-- later -->",
  "Here: &nbsp;",
  "**No**",
  "[No](/no)",
])("markup in a text is reported, since visitors would read it: %s", (text) => {
  const items = [{ question: "Really?", answer: text }];
  expect(find({ faq: { ...content.faq, items } })).toEqual([
    expect.stringMatching(
      /^content\/: faq\.items\.0\.answer shows "[<&*[].+" as text/,
    ),
  ]);
});

test("HTML that a Markdown page shows as text is reported; code and a lone < or & are not", () => {
  const html = "<p>a &lt; b, Q&amp;A, <code>&lt;b&gt;</code></p>";
  expect(find({ markdownPages: { terms: page(html) } })).toEqual([]);
  expect(
    find({ markdownPages: { terms: page(`${html}<p>&lt;br/&gt;`) } }),
  ).toEqual(['content/pages/terms.md shows "<br/>" as text: remove it']);
});

test("a page that denies analytics is reported when analytics is on", () => {
  const markdownPages = {
    privacy: page("<p>No cookies, no analytics.</p>"),
    cookies: page("<p>And nothing on it follows you.</p>"),
    terms: page("<p>Pay.</p>"),
  };
  expect(find({ markdownPages })).toEqual([]);
  const pasted = { ...NO_ANALYTICS, html: "<script>1</script>" };
  expect(
    findContradictions(
      { ...content, ...OWN, markdownPages },
      readEnv({}).outbox,
      pasted,
    ),
  ).toEqual([
    expect.stringMatching(
      /pages\/privacy\.md: says "No cookies" while content\/analytics\.html is there/,
    ),
    expect.stringMatching(
      /pages\/cookies\.md: says "nothing on it follows you" while/,
    ),
  ]);
});

test("the promise about third parties is reported when chats receive leads", () => {
  const withChat = { WEBHOOK_URLS: "https://hooks.slack.com/services/a/b/c" };
  const consent = "Your information is never shared with third parties.";
  const bookCall = { ...content.bookCall, consent };
  const markdownPages = {
    privacy: page("<p>No third party learns of it.</p>"),
  };
  expect(find({ bookCall, markdownPages })).toEqual([]);
  expect(find({ bookCall, markdownPages }, withChat)).toEqual([
    expect.stringMatching(
      /^content\/book-call\.yaml: speaks of third parties while WEBHOOK_URLS/,
    ),
    expect.stringMatching(
      /^content\/pages\/privacy\.md: speaks of third parties/,
    ),
  ]);
  expect(
    find({ bookCall, markdownPages, confirmed: ["third parties"] }, withChat),
  ).toEqual([]);
  expect(
    find({ bookCall: { ...bookCall, consent: "We write to you." } }, withChat),
  ).toEqual([]);
});

const answers = (...texts: string[]) => ({
  faq: {
    ...content.faq,
    items: texts.map((answer) => ({ question: "Really?", answer })),
  },
});

test("two prices for the same unit are reported, unless the owner confirms several", () => {
  const two = answers("From $497 a month.", "It is $1,297/mo.");
  expect(find(two)).toEqual([
    'content/: "$497 a month" (faq.items.0.answer) and "$1,297/mo" (faq.items.1.answer) are different ' +
      'prices: write one, or add "prices" to `confirmed` if you have several',
  ]);
  expect(find({ ...two, confirmed: ["prices"] })).toEqual([]);
  expect(
    find(answers("From $1,297 a month.", "$1297 per month, or $9,000 a year.")),
  ).toEqual([]);
});

test("the sample's brand is reported where an agency of another name left it in a text", () => {
  const site = { ...content.site, brandName: "Moonlight" };
  const own = JSON.parse(
    JSON.stringify(content)
      .replaceAll("Nightshift", "Moonlight")
      .replaceAll("NIGHTSHIFT", "M"),
  );
  expect(find({ ...own, ...OWN, site })).toEqual([]);
  const markdownPages = { terms: page("<p>Between you and NIGHTSHIFT") };
  const left = { ...answers("Nightshift answers."), markdownPages };
  expect(find({ ...own, ...OWN, ...left, site })).toEqual([
    'content/: faq.items.0.answer still says "Nightshift": write {brand}',
    'content/: pages/terms.md still says "Nightshift": write {brand}',
  ]);
  expect(find(left)).toEqual([]);
});
