import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SharedContentContext } from "../../site/components/shared-content.ts";
import type { Content } from "../../contract/content/schema.ts";
import { Page } from "../../site/pages/home/home-page.tsx";
import { pageContents, sharedContent } from "../../site/page-content.ts";
import { content as own } from "../../tests/content.ts";

const some = {
  ...own,
  features: {
    ...own.features,
    items: [
      { icon: "bell", promise: "Ringing", title: "Rings", description: "It rings.", benefits: ["Loud"] },
    ],
  },
  route: { ...own.route, steps: [{ time: "Noon", title: "Ring", text: "It rings." }] },
  testimonials: {
    ...own.testimonials,
    items: [{ name: "Ada", trade: "Roofing", content: "Good.", results: "Calls", rating: 5 }],
  },
  faq: { ...own.faq, items: [{ question: "Loud?", answer: "Yes." }] },
  sections: (["hero", "about", "features", "testimonials"] as const).map((id) => ({ id, label: id })),
} satisfies Content;

/** The ids of the sections below the first screen, and those that the header links to. */
function shown(changes: Partial<Content>) {
  const content = { ...some, ...changes };
  const { home } = pageContents(content);
  const html = renderToStaticMarkup(
    <SharedContentContext value={sharedContent(content, { status: 200, form: { kind: "empty" } })}>
      <Page content={home} />
    </SharedContentContext>,
  );
  const ids = [...html.matchAll(/<(?:section|div)[^>]* id="([a-z]+)" tabindex="-1"/g)].map(([, id]) => id);
  return { html, ids, links: home.sections.map(({ id }) => id) };
}

const linking = (id: "route" | "faq"): Partial<Content> => ({
  sections: [...some.sections, { id, label: id }],
});

test.each<[what: string, changes: Partial<Content>, ids: string, links: string]>([
  [
    "all that have some",
    linking("faq"),
    "hero about features route testimonials faq contact",
    "hero about features testimonials faq",
  ],
  [
    "not those that have none",
    {
      ...linking("faq"),
      features: { ...some.features, items: [] },
      testimonials: { ...some.testimonials, items: [] },
      faq: { ...some.faq, items: [] },
    },
    "hero about contact",
    "hero about",
  ],
  [
    "the features beside a flow without steps",
    { ...linking("route"), route: { ...some.route, steps: [] } },
    "hero about features testimonials faq contact",
    "hero about features testimonials",
  ],
])("of the sections with cards the page and its header show %s", (_what, changes, ids, links) => {
  const page = shown(changes);
  expect([page.ids, page.links]).toEqual([ids.split(" "), links.split(" ")]);
});

test("a section without cards leaves no empty list", () => {
  const { html } = shown({
    about: { ...some.about, figures: [] },
    footer: { ...some.footer, industries: [] },
    trades: {},
    legalLinks: [],
  });
  expect(html).not.toMatch(/<(ul|ol|dl)[^>]*><\/\1>/);
  expect(html).not.toContain(some.footer.industriesLabel);
});
