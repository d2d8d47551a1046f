import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { listOf } from "../../tests/support/said.tsx";
import {
  launchObstacles,
  lineWithPlace,
  notChecked,
  stillEmpty,
} from "./unready.ts";

const obstaclesOf = (changes: Partial<typeof content> = {}) =>
  launchObstacles({ ...content, ...changes });
const linesOf = (changes: Partial<typeof content> = {}) =>
  obstaclesOf(changes).map(lineWithPlace);
const figuresIn = (changes: Partial<typeof content>) =>
  obstaclesOf(changes).flatMap(({ claim, at }) =>
    claim === undefined ? [] : [[claim, at.join()]],
  );

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

test("every sample, placeholder and link to nowhere is listed with what to do", async () => {
  const [quote] = content.testimonials.items;
  if (!quote) throw new Error("There is nothing to mark as a sample.");
  const lines = linesOf({
    trades: {},
    confirmed: [...FIGURES, "(201) 555-0142"],
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
      refunds: { title: "Refunds", description: "", html: "", sample: true },
    },
    legalLinks: [
      { label: "Imprint", href: "#" },
      { label: "Terms", href: "#", page: "terms" },
    ],
  });
  const all = lines.map((line) => `<p>${line}`).join("");
  const { siteEditor, site, features, testimonials } = content;
  const texts = { ...siteEditor.launchLines, site, features, testimonials };
  await expect(listOf({ obstacles: all }, texts)).toMatchFileSnapshot(
    "unready.said.txt",
  );
});

test("what visitors look for and a page lacks is advised", () => {
  const { testimonials } = content;
  const items = testimonials.items.map((quote, at) =>
    at > 0 ? quote : { ...quote, source: "https://reviews.example" },
  );
  const advice = stillEmpty({
    ...content,
    testimonials: { ...testimonials, items },
  });
  expect(Array.from(advice, (line) => line.split(/:? /)[1])).toEqual([
    "footer.company",
    "demo.recording",
    "contact.team",
    "reviews",
  ]);
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

test.each([
  ["(312) 555-0100", "(201) 555-0142", 1],
  ["+44 20 7946 0958", "020 7946 0958", 0],
  ["(201) 555-0142", "+1 201 555 0142", 0],
])("calls from %s, where %s is shown, are %i obstacles", (...row) => {
  const [from, contactPhone, obstacles] = row;
  const place = { kind: "phone", orVideo: false, from } as const;
  const workingHours = { ...content.workingHours, place };
  const site = { ...content.site, contactPhone };
  const found = obstaclesOf({ site, workingHours }).filter(
    ({ says }) => says === "caller",
  );
  expect(found).toHaveLength(obstacles);
});

test.each([
  ["Nightshift", [], null, 0],
  ["Owl Desk", [], null, 1],
  ["Owl Desk", ["mark"], null, 0],
  ["Owl Desk", [], { picture: "us.svg", replaces: "mark" } as const, 0],
])(
  "the sample's mark beside %s, confirmed %j, logo %j: %i obstacles",
  (brandName, confirmed, logo, obstacles) => {
    const site = { ...content.site, brandName };
    const found = obstaclesOf({ site, confirmed, logo }).filter(
      ({ says }) => says === "mark",
    );
    expect(found).toHaveLength(obstacles);
  },
);

test("a text that is still to be written is named", () => {
  const lines = linesOf({
    footer: { ...content.footer, line: "Lorem Ipsum dolor sit amet" },
    hero: { ...content.hero, lead: "We answer. TODO: numbers" },
  });
  expect(lines.filter((line) => line.includes("not written yet"))).toEqual([
    "content/home.yaml: hero.lead: First screen › Introduction: not written yet",
    "content/home.yaml: footer.line: Footer › Line: not written yet",
  ]);
});

test("what is not checked is named where the content is in another language", () => {
  expect(notChecked(content)).toEqual([]);
  expect(notChecked({ ...content, locale: "de-DE" })).toEqual([
    expect.stringContaining("Not checked in de-DE"),
  ]);
});
