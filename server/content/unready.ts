/** Obstacles to a launch in the content, such as samples, placeholders and unconfirmed claims. */
import type { SiteConfig } from "../../contract/http/build-manifest.ts";
import { isEnglish } from "../../contract/locale/locale.ts";
import { fileOfPart, type FieldPath } from "../../contract/content/fields.ts";
import type {
  LaunchGroup,
  LaunchSentence,
} from "../../contract/inbox/site-editor.ts";
import { variableOf } from "../settings/env.ts";
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
/** A promise in words: ten hours, twice as fast, doubles your leads, half the price, guaranteed. */
const PROMISE =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty) (?:second|minute|hour|day)s\b|\b(?:twice|\w+ times) (?:as (?:many|much|fast|often)|more|faster)\b|\b(?:doubl|tripl)(?:es?|ed|ing) (?:your|the|our) \w+|\bhalf the (?:price|cost|time)\b|\b(?:guaranteed?|money[- ]back)\b/gi;

/** What a writer leaves where the words are still to come. */
const FILLER = /\b[Ll]orem ipsum\b|\b(?:TODO|TBD|FIXME|XXX)\b/;

export function unconfiguredIn({
  site,
  confirmed,
}: Pick<Content, "site" | "confirmed">) {
  const needed = [
    "siteUrl",
    "brandName",
    "contactEmail",
    "contactPhone",
  ] as const;
  return needed.filter(
    (name) =>
      site[name] === PLACEHOLDERS[name] && !confirmed.includes(site[name]),
  );
}

/** What a page can do without, although visitors look for it. */
export function* stillEmpty({
  demo,
  footer,
  contact,
  testimonials,
}: Content): Generator<string> {
  if (footer.company.length === 0)
    yield "content/home.yaml: footer.company is empty: visitors look for a street address, a license and a founding year.";
  if (demo && !demo.recording)
    yield "content/home.yaml: demo.recording is missing: a call that visitors can hear.";
  if (!contact.team)
    yield "content/home.yaml: contact.team is missing: a picture of the people behind the site.";
  if (testimonials?.items.some(({ source }) => source === undefined))
    yield "content/home.yaml: reviews without source: the address where each can be read.";
}

export function notChecked(content: Content): string[] {
  if (isEnglish(content)) return [];
  return [
    `Not checked in ${content.locale}, since this check knows English alone: promises in figures.`,
  ];
}

export interface LaunchObstacle {
  group: LaunchGroup;
  line: string;
  /** The field to change. Undefined for what only the machine's operator can set. */
  at?: FieldPath | undefined;
  /** The claim that the owner can confirm. */
  claim?: string;
  /** What the inbox says instead, and of what; else of the field. */
  says: LaunchSentence;
  name?: string;
  /** The page of text, if the line is about one. */
  page?: string;
}

/** A line for each obstacle; empty when the content may go public. */
export const findUnready = (content: Content): string[] =>
  launchObstacles(content).map(({ line }) => line);

export const launchObstacles = (content: Content): LaunchObstacle[] => [
  ...ownObstacles(content),
  ...claimObstacles(content),
  ...sampleObstacles(content),
  ...fillerObstacles(content),
  ...callerObstacles(content),
  ...legalObstacles(content),
];

function* ownObstacles(content: Content): Generator<LaunchObstacle> {
  const { site, logo, confirmed } = content;
  for (const name of unconfiguredIn(content))
    yield {
      ...(name === "siteUrl"
        ? { group: "machine", says: "address" }
        : { group: "own", says: "placeholder", at: ["site"] }),
      name: site[name],
      line: `${variableOf(name)}: still the placeholder "${site[name]}": set it (environment or content/site.yaml)`,
    };
  if (
    site.brandName !== PLACEHOLDERS.brandName &&
    !logo &&
    !confirmed.includes("mark")
  )
    yield {
      group: "own",
      says: "mark",
      at: ["logo"],
      line:
        `content/site.yaml: the mark beside "${site.brandName}" is the sample's: set \`logo\`, ` +
        'or add "mark" to `confirmed` if you keep it',
      claim: "mark",
    };
}

function* claimObstacles(content: Content): Generator<LaunchObstacle> {
  for (const [claim, places] of unconfirmedClaims(content))
    yield {
      group: "claims",
      says: "claim",
      name: claim,
      ...whereOf(places),
      line:
        `content/site.yaml: "${claim}" is claimed in ${places.join(", ")}: ` +
        "add it to `confirmed` if you stand behind it, or change the words",
      claim,
    };
}

/** The first place of a claim: a part of the content, or `pages/terms.md`. */
function whereOf([place = ""]: readonly string[]) {
  const [, page] = /^pages\/(.*)\.md$/.exec(place) ?? [];
  return page === undefined ? { at: [place] } : { page };
}

function* sampleObstacles(content: Content): Generator<LaunchObstacle> {
  const samples = samplesIn({ ...content, markdownPages: {} });
  for (const [section, places] of Map.groupBy(samples, sectionOf))
    yield {
      group: "samples",
      says: "sample",
      at: places[0]?.split("."),
      line:
        `content/${section} has ${places.length === 1 ? "a sample" : `${places.length} samples`}: ` +
        "put your own there, or leave it out; remove `sample` where the text is true",
    };
}

