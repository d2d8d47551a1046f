/** Finds leads whose words, senders or timing look like spam. A person decides about them. */
import { createHash } from "node:crypto";
import type { LeadFields } from "../../contract/lead/lead.ts";
import {
  SPAM_SIGNALS,
  WEAK_SPAM_SIGNALS,
  type SpamSignal,
} from "../../contract/inbox/outcome.ts";
import { pitchPoints } from "./sales-pitch.ts";

/** Finds each address exactly once, even if it has both `https://` and `www.`. */
const LINK = /(?:https?:\/\/(?:www\.)?|\bwww\.)(?<host>[^\s/?#"'<>()[\],;]*)/gi;

/** Networks, maps and booking services on which small businesses have their pages. */
const PROFILE =
  /(?:^|\.)(?:facebook|fb|instagram|google|goo|g|yelp|linkedin|youtube|youtu|tiktok|x|twitter|nextdoor|angi|thumbtack|houzz|bbb|wixsite|square|squarespace|godaddysites|business|weebly|wordpress|blogspot|webflow|carrd|linktr|booksy|vagaro|calendly|acuityscheduling|as|etsy|shopify|myshopify|jimdosite|strikingly|housecallpro|jobber|tripadvisor|zillow|theknot|weddingwire|styleseat|rover|expedia|airbnb|booking)\.(?:[a-z]{2,6}\.)?[a-z]{2,6}$/;

const FORUM_LINK = /\[(?:url|link)[=\]]/i;
/** Stops at the next bracket, so that a text with many opening brackets is read only once. */
const HTML_LINK = /<a\s[^<>]*href[^<>]*/gi;

export interface FormTiming {
  /** Milliseconds from the first letter until the lead arrived. */
  tookMs?: number | undefined;
  honeypotFilled?: boolean;
  /** Whether the sender's network has sent more leads than people do. */
  flood?: boolean;
  /** Whether the visitor gets a mail. False after too many leads of the network, or of all. */
  isConfirmed?: boolean;
}

/** A business links to at most this many sites that are not its own. */
const MOST_SITES = 3;
/** A person needs longer to choose a service and write one word, whatever the browser fills in. */
const SHORTEST_MS = 4_000;

/** @param repeated whether others sent this text @returns signals; a single weak one is left out */
export function suspicionOf(
  lead: LeadFields,
  repeated: boolean,
  timing: FormTiming = {},
) {
  const { tookMs = Infinity, honeypotFilled = false, flood = false } = timing;
  const { problems } = lead;
  const texts = `${problems}\n${lead.additional_info}`;
  const all = `${lead.name}\n${lead.company_name}\n${texts}`;
  const foreign = (text: string) => foreignHosts(text, lead).size;
  const points = pitchPoints(all);
  // Many businesses are named like their sites.
  const mostInCompanyName = pitchPoints(lead.company_name) > 1 ? 0 : 1;
  const isGiven: Record<SpamSignal, boolean> = {
    markup:
      FORUM_LINK.test(all) ||
      (all.match(HTML_LINK) ?? []).some((link) => foreign(link) > 0),
    linkInName:
      foreign(lead.name) > 0 ||
      linkedHosts(lead.company_name).size > mostInCompanyName,
    links: foreign(texts) > MOST_SITES,
    phrases: points > 2,
    pitch: points === 2,
    gibberish: isGibberish(lead.problems) && isGibberish(lead.name),
    copied:
      problems.length > 3 &&
      problems === lead.name &&
      problems === lead.company_name,
    repeated,
    unseen: honeypotFilled,
    fast: tookMs < SHORTEST_MS,
    rate: flood,
  };
  const signals = SPAM_SIGNALS.filter((signal) => isGiven[signal]);
  const isWeak = (signal: SpamSignal) =>
    WEAK_SPAM_SIGNALS.some((weak) => weak === signal);
  return signals.length === 1 && signals.every(isWeak) ? [] : signals;
}

function linkedHosts(text: string): Set<string> {
  const hosts = [...text.matchAll(LINK)].map(
    ({ groups }) => groups?.["host"]?.toLowerCase() ?? "",
  );
  return new Set(hosts.filter((host) => !PROFILE.test(host)));
}

function foreignHosts(
  text: string,
  { email, company_name }: LeadFields,
): Set<string> {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const words = company_name.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? [];
  const isOwn = (host: string) =>
    host === domain ||
    host.endsWith(`.${domain}`) ||
    words.some((word) => host.includes(word));
  return new Set([...linkedHosts(text)].filter((host) => !isOwn(host)));
}

function isGibberish(text: string): boolean {
  return (
    /^[A-Za-z]{8,}$/.test(text) && (text.match(/[a-z][A-Z]/g) ?? []).length > 2
  );
}

/** Shorter texts are not compared: two visitors may well write "missed calls". */
const LEAST_LENGTH = 80;
/** A person may send a text for two businesses. */
const MOST_BUSINESSES = 2;
/** In a day, at most this many places of a franchise may send the text of its head office. */
const MOST_PEOPLE = 20;
const MAX_TEXTS = 1000;
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Tells whether others sent a lead's text within a day. @param now milliseconds since 1970 */
export function createIsRepeated(
  now: () => number,
): (lead: LeadFields) => boolean {
  const texts = new Map<
    string,
    { since: number; people: Set<string>; businesses: Set<string> }
  >();

  return ({ problems, additional_info, email, company_name }) => {
    const text = `${problems} ${additional_info}`
      .toLowerCase()
      .replaceAll(/\s+/gu, " ");
    if (text.length < LEAST_LENGTH) return false;
    const hash = createHash("sha256").update(text).digest("base64");
    let senders = texts.get(hash);
    if (!senders || Math.abs(now() - senders.since) >= KEPT_MS)
      senders = { since: now(), people: new Set(), businesses: new Set() };
    const isNew =
      senders.people.size <= MOST_PEOPLE &&
      !senders.people.has(email.toLowerCase());
    if (isNew) {
      senders.people.add(email.toLowerCase());
      // The company's name has the same first word in all offices of a franchise.
      senders.businesses.add(
        company_name.toLowerCase().split(/[^\p{L}\d]+/u, 1)[0] ?? "",
      );
    }
    texts.delete(hash);
    texts.set(hash, senders);
    const [oldest] = texts.keys();
    if (texts.size > MAX_TEXTS && oldest !== undefined) texts.delete(oldest);
    return (
      senders.businesses.size > MOST_BUSINESSES ||
      senders.people.size > MOST_PEOPLE
    );
  };
}
