/** Obstacles to a launch in the content: samples, placeholders and unconfirmed claims. */
import type { SiteConfig } from "../../contract/build-manifest.ts";
import { isEnglish } from "../../contract/locale/locale.ts";
import { siteVariable } from "../settings/env.ts";
import type { Content } from "../../contract/content/schema.ts";

const PLACEHOLDERS: Omit<SiteConfig, "schedulingUrl"> = {
  siteUrl: "http://localhost:3000",
  brandName: "Nightshift",
  contactEmail: "hello@nightshift.example",
  contactPhone: "(201) 555-0142",
};

/** A promise that can be measured: 3x, 24/7, 40%, $4,000, 500+, 24-48 hours, 30 days. */
const FIGURE =
  /\b24\/7|[$€£]\d+(?:[.,]\d+)*|\b\d+(?:[.,]\d+)*(?:x\b|\s?%|\spercent\b|\+)|\b\d+(?:[-–]\d+)?\s?(?:second|minute|hour|hr|day|week|month)s?\b/gi;
/** In words: ten hours, twice as many, doubles your bookings, half the price, guaranteed. */
const PROMISE =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty) (?:second|minute|hour|day)s\b|\b(?:twice|\w+ times) (?:as (?:many|much|fast|often)|more|faster)\b|\b(?:doubl|tripl)(?:es?|ed|ing) (?:your|the|our) \w+|\bhalf the (?:price|cost|time)\b|\b(?:guaranteed?|money[- ]back)\b/gi;

/** Names of the settings that still have their delivered placeholder. */
export function unconfiguredIn({ site, confirmed }: Pick<Content, "site" | "confirmed">) {
  const needed = ["siteUrl", "brandName", "contactEmail", "contactPhone"] as const;
  return needed.filter((name) => site[name] === PLACEHOLDERS[name] && !confirmed.includes(site[name]));
}

/** What a content in another language misses. */
export function notChecked(content: Content): string[] {
  if (isEnglish(content)) return [];
  const { locale } = content;
  return [
    `Not checked in ${locale}, since these checks know English alone: promises in figures, numbers in headings, prices, the minutes and the place of the call, what pages say of data. Sales pitches to the form are recognized in English alone, too.`,
  ];
}

/** A line for each; empty when the site may go public. */
export const findUnready = (content: Content): string[] => [...unreadyLines(content)];

/** Empty legal links are the specification's, so they come last. */
function* unreadyLines(content: Content): Generator<string> {
  const { site, logo, confirmed, legalLinks, markdownPages, missed, contact } = content;
  const { place } = content.workingHours;
  const { host } = contact;
  for (const name of unconfiguredIn(content))
    yield `${siteVariable(name)}: still the placeholder "${site[name]}": set it (environment or content/site.yaml)`;
  if (site.brandName !== PLACEHOLDERS.brandName && !logo && !confirmed.includes("mark"))
    yield (
      `content/site.yaml: the mark beside "${site.brandName}" is the delivered one: set \`logo\`, ` +
        'or add "mark" to `confirmed` if you keep it'
    );
  for (const [figure, places] of unsignedFigures(content))
    yield (
      `content/site.yaml: "${figure}" is claimed in ${places.join(", ")}: ` +
        "add it to `confirmed` if you stand behind it, or change the words"
    );
  for (const { file, name } of sampleTestimonials(content))
    yield `content/${file}.yaml: "${name}" is a sample, not a customer: replace it with a customer, or remove it`;
  for (const [file, { faq }] of Object.entries({ home: content, ...tradesByFile(content) })) {
    const { length } = (faq?.items ?? []).filter(isSample);
    if (length > 0)
      yield (
        `content/${file}.yaml: ${length} of its answers are samples: ` +
          "check that each is true, and remove its `sample`"
      );
  }
  for (const { figure } of (content.about?.figures ?? []).filter(isSample))
    yield (
      `content/home.yaml: the basis of "${figure}" is a sample: ` +
        "write whose figure it is, and remove its `sample`"
    );
  if (missed?.case?.sample)
    yield (
      `content/home.yaml: the case of "${missed.case.name}" is a sample: ` +
        "put a customer's numbers there, or set `case` to null"
    );
  if (place.kind === "phone" && place.from === PLACEHOLDERS.contactPhone && !confirmed.includes(place.from))
    yield (
      `content/schedule.yaml: calls still come from the placeholder "${place.from}": ` +
        "name your number, or remove `from`"
    );
  if (host?.sample)
    yield `content/home.yaml: "${host.name}" is a sample: name who takes the calls, or set \`host\` to null`;
  for (const [name, { sample }] of Object.entries(markdownPages))
    if (sample) yield `content/pages/${name}.md: still says SAMPLE: check it and remove the mark`;
  for (const { label, page, href } of legalLinks)
    if (href === "#" && page === undefined)
      yield `content/site.yaml: "${label}" points nowhere: give it an address, or remove it`;
    else if (href === "#")
      yield `content/pages/: "${label}" points nowhere: check _${page}.md and copy it to ${page}.md`;
}

const isSample = ({ sample }: { sample?: boolean }) => sample === true;

const tradesByFile = ({ trades }: Content) =>
  Object.fromEntries(Object.entries(trades).map(([name, trade]) => [`trades/${name}`, trade]));

export function sampleTestimonials(content: Content): { file: string; name: string }[] {
  const all = [
    ...(content.testimonials?.items ?? []).map((item) => ({ file: "home", item })),
    ...Object.entries(tradesByFile(content)).map(([file, { testimonial: item }]) => ({ file, item })),
  ];
  return all.flatMap(({ file, item }) => (item?.sample ? { file, name: item.name } : []));
}

/** Promises in English, by the parts that make them. Demo and board are examples. */
function unsignedFigures(content: Content): [string, string[]][] {
  if (!isEnglish(content)) return [];
  const { about, bookCall, confirmation, contact, doneForYou, faq, features, footer } = content;
  const { hero, mail, missed, pages, route, schedulePage, testimonials, tiles } = content;
  const figures = (about?.figures ?? []).map(({ figure, text }) => `${figure} ${text}`);
  const trades = Object.values(content.trades).map(({ board: _board, ...said }) => said);
  const mails = { confirmation: mail.confirmation, call: mail.call.visitor };
  const texts = Object.entries(content.markdownPages).map(([name, { html }]) => [
    `pages/${name}.md`,
    html.replaceAll(/<[^>]*>/g, " "),
  ]);
  const inOrder = { hero, doneForYou, about: { ...about, figures }, pages, trades, features, route, missed };
  const onward = { testimonials, faq, contact, footer, bookCall, tiles, confirmation, schedulePage };
  const parts = { ...inOrder, ...onward, mail: mails, ...Object.fromEntries(texts) };
  const claims = new Map<string, Set<string>>();
  for (const [part, section] of Object.entries(parts)) {
    const text = JSON.stringify(section ?? "");
    for (const [figure] of [...text.matchAll(FIGURE), ...text.matchAll(PROMISE)]) {
      const key = figure.toLowerCase().replace(/(second|minute|hour|day)$/, "$1s");
      claims.set(key, (claims.get(key) ?? new Set()).add(part));
    }
  }
  return [...claims]
    .filter(([figure]) => !content.confirmed.includes(figure))
    .map(([figure, places]) => [figure, [...places]]);
}
