/** What search engines, link previews and language models read beside the pages: all of it from `site/content/`. */
import { escapeMarkup } from "../../contract/escape-markup.ts";
import { ROUTES } from "../../contract/routes.ts";
import { about } from "../../site/content/about.ts";
import { contact } from "../../site/content/contact.ts";
import { features } from "../../site/content/features.ts";
import { footer } from "../../site/content/footer.ts";
import { hero } from "../../site/content/hero.ts";
import { pages } from "../../site/content/pages.ts";
import { site } from "../../site/content/site.ts";
import { readColors } from "./design-tokens.ts";

const address = (path: string): string => new URL(path, site.siteUrl).href;

/** Every text file by its name at the root of the site. */
export function findabilityFiles(): Record<string, string> {
  return {
    "robots.txt": `User-agent: *\nAllow: /\nDisallow: /rest/\n\nSitemap: ${address("/sitemap.xml")}\n`,
    "sitemap.xml": sitemap(),
    "llms.txt": llms(),
    "site.webmanifest": manifest(),
  };
}

/** Source: sitemaps.org protocol 0.9. */
function sitemap(): string {
  const urls = ROUTES.filter(({ inSitemap }) => inSitemap).map(
    ({ path }) => `  <url><loc>${escapeMarkup(address(path))}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Source: llmstxt.org. */
function llms(): string {
  const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");
  return `# ${site.brandName}

> ${pages.home.description}

${hero.lead}

## Pages

${list(ROUTES.map(({ name, path }) => `[${pages[name].title}](${address(path)}): ${pages[name].description}`))}

## Services

${list(footer.services)}

## For

${list(footer.industries)}

## What it does

${list([...features.items.map((feature) => `${feature.title}: ${feature.description}`), ...about.promises.map(({ title, text }) => `${title}: ${text}`)])}

## The free strategy call

${contact.terms.map(({ term, value }) => `- ${term}: ${value}`).join("\n")}
${list(contact.gives)}

## Contact

- ${footer.emailLabel}: ${site.contactEmail}
- ${footer.phoneLabel}: ${site.contactPhone}
`;
}

/** Source: W3C Web Application Manifest. */
function manifest(): string {
  const { night } = readColors();
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" });
  return JSON.stringify({
    name: pages.home.title,
    short_name: site.brandName,
    description: pages.home.description,
    start_url: "/",
    display: "browser",
    background_color: night,
    theme_color: night,
    icons: [icon(192), icon(512)],
  });
}
