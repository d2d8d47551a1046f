/** Both pages before any script runs, by Chromium's accessibility tree; expected from the content files. */
import { leadColumns, leadField, type LeadColumn } from "../../contract/lead.ts";
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const {
  about,
  bookCall,
  fields,
  serviceChoice,
  tiles,
  contact,
  features,
  route,
  footer,
  services,
  header,
  sections,
  board,
  hero,
  legalLinks,
  site,
  testimonials,
} = content;

const q = JSON.stringify;
const items = (texts: readonly string[], indent: string): string =>
  texts.map((text) => `${indent}- listitem: ${q(text)}`).join("\n");

const slips = (shown: typeof testimonials.items, indent: string): string =>
  shown
    .map(({ name, rating }) => {
      const stars = q(testimonials.rating.replace("{rating}", String(rating)));
      return `${indent}- listitem:\n${indent}  - figure:\n${indent}    - strong: ${q(name)}\n${indent}    - img ${stars}`;
    })
    .join("\n");

/** The link to a page about privacy, if there is one. */
const privacy = legalLinks.find(({ page, href }) => page === "privacy" && href !== "#");
const consent = privacy
  ? `      - paragraph:\n        - text: ${q(`${bookCall.consent} ${bookCall.privacyIntro}`)}\n        - link ${q(privacy.label)}`
  : `      - paragraph: ${q(bookCall.consent)}`;

const trades = new Set(Object.values(content.trades).map(({ name }) => name));

const heard = (column: LeadColumn): string => {
  const { kind, required } = leadField(column);
  const name = q(required ? fields[column].label : `${fields[column].label} (${bookCall.optional})`);
  if (kind !== "service") return `      - textbox ${name}`;
  const options = [`${q(serviceChoice)} [selected]`, ...services.map(({ label }) => q(label))];
  return [`      - combobox ${name}:`, ...options.map((option) => `        - option ${option}`)].join("\n");
};

/** YAML treats a colon in a name as its own, so lines that name a node are quoted whole. */
const tree = (yaml: string): string =>
  yaml.replaceAll(/- (\w+ ".*?"(?: \[[^\]]+\])?)(:?)$/gm, (_, node, colon) => `- ${q(node)}${colon}`);

test.use({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });

test("the landing page, read from top to bottom", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("banner")).toMatchAriaSnapshot(
    tree(`
    - banner:
      - link ${q(header.skipLink)}
      - link ${q(site.brandName)}
      - navigation ${q(header.menuLabel)}:
        - list:
${[...sections.map(({ label }) => label), `${header.call} ${site.contactPhone}`, header.bookCall].map((label) => `          - listitem:\n            - link ${q(label)}`).join("\n")}
  `),
  );
  const main = page.getByRole("main");
  await expect(main.getByRole("region").nth(0)).toMatchAriaSnapshot(
    tree(`
    - region ${q(hero.phrases[0])}:
      - paragraph: ${q(hero.eyebrow)}
      - heading ${q(hero.phrases[0])} [level=1]
      - paragraph: ${q(hero.lead)}
      - paragraph:
        - link ${q(hero.bookNow)}
        - button ${q(hero.watchDemo)}
      - paragraph: ${q(hero.note)}
      - figure ${q(board.label)}:
        - list ${q(board.statusLabel)}:
${items(
  board.statuses.map(({ label }) => label),
  "          ",
)}
  `),
  );
  await expect(main.getByRole("region").nth(1)).toMatchAriaSnapshot(
    tree(`
    - region ${q(about.heading)}:
      - heading ${q(about.heading)} [level=2]
      - paragraph: ${q(about.lead)}
      - img ${q(about.clock.label)}
      - list ${q(about.promisesLabel)}:
        - listitem:
          - strong: ${q(about.promises[0]?.title)}
  `),
  );
  await expect(main.getByRole("region").nth(2)).toMatchAriaSnapshot(
    tree(`
    - region ${q(features.heading)}:
      - heading ${q(features.heading)} [level=2]
      - list:
${features.items.map(({ title }) => `        - listitem:\n          - heading ${q(title)} [level=3]`).join("\n")}
      - heading ${q(route.heading)} [level=3]
      - list ${q(route.heading)}:
${route.steps.map(({ title }) => `        - listitem:\n          - heading ${q(title)} [level=4]`).join("\n")}
  `),
  );
  await expect(main.getByRole("region").nth(3)).toMatchAriaSnapshot(
    tree(`
    - region ${q(testimonials.heading)}:
      - heading ${q(testimonials.heading)} [level=2]
      - list:
${slips(testimonials.items.slice(0, 3), "        ")}
${testimonials.items.length > 3 ? `      - group:\n        - list:\n${slips(testimonials.items.slice(3), "          ")}` : ""}
  `),
  );
  await expect(main.getByRole("region").last()).toMatchAriaSnapshot(
    tree(`
    - region ${q(contact.heading)}:
      - heading ${q(contact.heading)} [level=2]
      - link ${q(contact.getCall)}
      - paragraph:
        - text: ${q(contact.formIntro)}
        - link ${q(contact.formLink)}
      - paragraph:
        - text: ${q(contact.callIntro)}
        - link ${q(site.contactPhone)}
      - list ${q(contact.deliverablesLabel)}:
${items(contact.deliverables, "        ")}
      - link ${q(contact.bookCall)}
  `),
  );
  await expect(page.getByRole("contentinfo")).toMatchAriaSnapshot(
    tree(`
    - contentinfo:
      - link ${q(site.brandName)}
      - heading ${q(footer.servicesLabel)} [level=2]
      - list:
${items(
  services.map(({ label }) => label),
  "        ",
)}
      - heading ${q(footer.industriesLabel)} [level=2]
      - list:
${footer.industries.map((name) => (trades.has(name) ? `        - listitem:\n          - link ${q(name)}` : `        - listitem: ${q(name)}`)).join("\n")}
      - heading ${q(footer.contactLabel)} [level=2]
      - list:
        - listitem:
          - link ${q(`${footer.emailLabel} ${site.contactEmail}`)}
        - listitem:
          - link ${q(`${footer.phoneLabel} ${site.contactPhone}`)}
      - list:
${legalLinks.map(({ label }) => `        - listitem:\n          - link ${q(label)}`).join("\n")}
  `),
  );
});

test("the form page, read from top to bottom", async ({ page }) => {
  await page.goto("/book-call");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(
    tree(`
    - main:
      - heading ${q(bookCall.heading)} [level=1]
      - paragraph: ${q(bookCall.lead)}
${leadColumns.map(heard).join("\n")}
      - button ${q(bookCall.submit)}
${consent}
      - list:
${tiles.map(({ title }) => `        - listitem:\n          - strong: ${q(title)}`).join("\n")}
  `),
  );
});
