/** Facts in the content that cannot be true: two prices, another agency's name. */
import type { Content } from "../../contract/content/schema.ts";
import { isEnglish } from "../../contract/locale/locale.ts";
import { stringsIn } from "../../server/content/call-terms.ts";

/** The delivered brand, which an agency with another name must not call itself. */
const DELIVERED_BRAND = "Nightshift";

export function findWrongFacts(content: Content): string[] {
  const { markdownPages, pictures: _pictures, icons: _icons, site: _site, ...rest } = content;
  const pages = Object.entries(markdownPages).map(([name, { title, html }]): [string, string] => [
    `pages/${name}.md`,
    `${title} ${html.replaceAll(/<[^>]*>/g, " ")}`,
  ]);
  const texts = [...stringsIn(rest), ...pages];
  return [
    ...(content.confirmed.includes("prices") || !isEnglish(content) ? [] : differentPrices(texts)),
    ...otherBrand(texts, content.site.brandName),
  ];
}

const PRICE = /[$€£]\s?(\d[\d,.]*\d|\d)\s?(?:\/|per |a |an )\s?(month|mo|year|yr|week|user|location)\b/gi;
/** Conversations are examples, and what customers pay or earned is theirs. */
const EXAMPLES = /^(?:board|demo|testimonials|inbox|trades\.[^.]+\.(?:board|testimonial|problem))\b/;

/** The prices of one unit must be the same wherever the content names them. */
function differentPrices(texts: [string, string][]): string[] {
  const byUnit = new Map<string, Map<string, string>>();
  for (const [path, text] of texts) {
    if (EXAMPLES.test(path)) continue;
    for (const [said, amount = "", unit = ""] of text.matchAll(PRICE)) {
      const name = { mo: "month", yr: "year" }[unit.toLowerCase()] ?? unit.toLowerCase();
      const prices = byUnit.get(name) ?? new Map<string, string>();
      const key = amount.replaceAll(",", "");
      prices.set(key, prices.get(key) ?? `"${said}" (${path})`);
      byUnit.set(name, prices);
    }
  }
  return [...byUnit.values()]
    .filter(({ size }) => size > 1)
    .map(
      (prices) =>
        `content/: ${[...prices.values()].join(" and ")} are different prices: write one, ` +
        `or add "prices" to \`confirmed\` if you have several`,
    );
}

function otherBrand(texts: [string, string][], brandName: string): string[] {
  const delivered = new RegExp(String.raw`\b(?:${DELIVERED_BRAND}|${DELIVERED_BRAND.toUpperCase()})\b`);
  if (delivered.test(brandName)) return [];
  return texts
    .filter(([, text]) => delivered.test(text))
    .map(([path]) => `content/: ${path} still says "${DELIVERED_BRAND}": write {brand}`);
}
