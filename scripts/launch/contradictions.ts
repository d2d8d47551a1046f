/** Finds markup that visitors would see, and texts that contradict each other or a setting. */
import type { Analytics } from "../../contract/http/build-manifest.ts";
import type { Env } from "../../server/settings/env.ts";
import type { Content } from "../../contract/content/schema.ts";
import { isEnglish } from "../../contract/locale/locale.ts";
import { stringsIn } from "../../server/content/call-terms.ts";
import { wordsOfPages } from "../../server/content/unready.ts";

export function findContradictions(
  content: Content,
  env: Env["outbox"],
  { html }: Analytics,
) {
  const { brandName } = content.site;
  const fields = {
    ...content,
    markdownPages: {},
    pictures: {},
    icons: {},
    site: {},
  };
  const texts = [
    ...stringsIn(fields),
    ...Object.entries(wordsOfPages(content)),
  ];
  const today = new Date().toISOString().slice(0, 10);
  const past = content.workingHours.closedDates.filter((date) => date < today);
  const over = past.map(
    (date) =>
      `content/schedule.yaml: closedDates has ${date}, which is over: remove it`,
  );
  const inAnyLanguage = [
    ...shownMarkup(content),
    ...otherBrand(texts, brandName),
    ...over,
  ];
  if (!isEnglish(content)) return inAnyLanguage;
  return [
    ...inAnyLanguage,
    ...wrongCounts(content),
    ...(html === "" ? [] : deniedAnalytics(content)),
    ...(env.webhookUrls.length === 0 ? [] : deniedSharing(content)),
    ...(content.confirmed.includes("prices") ? [] : differentPrices(texts)),
  ];
}

const NUMBERS =
  "two three four five six seven eight nine ten eleven twelve".split(" ");
/** A number and a plural, perhaps with one word between them, as in `seven short steps`. */
const COUNTED = new RegExp(
  String.raw`\b(${NUMBERS.join("|")}|\d\d?) (?:[a-z]+ )??([a-z]+s)\b`,
  "gi",
);
const UNITS =
  /^(?:seconds|minutes|hours|days|weeks|months|years|times|stars)$/i;

type Section =
  | { heading: string; lead?: string; items: readonly unknown[] }
  | undefined;

function* wrongCounts({
  features,
  route,
  testimonials,
  faq,
  trades,
}: Content): Generator<string> {
  const steps = route && { ...route, items: route.steps };
  const sections: Record<string, Section> = {
    features,
    route: steps,
    testimonials,
    faq,
  };
  for (const [name, trade] of Object.entries(trades)) {
    sections[`trades.${name}.jobs`] = trade.jobs;
    sections[`trades.${name}.faq`] = trade.faq;
  }
  for (const [part, section] of Object.entries(sections)) {
    const { heading, lead = "", items } = section ?? { heading: "", items: [] };
    for (const [
      words,
      number = "",
      things = "",
    ] of `${heading}. ${lead}`.matchAll(COUNTED))
      if (
        items.length > 0 &&
        !UNITS.test(things) &&
        countOf(number) !== items.length
      )
        yield `content/: ${part} says "${words}" but has ${items.length}: change the words`;
  }
}

function countOf(number: string): number {
  const index = NUMBERS.indexOf(number.toLowerCase());
  return index === -1 ? Number(number) : index + 2;
}

/** A tag, a comment or an entity. */
const HTML = /<(?:\/?[a-z][^<>]*|!--[^<>]*)>|&(?:[a-z]+|#\d+);/i;
/** HTML, or Markdown's `**bold**` and `[link](address)`. */
const MARKUP = new RegExp(
  String.raw`${HTML.source}|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\)`,
  "i",
);

/** Finds markup that a page would show as text. In Markdown, `code` may show HTML on purpose. */
function* shownMarkup({
  markdownPages,
  pictures: _pictures,
  ...texts
}: Content) {
  for (const [path, text] of stringsIn(texts)) {
    const [markup] = MARKUP.exec(text) ?? [];
    if (markup !== undefined)
      yield `content/: ${path} shows "${markup}" as text: remove it`;
  }
  for (const [name, { html }] of Object.entries(markdownPages)) {
    const withoutTags = html.replaceAll(
      /<code[^>]*>[^<]*<\/code>|<[^>]*>|&(?:amp|quot|#39);/g,
      "",
    );
    const [markup] =
      HTML.exec(withoutTags.replaceAll("&lt;", "<").replaceAll("&gt;", ">")) ??
      [];
    if (markup !== undefined)
      yield `content/pages/${name}.md shows "${markup}" as text: remove it`;
  }
}

const DENIES_ANALYTICS =
  /\bno (?:analytics|cookies|tracking|trackers|scripts)\b|\bnothing [^.]*\bfollows you\b/i;

function* deniedAnalytics({ markdownPages }: Content): Generator<string> {
  const remedy =
    "name the companies behind its scripts, and the data that they get";
  for (const [name, { html }] of Object.entries(markdownPages)) {
    const [words] = DENIES_ANALYTICS.exec(html) ?? [];
    if (words !== undefined)
      yield `content/pages/${name}.md: says "${words}" while content/analytics.html is there: ${remedy}`;
  }
}

const THIRD_PARTIES = /\bthird part(?:y|ies)\b/i;

function* deniedSharing(content: Content): Generator<string> {
  if (content.confirmed.includes("third parties")) return;
  const texts = {
    "book-call.yaml": content.bookCall.consent,
    ...wordsOfPages(content),
  };
  const remedy =
    'change the words, or add "third parties" to `confirmed` if the URLs are your own';
  for (const [file, text] of Object.entries(texts))
    if (THIRD_PARTIES.test(text))
      yield `content/${file}: speaks of third parties while WEBHOOK_URLS sends them each lead: ${remedy}`;
}

/** A currency, an amount and a unit, as in `$99 / month` or `€9 per user`. */
const PRICE =
  /[$€£]\s?(\d[\d,.]*\d|\d)\s?(?:\/|per |a |an )\s?(month|mo|year|yr|week|user|location)\b/gi;
/** At these paths, prices are examples, or the prices of the agency's customers. */
const EXAMPLES =
  /^(?:board|demo|testimonials|inbox|trades\.[^.]+\.(?:board|testimonial|problem))\b/;

function differentPrices(texts: [string, string][]): string[] {
  const byUnit = new Map<string, Map<string, string>>();
  for (const [path, text] of texts) {
    if (EXAMPLES.test(path)) continue;
    for (const [words, amount = "", unit = ""] of text.matchAll(PRICE)) {
      const unitName =
        { mo: "month", yr: "year" }[unit.toLowerCase()] ?? unit.toLowerCase();
      const prices = byUnit.getOrInsertComputed(
        unitName,
        () => new Map<string, string>(),
      );
      prices.getOrInsert(amount.replaceAll(",", ""), `"${words}" (${path})`);
    }
  }
  const remedy =
    'write one, or add "prices" to `confirmed` if you have several';
  return [...byUnit.values()]
    .filter(({ size }) => size > 1)
    .map(
      (prices) =>
        `content/: ${[...prices.values()].join(" and ")} are different prices: ${remedy}`,
    );
}

const DELIVERED_BRAND = /\b(?:Nightshift|NIGHTSHIFT)\b/;

function otherBrand(texts: [string, string][], brandName: string): string[] {
  if (DELIVERED_BRAND.test(brandName)) return [];
  const wrong = texts.filter(([, text]) => DELIVERED_BRAND.test(text));
  return wrong.map(
    ([path]) => `content/: ${path} still says "Nightshift": write {brand}`,
  );
}
