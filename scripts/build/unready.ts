/** Obstacles to a launch in the content: samples, placeholders and unsigned claims, each with what to do. */
import type { SiteConfig } from "../../contract/build-manifest.ts";
import { siteVariable } from "../../server/configuration/env.ts";
import type { Content } from "../../site/content/schema.ts";

const PLACEHOLDERS: Omit<SiteConfig, "schedulingUrl"> = {
  siteUrl: "http://localhost:3000",
  brandName: "Nightshift",
  contactEmail: "hello@nightshift.example",
  contactPhone: "(201) 555-0142",
};

/** A promise that can be measured: 3x, 24/7, 40%, 24-48 hours, 30 days. */
const FIGURE =
  /\b24\/7|\b\d+(?:[.,]\d+)?(?:x\b|\s?%)|\b\d+(?:[-–]\d+)?\s?(?:minute|hour|hr|day|week|month)s?\b/gi;

/** Names of the settings that still hold the placeholder they were delivered with. */
export function unconfiguredIn({ site, confirmed }: Pick<Content, "site" | "confirmed">) {
  const needed = ["siteUrl", "brandName", "contactEmail", "contactPhone"] as const;
  return needed.filter((name) => site[name] === PLACEHOLDERS[name] && !confirmed.includes(site[name]));
}

/** A line for each; empty when the site may go public. Legal links to nowhere are the specification's, so named last. */
export function findUnready(content: Content): string[] {
  const { site, legalLinks, markdownPages } = content;
  const settings = unconfiguredIn(content).map(
    (name) =>
      `${siteVariable(name)}: still the placeholder "${site[name]}": set it (environment or site/content/site.ts)`,
  );
  const claims = unsignedFigures(content).map(
    ([figure, places]) =>
      `site/content/site.ts: "${figure}" is said in ${places.join(", ")}: put it into \`confirmed\` if you stand behind it, else change the words`,
  );
  const samples = sampleTestimonials(content).map(
    ({ file, name }) =>
      `site/content/${file}.ts: "${name}" is a sample, not a customer: put a customer there, or take it out`,
  );
  const pages = Object.entries(markdownPages)
    .filter(([, page]) => page.sample)
    .map(([name]) => `site/content/pages/${name}.md: still says SAMPLE: check the text and take that out`);
  const links = legalLinks
    .filter(({ href }) => href === "#")
    .map(({ label, page }) =>
      page === undefined
        ? `site/content/site.ts: "${label}" points nowhere: give it an address, or take it out`
        : `site/content/pages/: "${label}" points nowhere: check _${page}.md and copy it to ${page}.md`,
    );
  return [...settings, ...claims, ...samples, ...pages, ...links];
}

/** Testimonials that nobody gave, each with the file that it stands in. */
export function sampleTestimonials({ testimonials, trades }: Content): { file: string; name: string }[] {
  const all = [
    ...testimonials.items.map((item) => ({ ...item, file: "testimonials" })),
    ...Object.entries(trades).map(([name, trade]) => ({ ...trade.testimonial, file: `trades/${name}` })),
  ];
  return all.flatMap(({ file, name, sample }) =>
    sample === true && name !== undefined ? [{ file, name }] : [],
  );
}

/** The site's promises in figures, and the parts of the content that make them. The demo and the board are shown as examples. */
function unsignedFigures(content: Content): [string, string[]][] {
  const { about, bookCall, confirmation, contact, features, footer, hero, mail, pages, route, tiles } =
    content;
  const figures = about.figures.map(({ figure, text }) => `${figure} ${text}`);
  const trades = Object.values(content.trades).map(({ board: _board, ...said }) => said);
  const rest = { pages, trades, features, route, contact, footer, bookCall, tiles, confirmation, mail };
  const found = new Map<string, Set<string>>();
  for (const [part, words] of Object.entries({ hero, about: { ...about, figures }, ...rest })) {
    for (const [figure] of JSON.stringify(words).matchAll(FIGURE)) {
      const key = figure.toLowerCase().replace(/(minute|hour|day)$/, "$1s");
      found.set(key, (found.get(key) ?? new Set()).add(part));
    }
  }
  return [...found]
    .filter(([figure]) => !content.confirmed.includes(figure))
    .map(([figure, parts]) => [figure, [...parts]]);
}
