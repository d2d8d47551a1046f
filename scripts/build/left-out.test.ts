/**
 * Content may leave out parts and lists. The site
 * does not show them, and no page links to them.
 */

import { expect, test } from "vitest";
import { parse } from "yaml";
import { homeSchemas, SECTIONS } from "../../contract/content/home-schema.ts";
import type { Content } from "../../contract/content/schema.ts";
import {
  BOOK_CALL,
  LINK_PATHS,
  SCHEDULE_PATH,
} from "../../contract/http/routes.ts";
import { loadContent } from "../../server/content/content.ts";
import { listedPaths } from "../../server/content/seo-files.ts";
import { content as own, sample, withParts } from "../../tests/content.ts";
import { rendererOf } from "../../tests/renderer.ts";

const { about, features, route, testimonials, faq, missed } = own;
const parts = Object.entries(homeSchemas)
  .filter(([, { type }]) => type === "exact_optional")
  .map(([name]) => name);
const withoutFiles = (files: readonly string[]): typeof sample => ({
  ...sample,
  texts: Object.fromEntries(
    Object.entries(sample.texts).filter(([file]) => !files.includes(file)),
  ),
});
const trades = Object.keys(sample.texts).filter((file) =>
  file.startsWith("trades/"),
);
/** Its header links to each section. */
const oneTrade = withParts(
  "home.yaml",
  { sections: SECTIONS.map((id) => ({ id, label: id })) },
  withoutFiles(trades.slice(1)),
);

/**
 * Who leaves the offer out takes its words
 * out of the sentences, as the check asks.
 */
const withoutOffer = (text: string) =>
  text.replaceAll("{price}", "A fair price").replaceAll("{contract}", "no end");

const without = (...names: string[]): typeof sample => {
  const text = oneTrade.texts["home.yaml"] ?? "";
  const home = Object.entries(
    parse(names.includes("offer") ? withoutOffer(text) : text),
  );
  const rest = Object.fromEntries(
    home.filter(([name]) => !names.includes(name)),
  );
  return {
    ...oneTrade,
    texts: { ...oneTrade.texts, "home.yaml": JSON.stringify(rest) },
  };
};
const changed = (part: object) => withParts("home.yaml", part, oneTrade);

/** The HTML of each page, with its path. */
function rendered(content: Content) {
  const renderer = rendererOf(content);
  const form = { kind: "empty" as const };
  const pages = listedPaths(content).map((path) => ({ path, status: 200 }));
  return Promise.all(
    [...pages, { path: "/nowhere", status: 404 }].map(
      async (page): Promise<[path: string, html: string]> => [
        page.path,
        await renderer.renderPage({ ...page, form }),
      ],
    ),
  );
}

const SERVED = [SCHEDULE_PATH, BOOK_CALL.path, ...Object.values(LINK_PATHS)];

/** Links to addresses, parts of pages and elements that do not exist. */
function deadEnds(pages: readonly [path: string, html: string][]) {
  const byPath = new Map(pages);
  return pages.flatMap(([path, html]) => {
    const targets = [...html.matchAll(/ href="([#/][^"]+)"/g)].map(
      ([, target = ""]) => target,
    );
    const named = [
      ...html.matchAll(
        / (?:popoverTarget|aria-labelledby|aria-describedby|for|list)="([^"]+)"/g,
      ),
    ];
    const ids = named.flatMap(([, list = ""]) =>
      list.split(" ").map((id) => `#${id}`),
    );
    return [...new Set([...targets, ...ids])]
      .filter((target) => {
        const { pathname, hash } = new URL(target, `http://localhost${path}`);
        const page = byPath.get(pathname);
        if (page === undefined)
          return !SERVED.includes(pathname) && !/\.\w+$/.test(pathname);
        return hash !== "" && !page.includes(` id="${hash.slice(1)}"`);
      })
      .map((target) => `${path} links to ${target}`);
  });
}

const NO_LISTS = withParts(
  "book-call.yaml",
  { tiles: [] },
  changed({
    about: { ...about, figures: [] },
    features: { ...features, items: [] },
    route: { ...route, steps: [] },
    testimonials: { ...testimonials, items: [] },
    faq: { ...faq, items: [] },
    missed: { ...missed, case: null },
  }),
);
const LISTED = ["features", "route", "testimonials", "faq"];

test.each([
  ["nothing", sample, []],
  ...parts.map((part): [string, typeof sample, string[]] => [
    part,
    without(part),
    [part],
  ]),
  ["every optional part", without(...parts), parts],
  ["every list", NO_LISTS, LISTED],
  [
    "every legal link",
    withParts("site.yaml", { legalLinks: [] }, oneTrade),
    [],
  ],
  ["every trade", withoutFiles(trades), []],
])(
  "with %s left out, every link leads somewhere, and no list is empty",
  async (_what, folder, hidden) => {
    const pages = await rendered(loadContent({}, folder));
    expect(deadEnds(pages)).toEqual([]);
    for (const [path, html] of pages)
      expect(html, path).not.toMatch(/<(ul|ol|dl)[^>]*><\/\1>/);
    const [[, landing] = []] = pages;
    for (const id of hidden) expect(landing).not.toContain(` id="${id}"`);
  },
);

test("a site without trades has no row of them, not even for another trade", async () => {
  const [[, landing] = []] = await rendered(
    loadContent({}, withoutFiles(trades)),
  );
  expect(landing).not.toContain(own.doneForYou?.anotherTrade);
});
