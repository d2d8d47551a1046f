/** Contradictions in content and settings, and facts that cannot be true, each with its remedy. */
import type { OtherOrigins } from "../../contract/build-manifest.ts";
import type { Env } from "../../server/settings/env.ts";
import type { Content } from "../../contract/content/schema.ts";
import { isEnglish } from "../../contract/locale/locale.ts";
import { stringsIn } from "../../server/content/call-terms.ts";

type Sharing = Pick<Env["outbox"], "webhookUrls">;

export function findContradictions(
  content: Content,
  sharing: Sharing,
  { html: analytics }: Pick<OtherOrigins, "html">,
): string[] {
  if (!isEnglish(content)) return shownMarkup(content);
  return [
    ...shownMarkup(content),
    ...wrongCounts(content),
    ...hiddenAssistants(content),
    ...(analytics === "" ? [] : deniedAnalytics(content)),
    ...deniedSharing(content, sharing),
  ];
}

const NUMBERS = "two three four five six seven eight nine ten eleven twelve".split(" ");
const COUNTED = new RegExp(String.raw`\b(${NUMBERS.join("|")}|\d\d?) (?:[a-z]+ )??([a-z]+s)\b`, "gi");
const UNITS = /^(?:seconds|minutes|hours|days|weeks|months|years|times|stars)$/i;

/** Headings with a number that differs from the items below them. */
function wrongCounts({ features, route, testimonials, faq, trades }: Content): string[] {
  const lists: [string, { heading: string; lead?: string } | undefined, readonly unknown[] | undefined][] = [
    ["features", features, features?.items],
    ["route", route, route?.steps],
    ["testimonials", testimonials, testimonials?.items],
    ["faq", faq, faq?.items],
    ...Object.entries(trades).flatMap(([name, { jobs, faq: questions }]): typeof lists => [
      [`trades.${name}.jobs`, jobs, jobs.items],
      [`trades.${name}.faq`, questions, questions.items],
    ]),
  ];
  return lists.flatMap(([part, { heading = "", lead = "" } = {}, items = []]) =>
    items.length === 0
      ? []
      : [...`${heading}. ${lead}`.matchAll(COUNTED)]
          .filter(([, number = "", things = ""]) => !UNITS.test(things) && countOf(number) !== items.length)
          .map(([said]) => `content/: ${part} says "${said}" but has ${items.length}: change the words`),
  );
}

function countOf(number: string): number {
  const index = NUMBERS.indexOf(number.toLowerCase());
  return index === -1 ? Number(number) : index + 2;
}

/** Sample conversations in which the assistant does not begin with what it is. */
function hiddenAssistants({ board, trades }: Content): string[] {
  return Object.entries({ home: { board }, ...trades }).flatMap(([name, shown]) => {
    const file = name in trades ? `trades/${name}` : name;
    const first = shown.board.messages.find(({ assistant }) => assistant !== undefined)?.assistant;
    return first === undefined || /\bAI\b/.test(first.split(/[.!?]/)[0] ?? "")
      ? []
      : [`content/${file}.yaml: the assistant's first sentence does not say that it is an AI: say so`];
  });
}

const HTML = /<(?:\/?[a-z][^<>]*|!--[^<>]*)>|&(?:[a-z]+|#\d+);/i;
/** Markdown's bold text and links, which only its own pages understand. */
const MARKUP = new RegExp(String.raw`${HTML.source}|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\)`, "i");

/** Markup in text, where a visitor sees the signs. In Markdown HTML may be shown as code. */
function shownMarkup({ markdownPages, pictures: _pictures, ...texts }: Content): string[] {
  const found = stringsIn(texts).flatMap(([path, text]) => {
    const [mark] = MARKUP.exec(text) ?? [];
    return mark === undefined ? [] : [[`content/: ${path}`, mark]];
  });
  const ofPages = Object.entries(markdownPages).flatMap(([name, { html }]) => {
    const escaped = html.replaceAll(/<code[^>]*>[^<]*<\/code>|<[^>]*>|&(?:amp|quot|#39);/g, "");
    const [mark] = HTML.exec(escaped.replaceAll("&lt;", "<").replaceAll("&gt;", ">")) ?? [];
    return mark === undefined ? [] : [[`content/pages/${name}.md`, mark]];
  });
  return [...found, ...ofPages].map(([place, mark]) => `${place} shows "${mark}" as text: remove it`);
}

const NO_ANALYTICS = /\bno (?:analytics|cookies|tracking|trackers|scripts)\b|\bnothing [^.]*\bfollows you\b/i;

/** Pages that deny analytics, beside a vendor's lines. */
function deniedAnalytics({ markdownPages }: Content): string[] {
  return Object.entries(markdownPages).flatMap(([name, { html }]) => {
    const [said] = NO_ANALYTICS.exec(html) ?? [];
    if (said === undefined) return [];
    const remedy = "name the companies that you let in, and the data that they get";
    return [`content/pages/${name}.md: says "${said}" while content/analytics.html is there: ${remedy}`];
  });
}

const THIRD_PARTIES = /\bthird part(?:y|ies)\b/i;

/** Finds the promise that nobody else gets data, although chats or programs do. */
function deniedSharing({ bookCall, markdownPages, confirmed }: Content, { webhookUrls }: Sharing): string[] {
  if (webhookUrls.length === 0 || confirmed.includes("third parties")) return [];
  const texts: [string, string][] = [
    ["book-call.yaml", bookCall.consent],
    ...Object.entries(markdownPages).map(([name, { html }]): [string, string] => [`pages/${name}.md`, html]),
  ];
  const remedy =
    'change the words, or add "third parties" to `confirmed` in site.yaml if the receivers are your own';
  return texts
    .filter(([, text]) => THIRD_PARTIES.test(text))
    .map(
      ([file]) =>
        `content/${file}: speaks of third parties while WEBHOOK_URLS sends them each lead: ${remedy}`,
    );
}

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
  const remedy = 'write one, or add "prices" to `confirmed` if you have several';
  return [...byUnit.values()]
    .filter(({ size }) => size > 1)
    .map((prices) => `content/: ${[...prices.values()].join(" and ")} are different prices: ${remedy}`);
}

function otherBrand(texts: [string, string][], brandName: string): string[] {
  const delivered = new RegExp(String.raw`\b(?:${DELIVERED_BRAND}|${DELIVERED_BRAND.toUpperCase()})\b`);
  if (delivered.test(brandName)) return [];
  return texts
    .filter(([, text]) => delivered.test(text))
    .map(([path]) => `content/: ${path} still says "${DELIVERED_BRAND}": write {brand}`);
}
