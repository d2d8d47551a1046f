/** Where a visit came from, and whether an advertisement paid for the visit. */

import { fillIn } from "../content/fill-in.ts";
import {
  FACEBOOK_CLICK_ID,
  MAX_PART_LENGTH,
  PAID_CLICK_IDS,
  type Campaign,
} from "./campaign.ts";
import { lineOf } from "./typed-text.ts";

/** The source of a visit without any sign of a source. */
const DIRECT = "direct";
/**
 * The source of a lead without a visit, and
 * of a paid visit that names no source.
 */
export const OTHER = "other";
/** The source of a caller whom a customer sent. */
const CUSTOMER = "customer";

export interface Source {
  from: string;
  paid?: boolean | undefined;
}

/**
 * In each line the name of a network, further words for it, and
 * its domains, with apps whose names say none of them backward.
 */
const NETWORKS = `
Google | adwords gads gmb gbp googlemybusiness googlebusinessprofile | google
Google | googlemaps | com.google.android.apps.maps
Google | lsa googlelsa googlelocalservices | com.google.android.apps.searchlite
Google | | com.google.android.googlequicksearchbox
Gmail | | com.google.android.gm
Gemini | bard | gemini.google.com com.google.android.apps.bard
Bing | microsoft | bing.com bing.microsoft.com
DuckDuckGo | | duckduckgo.com
Yahoo | | yahoo
Facebook | fb meta msg messenger an | facebook.com fb.com fb.me messenger.com
Instagram | ig | instagram.com
TikTok | | tiktok.com com.zhiliaoapp.musically
LinkedIn | | linkedin.com lnkd.in
X | twitter | x.com twitter.com t.co
YouTube | yt | youtube.com youtu.be com.google.android.youtube
Reddit | | reddit.com
Snapchat | | snapchat.com
Pinterest | | pinterest pin.it
Nextdoor | | nextdoor
Yelp | | yelp
Thumbtack | | thumbtack.com
Angi | angieslist | angi.com angieslist.com
WhatsApp | | whatsapp.com wa.me
ChatGPT | | chatgpt.com openai.com
Perplexity | | perplexity.ai
`;

const KNOWN_NAMES = new Map<string, string>();
const BY_WORD = new Map<string, string>();
const BY_DOMAIN = new Map<string, string>();
for (const line of NETWORKS.trim().split("\n")) {
  const [names = [], also = [], domains = []] = line
    .split("|")
    .map((words) => words.match(/\S+/g) ?? []);
  const name = names.join("");
  const source = name.toLowerCase();
  KNOWN_NAMES.set(source, name);
  for (const word of [source, ...also]) BY_WORD.set(word, source);
  for (const domain of domains) BY_DOMAIN.set(domain, source);
}

/** The sources that a member can choose for a caller, in order. */
export const NAMED_SOURCES = [CUSTOMER, ...KNOWN_NAMES.keys(), OTHER];
/** The source of a caller for whom nobody chose a source. */
export const PHONE = "phone";

/** Words in a `utm_medium` that mean a paid click. */
const PAID_MEDIA = new Set(
  `cpc cpm cpv cpa cpl cpi cpp ppc sea sem ad ads advert advertising paid paidsocial paidsearch
  adwords paidads paidmedia paiddisplay paidvideo paidshopping socialpaid searchpaid
  socialads searchads displayads videoads display banner retargeting remarketing sponsored promoted
  boosted pmax performancemax payperclick costperclick lsa`.split(/\s+/),
);

/**
 * Words in a `utm_source` that mean a paid
 * click, alone or beside the network's name.
 */
const PAID_NAMES = new Set("ads adwords gads cpc ppc paid lsa".split(" "));

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Such as `ad-free` and `non-paid`. */
const DENIED =
  /(?<!\p{L})(?:ads?[-_\s]+free|(?:non|no|not)[-_\s]+\p{L}+)(?!\p{L})/giu;

function isPaid(text: string, paidWords: ReadonlySet<string>): boolean {
  const words = wordsOf(text.replace(DENIED, " "));
  return (
    /^[A-Z]/.test(PLACEMENT.exec(text)?.[0] ?? "") ||
    [...words, words.join("")].some(
      (word) => paidWords.has(word) || networkOf(word) !== undefined,
    )
  );
}

/**
 * Where an ad of Meta stood, such as `Facebook_Mobile_Feed`.
 * A person writes it without capitals, perhaps for a free post.
 */
