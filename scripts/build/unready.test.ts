import { expect, test } from "vitest";
import { loadContent } from "./content.ts";
import { findUnready } from "./unready.ts";

const PLACEHOLDERS = {
  siteUrl: "http://localhost:3000",
  contactEmail: "hello@nightshift.example",
  contactPhone: "(201) 555-0142",
  schedulingUrl: "https://scheduling.example/nightshift/strategy-call",
};
const content = loadContent(PLACEHOLDERS);

test("every sample and every placeholder is listed with the place to change it", () => {
  const [quote] = content.testimonials.items;
  const [claim] = content.about.figures;
  if (!quote || !claim) throw new Error("There is nothing to mark as a sample.");
  const lines = findUnready({
    ...content,
    about: { ...content.about, figures: [{ ...claim, sample: true }] },
    testimonials: { ...content.testimonials, items: [{ ...quote, sample: true }] },
    legalLinks: [{ label: "Imprint", href: "#" }],
  });
  for (const variable of ["SITE_URL", "CONTACT_EMAIL", "CONTACT_PHONE", "SCHEDULING_URL"]) {
    expect(lines.filter((line) => line.startsWith(variable))).toHaveLength(1);
  }
  expect(lines.slice(4)).toEqual([
    `site/content/about.ts: the claim "${claim.figure} ${claim.text}" is marked as a sample`,
    `site/content/testimonials.ts: "${quote.name}" is a sample, not a customer`,
    'site/content/site.ts: "Imprint" points nowhere',
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
    about: { ...content.about, figures: [] },
    testimonials: { ...content.testimonials, items: [] },
    legalLinks: [],
    markdownPages: {},
  };
  expect(findUnready(own)).toEqual([]);
});
