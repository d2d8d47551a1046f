/**
 * Obstacles to a launch in the content, such as
 * samples, placeholders and unconfirmed claims.
 */

import {
  fileOfPart,
  nameOf,
  pathInFile,
  type FieldPath,
} from "../../contract/content/fields.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { HOME_PARTS } from "../../contract/content/home-schema.ts";
import { pick } from "../../contract/content/pick.ts";
import type { Content } from "../../contract/content/schema.ts";
import type { SiteConfig } from "../../contract/http/build-manifest.ts";
import type {
  LaunchGroup,
  LaunchSentence,
} from "../../contract/inbox/site-editor.ts";
import { isEnglish } from "../../contract/locale/locale.ts";
import { partsWithin } from "./parts.ts";

const PLACEHOLDERS: Omit<SiteConfig, "schedulingUrl"> = {
  siteUrl: "http://localhost:3000",
  brandName: "Nightshift",
  contactEmail: "hello@nightshift.example",
  contactPhone: "(201) 555-0142",
};

/**
 * A promise that can be measured: 3x, 24/7,
 * 40%, $4,000, 500+, 24-48 hours, 30 days.
 */
const FIGURE =
  /\b24\/7|[$€£]\d+(?:[.,]\d+)*|\b\d+(?:[.,]\d+)*(?:x\b|\s?%|\spercent\b|\+)|\b\d+(?:[-–]\d+)?\s?(?:second|minute|hour|hr|day|week|month)s?\b/gi;
/**
 * A promise in words: ten hours, twice as fast,
 * doubles your leads, half the price, guaranteed.
 */
const PROMISE =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty) (?:second|minute|hour|day)s\b|\b(?:twice|\w+ times) (?:as (?:many|much|fast|often)|more|faster)\b|\b(?:doubl|tripl)(?:es?|ed|ing) (?:your|the|our) \w+|\bhalf the (?:price|cost|time)\b|\b(?:guaranteed?|money[- ]back)\b/gi;

/** What a writer leaves where the words are still to come. */
const FILLER = /\b(?:[Ll]orem [Ii]psum|LOREM IPSUM|TODO|TBD|FIXME|XXX)\b/;

