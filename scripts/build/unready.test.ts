import { expect, test } from "vitest";
import { loadContent } from "./content.ts";
import { findUnready } from "./unready.ts";

const PLACEHOLDERS = {
  siteUrl: "http://localhost:3000",
  contactEmail: "hello@nightshift.example",
  contactPhone: "(201) 555-0142",
  schedulingUrl: "",
  brandName: "Nightshift",
};
const content = loadContent(PLACEHOLDERS);

/** What is listed as promised in figures, and where. */
function figuresIn(changes: Partial<typeof content>): string[][] {
  return findUnready({ ...content, ...changes })
    .map((line) => /"(.*)" is said in (.*): put it/.exec(line))
    .flatMap((match) => (match ? [[match[1] ?? "", match[2] ?? ""]] : []));
}

const FIGURES = figuresIn({ confirmed: [] }).map(([figure = ""]) => figure);

test("every sample, placeholder and link to nowhere is listed with what to do", () => {
  const [quote] = content.testimonials.items;
  if (!quote) throw new Error("There is nothing to mark as a sample.");
  const lines = findUnready({
    ...content,
    trades: {},
    confirmed: FIGURES,
    testimonials: { ...content.testimonials, items: [{ ...quote, sample: true }] },
    legalLinks: [
      { label: "Imprint", href: "#" },
      { label: "Terms", href: "#", page: "terms" },
    ],
  });
  for (const variable of ["SITE_URL", "BRAND_NAME", "CONTACT_EMAIL", "CONTACT_PHONE"]) {
    expect(lines.filter((line) => line.startsWith(variable))).toHaveLength(1);
  }
  expect(lines.slice(4)).toEqual([
    `site/content/testimonials.ts: "${quote.name}" is a sample, not a customer: put a customer there, or take it out`,
    'site/content/site.ts: "Imprint" points nowhere: give it an address, or take it out',
    'site/content/pages/: "Terms" points nowhere: check _terms.md and copy it to terms.md',
  ]);
});

test("each figure that the pages promise is listed until it is signed, and a changed one is listed again", () => {
  expect(figuresIn({ confirmed: FIGURES })).toEqual([]);
  const figures = [{ figure: "5x", text: "more leads, 40% cheaper, 24/7, within 24-48 hours or 30 days" }];
  const about = { ...content.about, figures };
  const listed = figuresIn({ confirmed: [], about }).map(([figure]) => figure);
  expect(listed).toEqual(expect.arrayContaining(["5x", "40%", "24/7", "24-48 hours", "30 days"]));
  const known = [...FIGURES, "24/7", "24-48 hours", "30 days"];
  expect(figuresIn({ confirmed: known, about })).toEqual([
    ["5x", "about"],
    ["40%", "about"],
  ]);
});

test("nothing is listed once it is the agency's own", () => {
  const own = {
    ...content,
    site: {
      siteUrl: "https://agency.example",
      brandName: "Agency",
      contactEmail: "hi@agency.example",
      contactPhone: "+1 212 0100",
      schedulingUrl: "https://agency.example/call",
    },
    confirmed: FIGURES,
    testimonials: { ...content.testimonials, items: [] },
    legalLinks: [],
    markdownPages: {},
    trades: {},
  };
  expect(findUnready(own)).toEqual([]);
  const named = { ...own, site: { ...own.site, brandName: "Nightshift" } };
  expect(findUnready(named)).toHaveLength(1);
  expect(findUnready({ ...named, confirmed: [...FIGURES, "Nightshift"] })).toEqual([]);
});
