import type { Content } from "../../contract/content/schema.ts";
import { ROUTES } from "../../contract/http/routes.ts";
import { escapeMarkup } from "../http/escape-markup.ts";

/** Files for search engines, keyed by name. */
export function seoFiles(content: Content): Record<string, string> {
  const address = (path: string): string =>
    new URL(path, content.site.siteUrl).href;
  return {
    "robots.txt": `User-agent: *\nAllow: /\nDisallow: /rest/\n\nSitemap: ${address("/sitemap.xml")}\n`,
    "sitemap.xml": sitemap(listedPaths(content).map(address)),
  };
}

/** The path of every built page: the routes, then trades and Markdown pages. */
export const listedPaths = ({ trades, markdownPages }: Content): string[] => [
  ...ROUTES.map(({ path }) => path),
  ...Object.keys({ ...trades, ...markdownPages }).map((name) => `/${name}`),
];

/** Source: sitemaps.org protocol 0.9. */
function sitemap(addresses: readonly string[]): string {
  const urls = addresses.map(
    (address) => `  <url><loc>${escapeMarkup(address)}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}