function* fillerObstacles(content: Content): Generator<LaunchObstacle> {
  for (const at of placesOf(FILLER, content)) {
    const file = fileOfPart(at);
    if (file !== undefined)
      yield {
        group: "samples",
        says: "filler",
        at,
        line: `content/${file}: ${at.join(".")} is not written yet: put your words there`,
      };
  }
}

function placesOf(
  words: RegExp,
  value: unknown,
  path: FieldPath = [],
): FieldPath[] {
  if (typeof value === "string") return words.test(value) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    placesOf(words, part, [...path, name]),
  );
}

function* callerObstacles({
  site,
  workingHours: { place },
}: Content): Generator<LaunchObstacle> {
  const caller = place.kind === "phone" ? place.from : undefined;
  if (caller && !isSameNumber(caller, site.contactPhone))
    yield {
      group: "call",
      says: "caller",
      name: caller,
      at: ["workingHours"],
      line:
        `content/schedule.yaml: calls come from "${caller}", and visitors read "${site.contactPhone}" ` +
        "(CONTACT_PHONE): write {phone} as `from`, or remove it",
    };
}

function* legalObstacles({
  legalLinks,
  markdownPages,
}: Content): Generator<LaunchObstacle> {
  const link = { group: "legal", at: ["legalLinks"] } as const;
  for (const [page, { sample, title }] of Object.entries(markdownPages))
    if (sample)
      yield {
        group: "legal",
        says: "sample-page",
        name: title,
        page,
        line: `content/pages/${page}.md: still says SAMPLE: check it and remove the mark`,
      };
  for (const { label, page, href } of legalLinks)
    if (href === "#" && page === undefined)
      yield {
        ...link,
        says: "nowhere",
        name: label,
        line: `content/site.yaml: "${label}" points nowhere: give it an address, or remove it`,
      };
    else if (href === "#")
      yield {
        ...link,
        says: "no-page",
        name: label,
        ...(page !== undefined && { page }),
        line: `content/pages/: "${label}" points nowhere: check _${page}.md and copy it to ${page}.md`,
      };
}

/** Whether two texts are one number, with or without its country's code. */
function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replaceAll(/\D/g, ""));
  return a !== undefined && b !== undefined && (a.endsWith(b) || b.endsWith(a));
}

/** The places of all parts that the content itself calls samples, such as `faq.items.3`. */
export function samplesIn(
  value: unknown,
  path: readonly string[] = [],
): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    samplesIn(part, [...path, name]),
  );
  return "sample" in value && value.sample === true
    ? [path.join("."), ...inner]
    : inner;
}

/** `trades.hvac.faq.items.3` is in the section `trades/hvac.yaml: faq`. */
function sectionOf(place: string): string {
  const [part = "", trade, partOfTrade] = place.split(".");
  return part === "trades"
    ? `trades/${trade}.yaml: ${partOfTrade}`
    : `home.yaml: ${part}`;
}

/** Finds unconfirmed claims and their places. */
function unconfirmedClaims(content: Content): [string, string[]][] {
  if (!isEnglish(content)) return [];
  const claims = new Map<string, Set<string>>();
  for (const [part, section] of Object.entries(claimingParts(content)))
    for (const claim of claimsIn(section))
      claims.set(claim, (claims.get(claim) ?? new Set()).add(part));
  return [...claims]
    .filter(([claim]) => !content.confirmed.includes(claim))
    .map(([claim, places]) => [claim, [...places]]);
}

const CLAIMING_PARTS = [
  "hero",
  "doneForYou",
  "pages",
  "features",
  "route",
  "missed",
  "testimonials",
  "faq",
  "contact",
  "footer",
  "bookCall",
  "tiles",
  "confirmation",
  "schedulePage",
] as const;

/** The parts in which a claim counts, by name. The demo and the boards are examples. */
function claimingParts(content: Content): Record<string, unknown> {
  const { about, mail } = content;
  const figures = about?.figures.map(({ figure, text }) => `${figure} ${text}`);
  const trades = Object.values(content.trades).map(
    ({ board: _board, ...words }) => words,
  );
  return {
    ...Object.fromEntries(CLAIMING_PARTS.map((name) => [name, content[name]])),
    about: { ...about, figures },
    trades,
    mail: { confirmation: mail.confirmation, call: mail.call.visitor },
    ...wordsOfPages(content),
  };
}

function claimsIn(section: unknown): string[] {
  // JSON writes a line break as `\n`, which counts as a space.
  const text = JSON.stringify(section ?? "").replaceAll(
    /(?:\\[nrt]|\s)+/g,
    " ",
  );
  const matches = [...text.matchAll(FIGURE), ...text.matchAll(PROMISE)];
  // `30 day` and `30 days` are one claim.
  return matches.map(([claim]) =>
    claim.toLowerCase().replace(/(second|minute|hour|day)$/, "$1s"),
  );
}

/** The words of Markdown pages, keyed by file. */
function wordsOfPages({ markdownPages }: Content): Record<string, string> {
  const entries = Object.entries(markdownPages).map(
    ([name, { title, html }]) => [
      `pages/${name}.md`,
      `${title} ${html.replaceAll(/<[^>]*>/g, " ")}`,
    ],
  );
  return Object.fromEntries(entries);
}
