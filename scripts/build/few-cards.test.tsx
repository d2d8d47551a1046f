import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SharedContentContext } from "../../site/components/shared-content.ts";
import type { Content } from "../../site/content/schema.ts";
import { Footer } from "../../site/pages/home/footer.tsx";
import { BelowHero } from "../../site/pages/home/whole-home-page.tsx";
import { sharedContent, contentForVisit } from "../../site/page-content.ts";
import { loadContent } from "./content.ts";

const own = loadContent({});
const some: Content = {
  ...own,
  features: {
    ...own.features,
    items: [{ icon: "bell", title: "Rings", description: "It rings.", benefits: ["Loud"] }],
  },
  route: { ...own.route, steps: [{ time: "Noon", title: "Ring", text: "It rings." }] },
  testimonials: {
    ...own.testimonials,
    items: [{ name: "Ada", trade: "Roofing", content: "Good.", results: "Calls", rating: 5 }],
  },
  faq: { ...own.faq, items: [{ question: "Loud?", answer: "Yes." }] },
  sections: (["hero", "about", "features", "testimonials"] as const).map((id) => ({ id, label: id })),
};

/** The ids of the sections below the first screen, and those that the header links to. */
function shown(changes: Partial<Content>) {
  const content = { ...some, ...changes };
  const { sections, staticContent } = contentForVisit(content).home;
  if (!staticContent) throw new Error("The words of the sections are missing.");
  const html = renderToStaticMarkup(
    <SharedContentContext value={sharedContent(content, { status: 200, form: { kind: "empty" } })}>
      <BelowHero {...staticContent} />
      <Footer {...staticContent} />
    </SharedContentContext>,
  );
  const ids = [...html.matchAll(/ id="([a-z]+)" tabindex="-1"/g)].map(([, id]) => id);
  return { html, ids, links: sections.map(({ id }) => id) };
}

test("a section without cards is shown with its link as long as it has some", () => {
  const { ids, links } = shown({});
  expect(ids).toEqual(["about", "features", "route", "testimonials", "faq", "contact"]);
  expect(links).toEqual(["hero", "about", "features", "testimonials"]);
});

test("a section without cards is left out, and so is its link in the header", () => {
  const { ids, links } = shown({
    features: { ...some.features, items: [] },
    testimonials: { ...some.testimonials, items: [] },
    faq: { ...some.faq, items: [] },
  });
  expect(ids).toEqual(["about", "contact"]);
  expect(links).toEqual(["hero", "about"]);
});

test("a section without cards affects no other section: a flow without steps leaves the features", () => {
  const sections: Content["sections"] = [...some.sections, { id: "route", label: "HOW" }];
  const { ids, links } = shown({ sections, route: { ...some.route, steps: [] } });
  expect(ids).toEqual(["about", "features", "testimonials", "faq", "contact"]);
  expect(links).toEqual(["hero", "about", "features", "testimonials"]);
});

test("a section without cards appears with its link once it has some", () => {
  const { sections, faq } = some;
  const linked: Content["sections"] = [...sections, { id: "faq", label: "FAQ" }];
  expect(shown({ sections: linked, faq: { ...faq, items: [] } }).links).not.toContain("faq");
  const items = [{ question: "Is it <safe>?", answer: "Yes." }];
  const { ids, links, html } = shown({ sections: linked, faq: { ...faq, items } });
  expect(ids).toEqual(["about", "features", "route", "testimonials", "faq", "contact"]);
  expect(links).toEqual(["hero", "about", "features", "testimonials", "faq"]);
  expect(html).toContain("<details><summary>Is it &lt;safe&gt;?</summary><p>Yes.</p></details>");
});

test("a section without cards leaves no empty list", () => {
  const { html } = shown({
    about: { ...some.about, figures: [], promises: [] },
    footer: { ...some.footer, industries: [] },
    trades: {},
    legalLinks: [],
  });
  expect(html).not.toMatch(/<(ul|ol|dl)[^>]*><\/\1>/);
  expect(html).not.toContain(some.footer.industriesLabel);
});
