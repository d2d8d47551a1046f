/** Finds leads that look like spam, by words, senders and timing, in favor of visitors; a person decides. */
import { createHash } from "node:crypto";
import type { LeadFields } from "../../contract/lead.ts";
import { SPAM_SIGNALS, WEAK_SPAM_SIGNALS, type SpamSignal } from "../../contract/outcome.ts";

/** A web address; `https://www.` is one. */
const LINK = /(?:https?:\/\/(?:www\.)?|\bwww\.)(?<host>[^\s/?#"'<>()[\],;]*)/gi;

/** Networks and maps on which businesses have profiles. */
const PROFILE =
  /(?:^|\.)(?:facebook|fb|instagram|google|goo|g|yelp|linkedin|youtube|youtu|tiktok|x|twitter|nextdoor|angi|thumbtack|houzz|bbb)\.[a-z.]{2,6}$/;

/** Matches up to the next bracket, so that a text with many opening brackets is scanned once. */
const MARKUP = /<a\s[^<>]*href|\[(?:url|link)[=\]]/i;

/** Topics that no customer writes to an agency about. */
const JUNK =
  /\b(?:casino|viagra|cialis|escorts?|porn\w*|forex|crypto(?:currency)? (?:invest\w*|profits?)|earn \$\d+|make money online|loan offer|hot singles)\b/gi;

/** Offers to owners of sites. An owner may use the same phrases about an earlier agency. */
const SEO_OFFER =
  /\b(?:back ?links|guest post|domain authority|first page of google|rank(?:ing)? (?:on|in) google)\b/gi;
const OWN_STORY = /\b(?:our|ours|my|mine|us|me)\b|\b(?:last|previous|old|former|current) agency\b/i;

/** The time for the form, and whether its honeypot was filled in. Unknown values are not a signal. */
export interface FormTiming {
  /** Milliseconds from the first letter until the lead arrived. */
  tookMs?: number | undefined;
  honeypotFilled?: boolean;
  often?: boolean;
  /** Whether it has sent more than people do. Then no confirmation is sent, and the agency is notified as usual. */
  flood?: boolean;
}

/** A person needs longer to choose a service and write one word, even if the browser fills in the rest. */
const SHORTEST_MS = 4_000;

/** @param repeated whether others have sent its text @returns the spam signals; none if they are too weak */
export function suspicionOf(
  lead: LeadFields,
  repeated: boolean,
  { tookMs = Infinity, honeypotFilled = false, often = false }: FormTiming = {},
): SpamSignal[] {
  const texts = `${lead.problems}\n${lead.additional_info}`;
  const all = `${lead.name}\n${lead.company_name}\n${texts}`;
  const found: Record<SpamSignal, boolean> = {
    markup: MARKUP.test(all),
    // Many businesses are named like their sites.
    linkInName:
      linkedHosts(lead.name).size > 0 ||
      linkedHosts(lead.company_name).size > (count(JUNK, lead.company_name) > 0 ? 0 : 1),
    links: linkedHosts(texts).size > 2,
    phrases: phrasesIn(all).size > 1,
    gibberish: isGibberish(lead.problems) && isGibberish(lead.name),
    copied: lead.problems.length > 3 && lead.problems === lead.name && lead.problems === lead.company_name,
    repeated,
    unseen: honeypotFilled,
    fast: tookMs < SHORTEST_MS,
    rate: often,
  };
  const signals = SPAM_SIGNALS.filter((signal) => found[signal]);
  const scores = signals.map((signal) => (WEAK_SPAM_SIGNALS.some((weak) => weak === signal) ? 1 : 2));
  return scores.reduce((sum: number, score) => sum + score, 0) < 2 ? [] : signals;
}

function linkedHosts(text: string): Set<string> {
  const hosts = [...text.matchAll(LINK)].map(({ groups }) => groups?.["host"]?.toLowerCase() ?? "");
  return new Set(hosts.filter((host) => !PROFILE.test(host)));
}

function phrasesIn(text: string): Set<string> {
  const found = [...(text.match(JUNK) ?? []), ...((!OWN_STORY.test(text) && text.match(SEO_OFFER)) || [])];
  return new Set(found.map((phrase) => phrase.toLowerCase()));
}

function count(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** Whether a word mixes small and capital letters like random text: `xKjHdPqWzR`. */
function isGibberish(text: string): boolean {
  return /^[A-Za-z]{8,}$/.test(text) && count(/[a-z][A-Z]/g, text) > 2;
}

/** Characters. Two visitors may well write "missed calls". */
const LEAST_LENGTH = 80;
/** A person may send a text twice, or for a colleague. */
const MOST_SENDERS = 2;
const MAX_TEXTS = 1000;
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Recognizes one text under many names for a day, and remembers it. @param now ms since 1970 @returns if others sent it */
export function createRepeatedText(now: () => number): (lead: LeadFields) => boolean {
  const texts = new Map<string, { since: number; senders: Set<string> }>();

  return ({ problems, additional_info, email }) => {
    const text = `${problems} ${additional_info}`.toLowerCase().replaceAll(/\s+/gu, " ");
    if (text.length < LEAST_LENGTH) return false;
    const hash = createHash("sha256").update(text).digest("base64");
    const known = texts.get(hash);
    const kept =
      known && Math.abs(now() - known.since) < KEPT_MS ? known : { since: now(), senders: new Set<string>() };
    if (kept.senders.size <= MOST_SENDERS) kept.senders.add(email.toLowerCase());
    texts.delete(hash);
    texts.set(hash, kept);
    const [oldest] = texts.keys();
    if (texts.size > MAX_TEXTS && oldest !== undefined) texts.delete(oldest);
    return kept.senders.size > MOST_SENDERS;
  };
}