const PLACEMENT =
  /^(facebook|instagram|messenger)_(?:mobile|desktop|right|feed|stories|reels|instream|explore|inbox|search|marketplace)/i;

/** @returns the network in a word like `googleads` */
function networkOf(word: string): string | undefined {
  return word.endsWith("ads") ? BY_WORD.get(word.slice(0, -3)) : undefined;
}

/** The most reliable of the sources that a visit names. */
export function sourceOf(
  campaign: Campaign,
  referrer: string | undefined,
): Source {
  const [paidClick] =
    Object.entries(PAID_CLICK_IDS).find(([, ids]) =>
      ids.split(" ").some((id) => id in campaign),
    ) ?? [];
  const { utm_source: name = "", utm_medium: medium = "" } = campaign;
  const paid =
    paidClick !== undefined ||
    isPaid(medium, PAID_MEDIA) ||
    isPaid(name, PAID_NAMES);
  const from =
    sourceOfName(name) ??
    paidClick ??
    sourceOfName(referrer) ??
    (FACEBOOK_CLICK_ID in campaign ? "facebook" : undefined) ??
    (paid ? OTHER : DIRECT);
  return { from, paid: paid || undefined };
}

/**
 * The source that a name or a host means. All
 * names of a network mean the same source.
 */
export function sourceOfName(text = ""): string | undefined {
  // A source has no comma, since `sourceKey`
  // puts a comma between the source and `paid`.
  const typed = text.toLowerCase().replace(/,/g, " ");
  const host = typed.replace(/^[a-z]+:\/\//, "").replace(/\/.*/s, "");
  const words = wordsOf(host).filter(
    (word) => BY_WORD.has(word) || !PAID_NAMES.has(word),
  );
  const word = words.join("");
  // A sign, or a word like `ads` alone, names nobody.
  if (word === "") return undefined;
  const name = lineOf(host, MAX_PART_LENGTH);
  const [, placed = word] = PLACEMENT.exec(host) ?? [];
  const network =
    BY_WORD.get(placed) ??
    networkOf(word) ??
    BY_DOMAIN.get(name) ??
    networkOfHost(webOrder(name));
  return network ?? name.replace(/^www\.(?=\S)/, "");
}

/** The app `com.facebook.katana` belongs to the domain `facebook.com`. */
const webOrder = (host: string): string =>
  /^(?:com|ai)\./.test(host)
    ? host.split(".").reduceRight((web, label) => `${web}.${label}`)
    : host;

/** Networks with search, mail and other services at parts of one domain. */
const PORTALS = new Set(["google", "yahoo"]);
/**
 * The parts of their domains that are search, also of
 * countries. Other parts are sources of their own.
 */
const SEARCH = /^(?:|www|m|search|images|maps|news|local|shopping|[a-z]{2})$/;

/**
 * `www.google.co.uk` belongs to the domain
 * `google`, and `l.facebook.com` to `facebook.com`.
 */
function networkOfHost(host: string): string | undefined {
  const labels = host.split(".");
  const domains = labels.map((_, at) => labels.slice(at).join("."));
  const domain = domains.find((one) => BY_DOMAIN.has(one));
  if (domain !== undefined) return BY_DOMAIN.get(domain);
  const [, part = "", brand = ""] =
    /^(?:(.+?)\.)??([a-z]+)\.(?:com|(?:com?\.)?[a-z]{2})$/.exec(host) ?? [];
  // A visit from a mail at `mail.google.com`, for
  // example, does not come from Google's search.
  const [nearest = ""] = /[^.]*$/.exec(part) ?? [];
  return SEARCH.test(nearest) || !PORTALS.has(brand)
    ? BY_DOMAIN.get(brand)
    : undefined;
}

const PAID_MARK = ",paid";

/**
 * One text for a source with its paid mark. The
 * store and addresses of the inbox use the text.
 */
export const sourceKey = ({ from, paid }: Source): string =>
  paid ? from + PAID_MARK : from;

export const isPaidKey = (key: string): boolean => key.endsWith(PAID_MARK);

export type SourceNames = Record<
  typeof DIRECT | typeof OTHER | typeof CUSTOMER | typeof PHONE | "paid",
  string
>;

/** @returns a name like "Google, paid" */
export function sourceName(key: string, names: SourceNames): string {
  if (isPaidKey(key)) {
    const source = sourceName(key.slice(0, -PAID_MARK.length), names);
    return fillIn(names.paid, { source });
  }
  const named = new Map(Object.entries(names)).get(key);
  return named ?? KNOWN_NAMES.get(key) ?? key;
}
