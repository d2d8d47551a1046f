/** Obstacles to a launch in the content: samples, placeholders and unconfirmed claims, with remedies. */
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
/** The same in words: ten hours, twice as many, three times more, doubles your bookings, half the price, guaranteed. */
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

/** A line for each; empty when the site may go public. Empty legal links are the specification's, so they come last. */
export function findUnready(content: Content): string[] {
  const { site, logo, confirmed, legalLinks, markdownPages } = content;
  const { missed } = content;
  const { place } = content.workingHours;
  const { host } = content.contact;
  const keepsMark = site.brandName === PLACEHOLDERS.brandName || logo || confirmed.includes("mark");
  return [
    ...unconfiguredIn(content).map(
      (name) =>
        `${siteVariable(name)}: still the placeholder "${site[name]}": set it (environment or content/site.yaml)`,
    ),
    !keepsMark &&
      `content/site.yaml: the mark beside "${site.brandName}" is the delivered one: set \`logo\`, ` +
        'or add "mark" to `confirmed` if you keep it',
    ...unsignedFigures(content).map(
      ([figure, places]) =>
        `content/site.yaml: "${figure}" is claimed in ${places.join(", ")}: ` +
        "add it to `confirmed` if you stand behind it, or change the words",
    ),
    ...sampleTestimonials(content).map(
      ({ file, name }) =>
        `content/${file}.yaml: "${name}" is a sample, not a customer: replace it with a customer, or remove it`,
    ),
    ...sampleAnswers(content).map(
      ([file, count]) =>
        `content/${file}.yaml: ${count} of its answers are samples: check that each is true, and ` +
        `remove its \`sample\``,
    ),
    ...(content.about?.figures ?? [])
      .filter(({ sample }) => sample === true)
      .map(
        ({ figure }) =>
          `content/home.yaml: the basis of "${figure}" is a sample: write whose figure it is, and remove its \`sample\``,
      ),
    missed?.case?.sample === true &&
      `content/home.yaml: the case of "${missed.case.name}" is a sample: put a customer's numbers there, or set \`case\` to null`,
    place.kind === "phone" &&
      place.from === PLACEHOLDERS.contactPhone &&
      !confirmed.includes(place.from) &&
      `content/schedule.yaml: calls still come from the placeholder "${place.from}": name your number, or remove \`from\``,
    host?.sample === true &&
      `content/home.yaml: "${host.name}" is a sample: name who takes the calls, or set \`host\` to null`,
    ...Object.entries(markdownPages)
      .filter(([, page]) => page.sample)
      .map(([name]) => `content/pages/${name}.md: still says SAMPLE: check it and remove the mark`),
    ...legalLinks
      .filter(({ href }) => href === "#")
      .map(({ label, page }) =>
        page === undefined
          ? `content/site.yaml: "${label}" points nowhere: give it an address, or remove it`
          : `content/pages/: "${label}" points nowhere: check _${page}.md and copy it to ${page}.md`,
      ),
  ].filter((line) => line !== false);
}

function sampleAnswers({ faq, trades }: Content): [file: string, count: number][] {
  const lists = Object.entries(trades).map(([name, trade]) => [`trades/${name}`, trade.faq] as const);
  return [["home", faq ?? { items: [] }] as const, ...lists].flatMap(([file, { items }]) => {
    const count = items.filter(({ sample }) => sample === true).length;
    return count > 0 ? [[file, count]] : [];
  });
}

export function sampleTestimonials({ testimonials, trades }: Content): { file: string; name: string }[] {
  const all = [
    ...(testimonials?.items ?? []).map((item) => ({ ...item, file: "home" })),
    ...Object.entries(trades).map(([name, trade]) => ({ ...trade.testimonial, file: `trades/${name}` })),
  ];
  return all.flatMap(({ file, name, sample }) =>
    sample === true && name !== undefined ? [{ file, name }] : [],
  );
}

/** Promises in figures, in English, by the parts of the content that make them. Demo and board are examples. */
function unsignedFigures(content: Content): [string, string[]][] {
  if (!isEnglish(content)) return [];
  const { about, bookCall, confirmation, contact, doneForYou, faq, features, footer, hero, mail } = content;
  const { missed, pages, route, schedulePage, testimonials, tiles } = content;
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
