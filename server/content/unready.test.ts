import { expect, test } from "vitest";
import { loadContent } from "./content.ts";
import { sample, whole } from "../../tests/content.ts";
import { findUnready, notChecked } from "./unready.ts";

const PLACEHOLDERS = {
  siteUrl: "http://localhost:3000",
  contactEmail: "hello@nightshift.example",
  contactPhone: "(201) 555-0142",
  schedulingUrl: "",
  brandName: "Nightshift",
};
const content = whole(loadContent(PLACEHOLDERS, sample));

function figuresIn(changes: Partial<typeof content>): string[][] {
  return findUnready({ ...content, ...changes })
    .map((line) => /"(.*)" is claimed in (.*): add it/.exec(line))
    .flatMap((match) => (match ? [[match[1] ?? "", match[2] ?? ""]] : []));
}

const QUESTION = { question: "Do I keep my number?", answer: "Yes." };
const count = { label: "January", count: 1 };
const CASE = {
  name: "Bell",
  business: "HVAC",
  heading: "Leads",
  before: count,
  after: count,
  source: "Log",
};
const FIGURES = figuresIn({ confirmed: [] }).map(([figure = ""]) => figure);

test("every sample, placeholder and link to nowhere is listed with what to do", () => {
  const [quote] = content.testimonials.items;
  if (!quote) throw new Error("There is nothing to mark as a sample.");
  const lines = findUnready({
    ...content,
    trades: {},
    confirmed: FIGURES,
    about: {
      ...content.about,
      figures: [
        { figure: "3x", text: "more leads", basis: "Bell", sample: true },
      ],
    },
    testimonials: {
      ...content.testimonials,
      items: [{ ...quote, sample: true }],
    },
    faq: {
      ...content.faq,
      items: [
        QUESTION,
        { ...QUESTION, sample: true },
        { ...QUESTION, sample: true },
      ],
    },
    missed: { ...content.missed, case: { ...CASE, sample: true } },
    contact: {
      ...content.contact,
      host: { intro: "With", name: "Alex", role: "Lead", sample: true },
    },
    markdownPages: {
      refunds: { title: "", description: "", html: "", sample: true },
    },
    legalLinks: [
      { label: "Imprint", href: "#" },
      { label: "Terms", href: "#", page: "terms" },
    ],
  });
  const said = (words: string) =>
    expect.stringContaining(`content/home.yaml: ${words}: put your own there`);
  for (const variable of [
    "SITE_URL",
    "BRAND_NAME",
    "CONTACT_EMAIL",
    "CONTACT_PHONE",
  ])
    expect(lines.filter((line) => line.startsWith(variable))).toHaveLength(1);
  expect(lines.slice(4)).toEqual([
    ...[
      "offer has a sample",
      "about has a sample",
      "features has a sample",
      "missed has a sample",
      "testimonials has a sample",
      "faq has 2 samples",
    ].map(said),
    said("contact has a sample"),
    "content/pages/refunds.md: still says SAMPLE: check it and remove the mark",
    'content/site.yaml: "Imprint" points nowhere: give it an address, or remove it',
    'content/pages/: "Terms" points nowhere: check _terms.md and copy it to terms.md',
  ]);
});

test("the samples of each trade are listed", () => {
  for (const name of Object.keys(content.trades))
    expect(findUnready(content).join()).toContain(
      `trades/${name}.yaml: faq has 3 samples`,
    );
});

test("a promised figure is listed until it is confirmed, and again after it is changed", () => {
  expect(figuresIn({ confirmed: FIGURES })).toEqual([]);
  const text = `more leads, 40% cheaper, 24/7, within 24-48 hours or 30 days, $4,000 more in 5 seconds, 500+ shops,
40 percent off, guaranteed, ten hours saved, twice as many calls, three times faster, doubles your bookings`;
  const about = { ...content.about, figures: [{ figure: "5x", text }] };
  const known = [...FIGURES, "24/7", "24-48 hours", "30 days"];
  const listed =
    "5x|40%|$4,000|5 seconds|500+|40 percent|guaranteed|ten hours|twice as many|three times faster";
  expect(figuresIn({ confirmed: known, about })).toEqual(
    `${listed}|doubles your bookings`
      .split("|")
      .map((figure) => [figure, "about"]),
  );
});

test("a text that is still to be written is named", () => {
  const lines = findUnready({
    ...content,
    footer: { ...content.footer, line: "Lorem ipsum dolor sit amet" },
    hero: { ...content.hero, lead: "We answer. TODO: numbers" },
  });
  expect(lines.filter((line) => line.includes("not written yet"))).toEqual([
    "content/home.yaml: hero.lead is not written yet: put your words there",
    "content/home.yaml: footer.line is not written yet: put your words there",
  ]);
});

test("what is not checked is named where the content is in another language", () => {
  expect(notChecked(content)).toEqual([]);
  expect(notChecked({ ...content, locale: "de-DE" })).toEqual([
    expect.stringContaining("Not checked in de-DE"),
  ]);
});
