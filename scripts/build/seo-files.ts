/** Files for search engines, link previews and language models, made from `site/content/`. */
import { WEB_MANIFEST } from "../../contract/page.ts";
import { escapeMarkup } from "../../contract/escape-markup.ts";
import { ROUTES } from "../../contract/routes.ts";
import type { Content } from "../../site/content/schema.ts";
import { color } from "./design-tokens.ts";

export function seoFiles(content: Content): Record<string, string> {
  const address = (path: string): string => new URL(path, content.site.siteUrl).href;
  return {
    "robots.txt": `User-agent: *\nAllow: /\nDisallow: /rest/\n\nSitemap: ${address("/sitemap.xml")}\n`,
    "sitemap.xml": sitemap(content, address),
    "llms.txt": llms(content, address),
    [WEB_MANIFEST.slice(1)]: manifest(content),
  };
}

type Address = (path: string) => string;

/** Source: sitemaps.org protocol 0.9. */
function sitemap({ markdownPages, trades }: Content, address: Address): string {
  const listed = ROUTES.map(({ path }) => path);
  const urls = [...listed, ...Object.keys({ ...trades, ...markdownPages }).map((name) => `/${name}`)].map(
    (path) => `  <url><loc>${escapeMarkup(address(path))}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Source: llmstxt.org. */
function llms(
  { site, pages, trades, markdownPages, hero, about, features, contact, footer, services }: Content,
  address: Address,
): string {
  const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");
  return `# ${site.brandName}

> ${pages.home.description}

${hero.lead}

## Pages

${list([
  ...ROUTES.map(({ name, path }) => link(pages[name], address(path))),
  ...Object.entries({ ...trades, ...markdownPages }).map(([name, page]) => link(page, address(`/${name}`))),
])}

## Services

${list(services.map(({ label }) => label))}

## For

${list(footer.industries)}

## What it does

${list([...features.items.map((feature) => `${feature.title}: ${feature.description}`), ...about.promises.map(({ title, text }) => `${title}: ${text}`)])}

## The free strategy call

${contact.terms.map(({ term, value }) => `- ${term}: ${value}`).join("\n")}
${list(contact.deliverables)}

## Contact

- ${footer.emailLabel}: ${site.contactEmail}
- ${footer.phoneLabel}: ${site.contactPhone}
`;
}

function link({ title, description }: { title: string; description: string }, url: string): string {
  return `[${title}](${url}): ${description}`;
}

/** Source: W3C Web Application Manifest. */
function manifest({ site, pages }: Content): string {
  const night = color("night");
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