export function unconfiguredIn({ site, confirmed }: Content) {
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

interface Obstacle {
  group: LaunchGroup;
  says: LaunchSentence;
  /**
   * The field to change. Undefined for what
   * only the machine's operator can set.
   */
  at?: FieldPath | undefined;
  /** What the sentence names; else the field. */
  name?: string;
  /** The claim that the owner can confirm. */
  claim?: string;
  /** The page of text, if the sentence is about one. */
  page?: string;
}

export type LaunchObstacle = ReturnType<typeof launchObstacles>[number];

/** Empty when the content may go public. */
export const launchObstacles = (content: Content) =>
  Array.from(obstaclesIn(content), (obstacle) => {
    const { says, at = [], name = nameOf(at, content) } = obstacle;
    const sentence = content.siteEditor.launchLines[says];
    return { ...obstacle, at, line: fillIn(sentence, { name }) };
  });

/** The line for who works in the files, which begins with the place. */
export function lineWithPlace(obstacle: LaunchObstacle): string {
  const { at, page, claim, line } = obstacle;
  const file = page === undefined ? fileOfPart(at) : `pages/${page}.md`;
  const field = page === undefined ? ` ${pathInFile(at).join(".")}:` : "";
  const place = file === undefined ? "" : `content/${file}:${field} `;
  const tick =
    claim === undefined ? "" : ` (A tick is "${claim}" in \`confirmed\`.)`;
  return place + line + tick;
}

function* obstaclesIn(content: Content): Generator<Obstacle> {
  const { site, logo, confirmed } = content;
  for (const name of unconfiguredIn(content))
    yield name === "siteUrl"
      ? { group: "machine", says: "address", name: site[name] }
      : { group: "own", says: "placeholder", name: site[name], at: ["site"] };
  const isRenamed = site.brandName !== PLACEHOLDERS.brandName;
  if (isRenamed && !logo && !confirmed.includes("mark"))
    yield { group: "own", says: "mark", at: ["logo"], claim: "mark" };
  for (const [claim, place] of unconfirmedClaims(content))
    yield { group: "claims", says: "claim", name: claim, claim, ...place };
  const samples = samplesIn({ ...content, markdownPages: {} });
  for (const [at] of Map.groupBy(samples, sectionOf).values())
    yield { group: "samples", says: "sample", at };
  for (const [at, text] of partsWithin(content))
    if (typeof text === "string" && FILLER.test(text) && fileOfPart(at))
      yield { group: "samples", says: "filler", at };
  const { place } = content.workingHours;
  const name = place.kind === "phone" ? place.from : undefined;
  if (name && !isSameNumber(name, site.contactPhone))
    yield { group: "call", says: "caller", name, at: ["workingHours"] };
  yield* legalObstacles(content);
}

/** The part of the landing page or of a trade. */
const sectionOf = (at: FieldPath): string =>
  at.slice(0, at[0] === "trades" ? 3 : 1).join("/");

function* legalObstacles({
  legalLinks,
  markdownPages,
}: Content): Generator<Obstacle> {
  for (const [page, { sample, title }] of Object.entries(markdownPages))
    if (sample)
      yield { group: "legal", says: "sample-page", name: title, page };
  const link = { group: "legal", at: ["legalLinks"] } as const;
  for (const { label: name, page, href } of legalLinks)
    if (href === "#" && page === undefined)
      yield { ...link, says: "nowhere", name };
    else if (href === "#" && page !== undefined)
      yield { ...link, says: "no-page", name, page };
}

/** The digits of a number without the 0 that its country's code replaces. */
const digitsOf = (text: string) => text.replaceAll(/^\D*0+|\D/g, "");

/** Whether two texts are one number, with or without its country's code. */
function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)] as const;
  return a.endsWith(b) || b.endsWith(a);
}

/** The places of all parts that the content itself calls samples. */
export const samplesIn = (value: unknown): FieldPath[] =>
  Array.from(partsWithin(value))
    .filter(([at, part]) => at.at(-1) === "sample" && part === true)
    .map(([at]) => at.slice(0, -1));

/** Finds unconfirmed claims, each with the first place that makes it. */
function unconfirmedClaims(content: Content) {
  const claims = new Map<string, ClaimPlace>();
  if (!isEnglish(content)) return claims;
  for (const [place, section] of claimingParts(content))
    for (const claim of claimsIn(section))
      if (!content.confirmed.includes(claim)) claims.getOrInsert(claim, place);
  return claims;
}

type ClaimPlace = Pick<Obstacle, "at" | "page">;

const CLAIMING_PARTS = [
  ...HOME_PARTS,
  "pages",
  "bookCall",
  "tiles",
  "confirmation",
  "schedulePage",
] as const;

/**
 * What makes claims, each with its place. The demo and the boards are examples.
 */
function claimingParts(content: Content): [ClaimPlace, words: unknown][] {
  const {
    demo: _demo,
    board: _board,
    ...parts
  } = pick(content, CLAIMING_PARTS);
  const { about, mail } = content;
  const figures = about?.figures.map(({ figure, text }) => `${figure} ${text}`);
  const trades = Object.values(content.trades).map(
    ({ board: _ofTrade, ...words }) => words,
  );
  const sections = {
    ...parts,
    about: { ...about, figures },
    trades,
    mail: { confirmation: mail.confirmation, call: mail.call },
  };
  const pages = Object.entries(content.markdownPages);
  return [
    ...Object.entries(sections).map(([part, words]): [ClaimPlace, unknown] => [
      { at: [part] },
      words,
    ]),
    ...pages.map(([page, { title, html }]): [ClaimPlace, unknown] => [
      { page },
      `${title} ${html.replaceAll(/<[^>]*>/g, " ")}`,
    ]),
  ];
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
